/**
 * Folders of this system. A look reads small files, so that one that was written again as it was is the same; a watch follows
 * the folder's path, so that it outlives the folder.
 */
import { createHash } from "node:crypto"
import type { BigIntStats } from "node:fs"
import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { Deferred, Effect, Exit } from "effect"
import { type FileMark, type FolderSystem, LookRefused, WatchRefused } from "../watch/FolderSystem.ts"
import { errorCode } from "./ErrorCode.ts"
import * as PathWatch from "./PathWatch.ts"

/** Bytes of one file up to which its content is compared; of a larger one, size, time and place are. */
export const fileBytes = 1024 * 1024

/** Bytes that one look reads at most. */
export const lookBytes = 16 * 1024 * 1024

/** Sees what is in a folder; one that cannot be listed has nothing in it. */
export const look: FolderSystem["Service"]["look"] = Effect.fnUntraced(function* (folder) {
  const content = new Map<string, FileMark>()
  let left = lookBytes
  for (const name of yield* list(folder)) {
    const file = join(folder, name)
    const found = yield* Effect.promise(() => stat(file, { bigint: true }).catch(() => undefined))
    if (!found?.isFile()) continue
    const bytes = Number(found.size)
    const isRead = bytes <= Math.min(fileBytes, left)
    if (isRead) left -= bytes
    content.set(name, { bytes, print: isRead ? yield* digest(file, found) : trace(found) })
  }
  return content
})

const list = (folder: string): Effect.Effect<ReadonlyArray<string>, LookRefused> =>
  Effect.tryPromise({
    try: () => readdir(folder),
    catch: (error) => new LookRefused({ code: errorCode(error) })
  }).pipe(
    Effect.map((names) => names.toSorted()),
    Effect.catchIf(
      ({ code }) => !scarcities.has(code),
      () => Effect.succeed([])
    )
  )

// What says nothing about the folder.
const scarcities = new Set(["EMFILE", "ENFILE", "ENOMEM", "EIO"])

// A file that cannot be read, or is gone by now, can still be told from another one.
const digest = (file: string, found: BigIntStats): Effect.Effect<string> =>
  Effect.promise(() =>
    readFile(file).then(
      (bytes) => `${permissions(found)} ${createHash("sha256").update(bytes).digest("base64")}`,
      () => trace(found)
    )
  )

const trace = (found: BigIntStats): string =>
  `${permissions(found)} ${found.size} ${found.mtimeNs} ${found.ctimeNs} ${found.ino}`

// A program that may be executed from now on is another one.
const permissions = ({ mode }: BigIntStats): string => (mode & 0o777n).toString(8)

/** Watches a folder and the way to it. */
export const watch: FolderSystem["Service"]["watch"] = (folder, notice) =>
  Effect.suspend(() => {
    const lost = Deferred.makeUnsafe<never, WatchRefused>()
    const refused = (code: string) => Deferred.doneUnsafe(lost, Exit.fail(new WatchRefused({ code })))
    return Effect.acquireRelease(
      Effect.sync(() => PathWatch.open(folder, { notice, refused })),
      Effect.sync
    ).pipe(
      // One that was refused at once never watched.
      Effect.flatMap(() => (Deferred.isDoneUnsafe(lost) ? Deferred.await(lost) : Effect.succeed(Deferred.await(lost))))
    )
  })
