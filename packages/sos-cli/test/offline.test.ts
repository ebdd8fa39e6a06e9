/** Whoever could start programs is there, and nobody asks. */
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Child, Executable } from "@lanyard/process"
import * as Disk from "@lanyard/sos-module/node"
import { Effect, Layer } from "effect"
import { TestConsole } from "effect/testing"
import * as Cli from "../src/Cli.ts"
import { Places } from "../src/Places.ts"
import { idle } from "./support/idle.ts"

const fixtures = fileURLToPath(new URL("../../../fixtures/sos", import.meta.url)).replaceAll("\\", "/")

const definitions = ["valid", "invalid"].flatMap((folder) =>
  readdirSync(`${fixtures}/definitions/${folder}`)
    .filter((name) => name.endsWith(".toml"))
    .map((name) => `definitions/${folder}/${name}`)
)

const projects: ReadonlyArray<[string, string]> = [
  ["weather-node", "example.com/acme/weather"],
  ["weather-python", "example.com/acme/weather"],
  ["git", "local/git"],
  ["inventory", "example.com/acme/inventory"]
]

/** Notes every program that is started or looked for. */
const recording = (seen: Array<string>) =>
  Layer.mergeAll(
    Layer.succeed(Child.Spawner, {
      start: ({ executable }) => {
        seen.push(`started ${executable}`)
        return Effect.never
      }
    }),
    Layer.succeed(Executable.ProgramFiles, {
      look: (path) => {
        seen.push(`looked at ${path}`)
        return Effect.succeed("missing")
      },
      real: (path) => Effect.succeedSome(path)
    })
  )

const call = (workspace: string, seen: Array<string>, ...words: ReadonlyArray<string>) =>
  Cli.main(words).pipe(
    Effect.provide([
      Places.layerOf({ workspace, config: "/there-is-no-such-file" }),
      Disk.layer,
      idle,
      recording(seen)
    ]),
    Effect.provide(TestConsole.layer)
  )

describe("the offline commands", () => {
  it.effect("ask for no program in any definition of the corpus [SOS-CLI-12]", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      assert.isAbove(definitions.length, 100)
      for (const file of definitions) {
        const status = file.includes("/invalid/") ? 1 : 0
        assert.strictEqual(yield* call(fixtures, seen, "module", "check", file), status, file)
        assert.strictEqual(yield* call(fixtures, seen, "module", "generate", file), status, file)
      }
      assert.deepStrictEqual(seen, [])
    })
  )

  it.effect("ask for none in any sample project [SOS-CLI-12]", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      for (const [name, path] of projects) {
        assert.strictEqual(yield* call(`${fixtures}/projects/${name}`, seen, "module", "describe", path), 0)
      }
      assert.deepStrictEqual(seen, [])
    })
  )
})
