import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

let copy = ""
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "lanyard-launcher-"))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const system = process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }

const launch = (folder: string, args: ReadonlyArray<string>, path = process.env.PATH ?? "") =>
  spawnSync(process.execPath, [join(folder, "scripts/run.mjs"), ...args], {
    encoding: "utf8",
    env: { ...system, PATH: path }
  })

const closing = (text: string) => text.trimEnd().split("\n").at(-1)

describe("scripts/run.mjs", () => {
  it("says so and ends with 127 when there is no npm to install with", () => {
    cpSync(join(root, "scripts"), join(copy, "scripts"), { recursive: true })
    writeFileSync(join(copy, "package-lock.json"), '{"packages":{"node_modules/node":{"version":"1.0.0"}}}')
    const { status, stderr } = launch(copy, ["test"], "/there-is-no-such-folder")
    assert.match(stderr, /^lanyard: npm was not found on the PATH, so nothing could be installed\./m)
    assert.notInclude(stderr, "    at ")
    assert.strictEqual(status, 127)
  })

  it("says so and ends with 2 when there is no such verb", () => {
    const { status, stderr } = launch(root, ["tests"])
    assert.strictEqual(stderr, 'lanyard: there is no "tests"; use one of tour, test, check, bench, fuzz, fix.\n')
    assert.strictEqual(status, 2)
  })

  it.each<readonly [string, ReadonlyArray<string>]>([
    ["no reporter", []],
    ["one of vitest's", ["--reporter=verbose"]],
    ["one in two words", ["--reporter", "dot"]]
  ])("closes with true totals when the caller names %s", (_, extra) => {
    const { stdout, status } = launch(root, ["test", "--project", "scripts", "sizes.test.ts", ...extra])
    assert.match(closing(stdout) ?? "", /^[1-9]\d* passed, 0 failed, 0 skipped$/)
    assert.strictEqual(status, 0)
  })

  it("counts one failure when nothing could be run", () => {
    const { stdout, status } = launch(root, ["test", "--project", "no such project"])
    assert.strictEqual(closing(stdout), "0 passed, 1 failed, 0 skipped")
    assert.notStrictEqual(status, 0)
  })
})
