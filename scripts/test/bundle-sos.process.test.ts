/** The bundled `sos` is the program: it needs no packages and says what the sources say. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { bundleSos } from "../lib/bundle.ts"

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

const run = (program: string, words: ReadonlyArray<string>) => {
  const cwd = path("fixtures/sos/projects/inventory")
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...words], { cwd, encoding: "utf8" })
  return { status, stderr, stdout }
}

describe("the bundled sos", () => {
  it("does what the program does from its sources, in commands that load different parts", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lanyard-bundle-"))
    try {
      for (const [name, text] of await bundleSos()) writeFileSync(join(folder, name), text)
      const calls = [
        [0, ["version"]],
        [0, ["module", "check", "inventory/module.sos.toml"]],
        [0, ["module", "describe", "example.com/acme/inventory"]],
        [0, ["check", "main.sos"]],
        [0, ["run", path("scripts/bench/programs/one-line.sos")]],
        [1, ["module", "check", "sos.toml"]],
        [2, ["fly"]]
      ] as const
      for (const [status, words] of calls) {
        const bundled = run(join(folder, "sos.mjs"), words)
        assert.strictEqual(bundled.status, status, bundled.stderr)
        assert.deepStrictEqual(bundled, run(path("packages/sos-cli/src/bin.ts"), words))
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
