/** Writes files of this system. */
import { closeSync, constants, openSync, writeFileSync } from "node:fs"
import { open, realpath, rename, rm, stat } from "node:fs/promises"
import { Effect, Layer } from "effect"
import { type LineWriter, NotWritten, Writing } from "../Writing.ts"

const system = <A>(call: () => Promise<A>): Effect.Effect<A, NotWritten> =>
  Effect.tryPromise({ try: call, catch: notWritten })

const notWritten = (cause: unknown): NotWritten => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "EIO"
  return new NotWritten({ message: `it cannot be written (${code})` })
}

// Beside the file and renamed, so that nobody ever reads half of it; through links, so that these stay.
const replace = Effect.fnUntraced(function* (file: string, text: string) {
  const target = yield* system(() => realpath(file))
  const { mode } = yield* system(() => stat(target))
  const beside = `${target}.${process.pid}.tmp`
  const written = Effect.acquireUseRelease(
    system(() => open(beside, "wx", mode)),
    (handle) =>
      Effect.andThen(
        system(() => handle.writeFile(text)),
        system(() => handle.sync())
      ),
    // What a close could still say, the sync has said.
    (handle) => Effect.ignore(system(() => handle.close()))
  ).pipe(Effect.andThen(system(() => rename(beside, target))))
  yield* Effect.onError(written, () => Effect.ignore(system(() => rm(beside, { force: true }))))
})

// A pipe that nobody reads, or that is full, fails instead of holding up everything else.
const anew = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NONBLOCK

const lines = (file: string) =>
  Effect.map(
    Effect.acquireRelease(Effect.try({ try: () => openSync(file, anew), catch: notWritten }), (descriptor) =>
      Effect.sync(() => closeSync(descriptor))
    ),
    (descriptor): LineWriter => {
      let failure: NotWritten | undefined
      const write = (line: string) => {
        if (failure !== undefined) return
        try {
          // Goes on where the system has taken a part of it, which a full disk does.
          writeFileSync(descriptor, `${line}\n`)
        } catch (cause) {
          failure = notWritten(cause)
        }
      }
      return { write, failure: () => failure }
    }
  )

/** Writes to the disk. */
export const layer: Layer.Layer<Writing> = Layer.succeed(Writing, { replace, lines })
