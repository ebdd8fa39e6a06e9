/**
 * Watches a folder by its path: what happens directly in it, and whether it comes, goes or is replaced. The system watches
 * what stands at a path at that moment, so the folder above is watched with it, and for a folder that is not there, the
 * nearest one above that is.
 */
import { type FSWatcher, readlinkSync, realpathSync, watch } from "node:fs"
import { basename, dirname, resolve } from "node:path"
import { errorCode } from "./ErrorCode.ts"

/** What a watch tells, in the system's turn. */
export interface Listener {
  /** Something may have changed. */
  readonly notice: () => void
  /** The system refuses to watch, or to go on; it is not asked again. */
  readonly refused: (code: string) => void
}

/** What the system is asked for: what stands at a path now, watched. Throws what the system refuses. */
export type Watch = (path: string, heard: (event: string, name: string | null) => void) => FSWatcher

/** Begins to watch; returns what ends it. */
export const open = (folder: string, { notice, refused }: Listener, system: Watch = watch): (() => void) => {
  const path = resolve(folder)
  let watchers: ReadonlyArray<FSWatcher> = []
  const close = () => {
    for (const watcher of watchers) watcher.close()
    watchers = []
  }
  const giveUp = (code: string) => {
    close()
    refused(code)
  }
  const arm = () => {
    close()
    for (const at of [path, ...targets(path)]) {
      const { code, opened } = follow(system, at, notice, again, giveUp)
      watchers = [...watchers, ...opened]
      if (code !== undefined) return giveUp(code)
    }
  }
  const again = () => {
    arm()
    notice()
  }
  arm()
  return close
}

/** Watches the last two folders on the way to a path that are there; a code says that the last one cannot be watched. */
const follow = (
  system: Watch,
  path: string,
  notice: () => void,
  again: () => void,
  refused: (code: string) => void
) => {
  const way = wayTo(path)
  let opened: ReadonlyArray<FSWatcher> = []
  let code: string | undefined
  // From the top down, so that what comes to be behind a look that missed it is seen by the watch above.
  for (const [at, folder] of way.entries()) {
    const below = way[at + 1]
    const heard = (name: string | null) => {
      // Its own name stands for the folder itself, and none for anything.
      if (name === null || name === basename(folder) || (below !== undefined && name === basename(below))) again()
      else if (below === undefined) notice()
    }
    const listening = listen(system, folder, heard, refused)
    if (typeof listening === "string") {
      if (missing.has(listening)) break
      // Those below may let themselves be watched all the same.
      code = listening
    } else {
      code = undefined
      for (const watcher of opened.slice(0, -1)) watcher.close()
      opened = [...opened.slice(-1), listening]
    }
  }
  return { opened, code }
}

// What says that there is nothing at a path.
const missing = new Set(["ENOENT", "ENOTDIR", "ELOOP"])

const listen = (
  system: Watch,
  folder: string,
  heard: (name: string | null) => void,
  refused: (code: string) => void
): FSWatcher | string => {
  // Node throws what the system refuses at once, and reports what it refuses later.
  try {
    return system(folder, (_, name) => heard(name)).on("error", (error) => refused(errorCode(error)))
  } catch (error) {
    return errorCode(error)
  }
}

/** The folders from the root down to a path, itself included. */
const wayTo = (path: string): ReadonlyArray<string> =>
  dirname(path) === path ? [path] : [...wayTo(dirname(path)), path]

/** Where a link leads, step by step; nowhere if it is none. */
const targets = (path: string, steps = 0): ReadonlyArray<string> => {
  const target = steps < mostSteps ? targetOf(path) : undefined
  return target === undefined ? [] : [target, ...targets(target, steps + 1)]
}

// As many as Linux follows.
const mostSteps = 40

const targetOf = (path: string): string | undefined => {
  try {
    return resolve(realpathSync(dirname(path)), readlinkSync(path))
  } catch {
    return undefined
  }
}
