/**
 * Takes a folder by a file in it that names this process. The file comes into being with its text, by a link, so that nobody
 * finds half of it. No lock that the systems have in common is given back by a process that is killed; so whoever finds the
 * file looks for the process that it names.
 */
import { linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { DataFolderRefused } from "../AttemptFailure.ts"
import { type DataFolderLock, DataFolderTaken } from "../manager/DataFolderLock.ts"
import { errorCode } from "./ErrorCode.ts"
import * as RunningProcess from "./RunningProcess.ts"

/** The name of the file; no plugin's folder can have it, for no id has such a character. */
export const fileName = "@host.lock"

/** Takes a folder for this process. */
export const take: DataFolderLock["Service"]["take"] = (folder) =>
  Effect.asVoid(Effect.acquireRelease(claim(folder), giveBack))

/** Files of this process and their text; a file may also name an earlier process with the same pid. */
const held = new Map<string, string>()

const claim = (folder: string): Effect.Effect<string, DataFolderTaken | DataFolderRefused> =>
  Effect.try({
    try: () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = join(realpathSync(folder), fileName)
      return { file, pid: create(file) }
    },
    catch: (error) => new DataFolderRefused({ folder, code: errorCode(error) })
  }).pipe(
    Effect.flatMap(({ file, pid }) =>
      pid === undefined ? Effect.succeed(file) : Effect.fail(new DataFolderTaken({ folder, pid }))
    )
  )

const giveBack = (file: string): Effect.Effect<void> =>
  Effect.ignore(
    Effect.try(() => {
      const text = held.get(file)
      held.delete(file)
      if (readFileSync(file, "utf8") === text) rmSync(file)
    })
  )

/** Creates the file, unless it names a process that runs, whose pid it returns. */
const create = (file: string): number | undefined => {
  const own = `${file}.${process.pid}`
  const text = RunningProcess.nameOf(process.pid)
  writeFileSync(own, text, { mode: 0o600 })
  try {
    while (!succeeds("EEXIST", () => linkSync(own, file))) {
      const other = read(file)
      const pid = other === undefined ? undefined : holder(file, other)
      if (pid !== undefined) return pid
      if (other !== undefined) remove(file, other)
    }
    held.set(file, text)
    return undefined
  } finally {
    rmSync(own, { force: true })
  }
}

/** The process that a file names, if it still runs. */
const holder = (file: string, text: string): number | undefined => {
  const pid = RunningProcess.pidOf(text)
  return pid === process.pid && !held.has(file) ? undefined : pid
}

// Moved first, which only one of several hosts can do; one that took the file meanwhile gets it back.
const remove = (file: string, text: string) => {
  const aside = `${file}.${process.pid}.old`
  if (!succeeds("ENOENT", () => renameSync(file, aside))) return
  if (read(aside) !== text) succeeds("EEXIST", () => linkSync(aside, file))
  rmSync(aside, { force: true })
}

const read = (file: string): string | undefined => {
  let text: string | undefined
  succeeds("ENOENT", () => {
    text = readFileSync(file, "utf8")
  })
  return text
}

/** False when the system answers with this code; every other one is thrown on. */
const succeeds = (code: string, run: () => void): boolean => {
  try {
    run()
    return true
  } catch (error) {
    if (errorCode(error) === code) return false
    throw error
  }
}
