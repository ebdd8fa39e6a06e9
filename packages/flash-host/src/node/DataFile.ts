/**
 * Files of the host in folders that plugins write in. The host can read what a plugin cannot: no link is followed and nothing
 * is opened that could make the host wait. Failures are the system's codes.
 */
import { constants } from "node:fs"
import { type FileHandle, lstat, open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { Effect } from "effect"
import { Stored } from "../hostcalls/Storage.ts"
import { errorCode } from "./ErrorCode.ts"

/** Calls the system. */
export const system = <A>(call: () => Promise<A>): Effect.Effect<A, string> =>
  Effect.tryPromise({ try: call, catch: errorCode })

const opened = <A>(path: string, flags: string | number, use: (file: FileHandle) => Effect.Effect<A, string>) =>
  Effect.acquireUseRelease(
    system(() => open(path, flags, 0o600)),
    use,
    (file) => Effect.ignore(system(() => file.close()))
  )

// Without waiting for somebody at the other end, should it be a pipe.
const reading = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Reads a file of at most `mostBytes`. */
export const read = (path: string, mostBytes: number): Effect.Effect<Stored, string> =>
  opened(path, reading, (file) => content(file, mostBytes)).pipe(Effect.catch((code) => unopened(path, code)))

// A link or a socket is not opened at all, and the systems disagree about what to call that.
const unopened = (path: string, code: string): Effect.Effect<Stored, string> =>
  code === "ENOENT"
    ? Effect.succeed(Stored.Nothing())
    : Effect.flatMap(
        system(() => lstat(path)),
        (found) => (found.isFile() ? Effect.fail(code) : Effect.succeed(Stored.Other()))
      )

const content = Effect.fnUntraced(function* (file: FileHandle, mostBytes: number) {
  const found = yield* system(() => file.stat())
  if (!found.isFile() || found.size > mostBytes) return Stored.Other()
  return Stored.Content({ bytes: yield* system(() => file.readFile()) })
})

/** Writes a file that nothing stands in the place of. */
export const create = (path: string, text: string): Effect.Effect<void, string> =>
  // Exclusively, so that it is no link that leads elsewhere.
  opened(path, "wx", (file) =>
    Effect.andThen(
      system(() => file.writeFile(text)),
      system(() => file.sync())
    )
  )

/**
 * Puts a file in the place of what is there; whoever looks, after a crash too, finds the old or the new, whole. In the turn of
 * the renaming it is given up if it `isWanted` no more.
 */
export const replace = (path: string, text: string, isWanted = () => true): Effect.Effect<void, string> => {
  // Of this host alone, should two share the folder.
  const beside = `${path}.${process.pid}.new`
  const remove = system(() => rm(beside, { force: true }))
  const settle = Effect.suspend(() => (isWanted() ? system(() => rename(beside, path)) : remove))
  return remove.pipe(
    Effect.andThen(create(beside, text)),
    Effect.andThen(settle),
    Effect.onError(() => Effect.ignore(remove)),
    // The new name survives a power failure, where the system can promise it.
    Effect.andThen(Effect.ignore(opened(dirname(path), "r", (directory) => system(() => directory.sync()))))
  )
}
