import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Generating from "../../src/new/Generating.ts"
import { temporary } from "../support/flash.ts"

const generate = (...args: Parameters<typeof Generating.generate>) =>
  Effect.provide(Generating.generate(...args), NodeServices.layer)

describe("Generating", () => {
  it.live.each([
    ["a folder that is not there", false],
    ["an empty folder", true]
  ] as const)("writes the files of the template into %s", ([, isThere]) =>
    Effect.gen(function* () {
      const folder = join(yield* temporary, "demo")
      if (isThere) mkdirSync(folder)
      const { files } = yield* generate("python", "demo", folder)
      assert.deepStrictEqual(readdirSync(folder).sort(), [...files].sort())
      assert.strictEqual(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")).id, "demo")
    })
  )

  it.live("touches no folder that holds something, and no file", () =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const file = join(folder, "kept")
      writeFileSync(file, "mine")
      for (const taken of [folder, file]) {
        const failure = yield* Effect.flip(generate("sh", "demo", taken))
        assert.strictEqual(failure.message, `${taken} is there already, and is no empty folder`)
      }
      assert.deepStrictEqual(readdirSync(folder), ["kept"])
      assert.strictEqual(readFileSync(file, "utf8"), "mine")
    })
  )

  it.live("writes nothing when the name makes a manifest that breaks a rule", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporary, "status")
      const failure = yield* Effect.flip(generate("node", "status", folder))
      assert.strictEqual(failure._tag, "NameRefused")
      assert.deepStrictEqual(readdirSync(join(folder, "..")), [])
    })
  )

  it.live("says which file the system did not let it write", () =>
    Effect.gen(function* () {
      const file = join(yield* temporary, "file")
      writeFileSync(file, "")
      const failure = yield* Effect.flip(generate("sh", "demo", join(file, "demo")))
      assert.match(failure.message, /demo[\\/]manifest\.json could not be written \(\w+\)$/)
    })
  )
})
