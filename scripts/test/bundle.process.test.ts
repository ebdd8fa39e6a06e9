/** A bundled plugin is the plugin: it answers, starts and ends as the one it was made from. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { bundle, bundleProgram } from "../lib/bundle.ts"

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

const inFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-bundle-"))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const frames = [
  { id: 1, method: "initialize", params: { protocol_version: 1 } },
  { id: 2, method: "perform", params: { kind: "command", command: "hello", subcommand: "greet", args: ["you"] } }
]

const converse = (program: string, data: string): ReadonlyArray<unknown> =>
  execFileSync(process.execPath, [program], {
    input: frames.map((frame) => `${JSON.stringify(frame)}\n`).join(""),
    env: { FLASH_PLUGIN_DATA_DIR: data },
    encoding: "utf8"
  })
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("a bundled plugin", () => {
  it("answers the handshake, and keeps its compiled code in its data folder", () =>
    inFolder(async (folder) => {
      const files = await bundleProgram(path("fixtures/plugins/hello/hello.ts"), "hello")
      for (const [name, text] of files) writeFileSync(join(folder, name), text)
      for (const _ of ["cold", "warm"]) {
        assert.deepStrictEqual(converse(join(folder, "hello.mjs"), folder)[0], {
          id: 1,
          result: { ok: true, protocol_version: 1 }
        })
      }
      assert.isNotEmpty(readdirSync(join(folder, "cache")))
    }))

  it("stands on the SDK alone, in one entry that needs no packages", () =>
    inFolder(async (folder) => {
      const files = await bundle(path("packages/flash-plugin/src/bundled.ts"), "plugin")
      for (const [name, text] of files) writeFileSync(join(folder, name), text)
      const author = 'import { Plugin, serve } from "./plugin.mjs"\nserve(Plugin.make({ listen: [] }, {}))\n'
      writeFileSync(join(folder, "author.mjs"), author)
      assert.deepStrictEqual(converse(join(folder, "author.mjs"), folder)[0], {
        id: 1,
        result: { ok: true, protocol_version: 1 }
      })
    }))
})
