/** Files of this system. Nothing is opened that could make the reader wait, such as a pipe without a writer. */
import { constants } from "node:fs"
import { type FileHandle, lstat, open, realpath } from "node:fs/promises"
import { Effect, Layer } from "effect"
import { FileUnreadable, ModuleFiles } from "../resolution/ModuleFiles.ts"

const reading = constants.O_RDONLY | constants.O_NONBLOCK

const system = <A>(file: string, call: () => Promise<A>): Effect.Effect<A, FileUnreadable> =>
  Effect.tryPromise({ try: call, catch: (error) => new FileUnreadable({ file, reason: reasonOf(error) }) })

const reasonOf = (error: unknown): FileUnreadable["reason"] => {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "ENOENT" || code === "ENOTDIR") return "Missing"
  // What a folder, and a socket or a device without a driver, answer to being opened.
  return code === "EISDIR" || code === "ENXIO" || code === "ENODEV" ? "NotAFile" : "Refused"
}

const read = (file: string, maxBytes: number): Effect.Effect<Uint8Array, FileUnreadable> =>
  Effect.acquireUseRelease(
    system(file, () => open(file, reading)).pipe(Effect.catch(unopened)),
    (handle) => content(file, handle, maxBytes),
    (handle) => Effect.ignore(system(file, () => handle.close()))
  )

// The system says the same of a closed file as of a closed folder, in which nobody can tell what there is, and of a link that
// leads nowhere as of no file.
const unopened = (failure: FileUnreadable): Effect.Effect<never, FileUnreadable> => {
  const { file, reason } = failure
  if (reason !== "Refused" && reason !== "Missing") return Effect.fail(failure)
  return system(file, () => lstat(file)).pipe(
    Effect.mapError((found) => (found.reason === "Refused" ? new FileUnreadable({ file, reason: "Hidden" }) : found)),
    Effect.flatMap((entry) =>
      Effect.fail(
        reason === "Missing" && entry.isSymbolicLink() ? new FileUnreadable({ file, reason: "Dangling" }) : failure
      )
    )
  )
}

const content = Effect.fnUntraced(function* (file: string, handle: FileHandle, maxBytes: number) {
  const found = yield* system(file, () => handle.stat())
  if (!found.isFile()) return yield* new FileUnreadable({ file, reason: "NotAFile" })
  // A file can grow while it is read, and those of some systems have no size before they are.
  const bytes = new Uint8Array(maxBytes + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = yield* system(file, () => handle.read(bytes, length, bytes.length - length))
    length += bytesRead
    if (bytesRead === 0 || length === bytes.length) return bytes.subarray(0, length)
  }
})

const real = (path: string): Effect.Effect<string> =>
  system(path, () => realpath(path)).pipe(
    Effect.map(slashed),
    Effect.orElseSucceed(() => path)
  )

/** Writes the separators of this system as `/`. */
export const slashed = (path: string): string => (process.platform === "win32" ? path.replaceAll("\\", "/") : path)

/** Reads the files of this system. */
export const layer: Layer.Layer<ModuleFiles> = Layer.succeed(ModuleFiles, { read, real })
