import { EventEmitter } from "node:events"
import type { FSWatcher } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as PathWatch from "../../src/node/PathWatch.ts"
import { posix } from "../support/groups.ts"

/** A system that watches nothing and refuses as told; `errors` reports an error of every watch. */
const refusing = (code: (path: string) => string | undefined) => {
  const watchers = new Map<EventEmitter, string>()
  const watch: PathWatch.Watch = (path) => {
    const refused = code(path)
    if (refused !== undefined) throw Object.assign(new Error(refused), { code: refused })
    // Only what a watch uses of it.
    const watcher = Object.assign(new EventEmitter(), { close: () => watchers.delete(watcher) }) as unknown as FSWatcher
    watchers.set(watcher, path)
    return watcher
  }
  const paths = () => [...watchers.values()]
  const report = (code: string) => {
    for (const watcher of watchers.keys()) watcher.emit("error", Object.assign(new Error(code), { code }))
  }
  return { watch, paths, report }
}

const open = (system: ReturnType<typeof refusing>, folder = "/home/me/plugin") => {
  const codes: Array<string> = []
  const close = PathWatch.open(folder, { notice: () => {}, refused: (code) => codes.push(code) }, system.watch)
  return { codes, close }
}

describe.runIf(posix)("PathWatch.open", () => {
  it.each<readonly [string, (path: string) => string | undefined, ReadonlyArray<string>]>([
    ["the folder and the one above it", () => undefined, ["/home/me", "/home/me/plugin"]],
    ["what is there of the way", (path) => (path === "/home/me" ? "ENOENT" : undefined), ["/", "/home"]],
    ["the way up to a file", (path) => (path === "/home/me" ? "ENOTDIR" : undefined), ["/", "/home"]],
    [
      "a folder below one that may not be read",
      (path) => (path === "/home/me" ? "EACCES" : undefined),
      ["/home", "/home/me/plugin"]
    ]
  ])("watches %s", (_, code, paths) => {
    const system = refusing(code)
    const { close, codes } = open(system)
    assert.deepStrictEqual([system.paths(), codes], [[...paths], []])
    close()
    assert.deepStrictEqual(system.paths(), [])
  })

  it.each<readonly [string, string, (path: string) => string | undefined]>([
    ["has no watches left", "ENOSPC", () => "ENOSPC"],
    ["refuses the folder", "EACCES", (path) => (path === "/home/me/plugin" ? "EACCES" : undefined)],
    ["refuses the last folder that is there", "EACCES", (path) => ({ "/home": "EACCES", "/home/me": "ENOENT" })[path]]
  ])("gives up, and keeps no watch, when the system %s: %s", (_, code, refused) => {
    const system = refusing(refused)
    const { codes } = open(system)
    assert.deepStrictEqual([system.paths(), codes], [[], [code]])
  })

  it("gives up, and keeps no watch, when the system reports an error later", () => {
    const system = refusing(() => undefined)
    const { codes } = open(system)
    system.report("EPERM")
    assert.deepStrictEqual([system.paths(), codes.at(0)], [[], "EPERM"])
  })
})
