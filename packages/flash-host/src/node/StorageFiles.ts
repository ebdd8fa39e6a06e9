/**
 * Stores as files. A plugin may write in its folder, and the host can read what the plugin cannot: no link is followed and
 * nothing is opened that could make the host wait.
 */
import { constants } from "node:fs"
import { type FileHandle, lstat, open, readdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { mostBytes, type StorageFiles, StorageRefused, Stored } from "../hostcalls/Storage.ts"
import { errorCode } from "./ErrorCode.ts"

/** The name of the store in a plugin's folder. */
export const fileName = "storage.json"

const system = <A>(call: () => Promise<A>): Effect.Effect<A, StorageRefused> =>
  Effect.tryPromise({ try: call, catch: (error) => new StorageRefused({ code: errorCode(error) }) })

const opened = <A>(path: string, flags: string | number, use: (file: FileHandle) => Effect.Effect<A, StorageRefused>) =>
  Effect.acquireUseRelease(
    system(() => open(path, flags, 0o600)),
    use,
    (file) => Effect.ignore(system(() => file.close()))
  )

// Without waiting for somebody at the other end, should it be a pipe.
const reading = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const read = (folder: string): Effect.Effect<Stored, StorageRefused> =>
  opened(join(folder, fileName), reading, content).pipe(Effect.catch((refused) => unopened(folder, refused)))

// A link or a socket is not opened at all, and the systems disagree about what to call that.
const unopened = (folder: string, refused: StorageRefused): Effect.Effect<Stored, StorageRefused> =>
  refused.code === "ENOENT"
    ? Effect.succeed(Stored.Nothing())
    : Effect.flatMap(
        system(() => lstat(join(folder, fileName))),
        (found) => (found.isFile() ? Effect.fail(refused) : Effect.succeed(Stored.Other()))
      )

const content = Effect.fnUntraced(function* (file: FileHandle) {
  const found = yield* system(() => file.stat())
  if (!found.isFile() || found.size > mostBytes) return Stored.Other()
  return Stored.Content({ bytes: yield* system(() => file.readFile()) })
})

const replace = (folder: string, text: string): Effect.Effect<void, StorageRefused> => {
  // Of this host alone, should two share the folder.
  const beside = join(folder, `${fileName}.${process.pid}.new`)
  const remove = system(() => rm(beside, { force: true }))
  // Exclusively, so that it is no link that leads elsewhere.
  const write = opened(beside, "wx", (file) =>
    Effect.andThen(
      system(() => file.writeFile(text)),
      system(() => file.sync())
    )
  )
  return remove.pipe(
    Effect.andThen(write),
    Effect.andThen(system(() => rename(beside, join(folder, fileName)))),
    Effect.onError(() => Effect.ignore(remove)),
    // The new name survives a power failure, where the system can promise it.
    Effect.andThen(Effect.ignore(opened(folder, "r", (directory) => system(() => directory.sync()))))
  )
}

const keepAside = Effect.fnUntraced(function* (folder: string) {
  const names = yield* system(() => readdir(folder))
  const aside = join(folder, `${fileName}.corrupt-${1 + Math.max(0, ...names.map(numberOf))}`)
  yield* system(() => rename(join(folder, fileName), aside))
  return aside
})

const numberOf = (name: string): number => Number(/^storage\.json\.corrupt-(\d{1,9})$/.exec(name)?.[1] ?? 0)

/** Stores in the folders of this system. */
export const storageFiles: typeof StorageFiles.Service = { read, replace, keepAside }
