import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Path, PlatformError, Result } from "effect"
import * as PluginFolder from "../src/PluginFolder.ts"

const minimal = { id: "notes", version: "1.0.0", exec: ["node", "./notes.mjs"] }

const absent = PlatformError.systemError({ _tag: "NotFound", module: "FileSystem", method: "readFileString" })

/** Loads a plugin folder whose manifest is the given text; none makes it unreadable. */
const load = (text: string | undefined) =>
  PluginFolder.load("/plugins/notes", "/data").pipe(
    Effect.result,
    Effect.provide([
      Path.layer,
      FileSystem.layerNoop({
        readFileString: (path) =>
          text !== undefined && path === "/plugins/notes/manifest.json" ? Effect.succeed(text) : Effect.fail(absent)
      })
    ])
  )

const refusal = (text: string) =>
  Effect.map(load(text), (result) => {
    assert.isTrue(Result.isFailure(result))
    return Result.isFailure(result) ? result.failure : undefined
  })

describe("PluginFolder.load", () => {
  it.effect("fills in what a manifest leaves out", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(Result.getOrThrow(yield* load(JSON.stringify(minimal))), {
        id: "notes",
        version: "1.0.0",
        root: "/plugins/notes",
        exec: ["node", "./notes.mjs"],
        dataDir: "/data/notes",
        settings: {},
        sources: [],
        evaluates: false,
        priority: 25,
        commands: []
      })
    })
  )

  it.effect("takes what a manifest says, and ignores members that this host does not serve", () =>
    Effect.gen(function* () {
      const commands = [{ command: "notes", subcommand: "*", timeout_ms: 1 }]
      const manifest = { ...minimal, name: "Notes", priority: -3, query: { prefixes: ["="] }, listen: ["x"] }
      const spec = Result.getOrThrow(
        yield* load(JSON.stringify({ ...manifest, sources: [{ name: "notes.items", live: true }], commands }))
      )
      assert.deepStrictEqual(
        { ...spec, commands: [...spec.commands] },
        { ...spec, priority: -3, evaluates: true, sources: ["notes.items"], commands }
      )
    })
  )

  it.effect.each(["notes", "a", "0", "my.notes_2-x", "-", "_", ".notes", "a.b"])("accepts the id %j", (id) =>
    Effect.gen(function* () {
      const spec = Result.getOrThrow(yield* load(JSON.stringify({ ...minimal, id })))
      assert.strictEqual(spec.dataDir, `/data/${id}`)
    })
  )

  const idRule = "lower-case letters, digits, '.', '_' and '-', not '.' alone and no '..'"

  it.effect.each<readonly [string, unknown]>(
    ["", ".", "..", "../../escape", "a/b", "/etc", "a\\b", "a..b", "Notes", "nötes", "a b", "a\n", "a\0", "c:x"].map(
      (id) => [JSON.stringify(id), id] as const
    )
  )("refuses the id %s", ([, id]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* refusal(JSON.stringify({ ...minimal, id })),
        new PluginFolder.ManifestRefused({ file: "/plugins/notes/manifest.json", key: "id", rule: idRule })
      )
    })
  )

  const command = { command: "notes", subcommand: "add" }

  it.effect.each<readonly [string, object, string, string]>([
    ["no id", { id: undefined }, "id", "a value"],
    ["a version of blanks", { version: " \t" }, "version", "text that is not blank"],
    ["a version that is no text", { version: 1 }, "version", "string"],
    ["no program", { exec: [] }, "exec[0]", "a value"],
    ["a program of blanks", { exec: [" "] }, "exec[0]", "text that is not blank"],
    ["a blank argument", { exec: ["node", ""] }, "exec[1]", "text that is not blank"],
    ["a fraction for a priority", { priority: 1.5 }, "priority", "an integer"],
    ["a source of blanks", { sources: [{ name: "a" }, { name: " " }] }, "sources[1].name", "text that is not blank"],
    ["a query that is no object", { query: 7 }, "query", "object"],
    ["a blank command", { commands: [{ ...command, command: "" }] }, "commands[0].command", "text that is not blank"],
    ["no second word", { commands: [{ command: "notes" }] }, "commands[0].subcommand", "a value"],
    ["no time at all", { commands: [{ ...command, timeout_ms: 0 }] }, "commands[0].timeout_ms", "a positive integer"],
    [
      "less than no time",
      { commands: [{ ...command, timeout_ms: -1 }] },
      "commands[0].timeout_ms",
      "a positive integer"
    ],
    ["half a millisecond", { commands: [{ ...command, timeout_ms: 0.5 }] }, "commands[0].timeout_ms", "an integer"],
    ["a time in words", { commands: [{ ...command, timeout_ms: "1s" }] }, "commands[0].timeout_ms", "number"]
  ])("refuses %s", ([, change, key, rule]) =>
    Effect.gen(function* () {
      const failure = yield* refusal(JSON.stringify({ ...minimal, ...change }))
      assert.deepStrictEqual(
        failure,
        new PluginFolder.ManifestRefused({ file: "/plugins/notes/manifest.json", key, rule })
      )
      assert.strictEqual(failure?.message, `/plugins/notes/manifest.json: ${key}: expected ${rule}`)
    })
  )

  it.effect.each(["", "{", "[]", "null", "7", '"secret"'])("refuses %j, which is no object", (text) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* refusal(text),
        new PluginFolder.ManifestRefused({ file: "/plugins/notes/manifest.json", key: "", rule: "one JSON object" })
      )
    })
  )

  it.effect("repeats nothing of what it refuses", () =>
    Effect.gen(function* () {
      for (const text of [
        '{"id":"SECRET/SECRET"}',
        '{"SECRET":',
        JSON.stringify({ ...minimal, exec: { SECRET: 1 } })
      ]) {
        const failure = yield* refusal(text)
        assert.notInclude(`${JSON.stringify(failure)}${failure?.message}${failure?.cause ?? ""}`, "SECRET")
      }
    })
  )

  it.effect("says which file it could not read", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* load(undefined),
        Result.fail(new PluginFolder.ManifestUnreadable({ file: "/plugins/notes/manifest.json" }))
      )
    })
  )
})
