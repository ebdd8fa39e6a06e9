import { assert, describe, it } from "@effect/vitest"
import { Deadlines } from "@lanyard/flash-protocol"
import { Effect, Path, Result } from "effect"
import { Toml } from "effect/encoding"
import * as Configuration from "../../src/manager/Configuration.ts"
import { ThirdParty } from "../../src/manager/ThirdParty.ts"

const place = { folder: "/etc/flash", home: "/home/user" }
const commit = "0123456789abcdef0123456789abcdef01234567"

const decode = (table: unknown) => Effect.result(Configuration.decode(table, place)).pipe(Effect.provide(Path.layer))
const read = (text: string) => decode(Result.getOrThrow(Toml.parse(text)))

/** Reads what has to be accepted. */
const accepted = (text: string) => Effect.map(read(text), Result.getOrThrow)

/** The lines of a refusal. */
const refused = (table: unknown) =>
  Effect.map(decode(table), (result) => Result.getOrThrow(Result.flip(result)).message.split("\n"))

describe("Configuration.decode", () => {
  it.effect("has defaults for whatever is not said", () =>
    Effect.gen(function* () {
      for (const text of ["", "[plugins]", "[plugin]", "[flashlight]"]) {
        assert.deepStrictEqual(yield* accepted(text), Configuration.empty)
      }
      assert.isTrue(Configuration.empty.watching)
      assert.deepStrictEqual(Deadlines.make(Configuration.empty.deadlines), Deadlines.make())
    })
  )

  it.effect("reads what concerns plugins, and passes over the other sections of Flash", () =>
    Effect.gen(function* () {
      const configuration = yield* accepted(`
        [plugins]
        disabled = [" Notes ", "a.b_c-1", "notes"]
        third_party = ["file:~/one", "github:o/r@${commit.toUpperCase()}", "file:two"]
        watching_enabled = false
        startup_timeout = 2.5
        [flashlight]
        live_query_timeout_ms = 300
        columns = 3
        [statusbar]
        enabled = true
        [mode]
        send_key_interval_ms = 10
      `)
      assert.deepStrictEqual(configuration.disabled, new Set(["notes", "a.b_c-1"]))
      assert.deepStrictEqual(configuration.thirdParty, [
        ThirdParty.Folder({ path: "/home/user/one" }),
        ThirdParty.Repository({ owner: "o", reference: "r", commit }),
        ThirdParty.Folder({ path: "/etc/flash/two" })
      ])
      assert.isFalse(configuration.watching)
      assert.deepInclude(Deadlines.make(configuration.deadlines), { startup: 2500, live: 300, query: 50 })
    })
  )

  it.effect("hands on a plugin's settings as they stand, and keeps what the sandbox is told apart", () =>
    Effect.gen(function* () {
      const { sandbox, settings } = yield* accepted(`
        [plugin.notes]
        text = "é"
        number = -1.5
        flag = true
        list = ["a", 1, [true]]
        nested.deeper.__proto__ = { x = 1 }
        sandbox = false
        [plugin."my.other"]
        exec_paths = ["/usr/bin/git"]
        [plugin.third]
      `)
      assert.deepEqual(JSON.parse(JSON.stringify(Object.fromEntries(settings))), {
        notes: JSON.parse(
          '{"text":"é","number":-1.5,"flag":true,"list":["a",1,[true]],"nested":{"deeper":{"__proto__":{"x":1}}}}'
        ),
        "my.other": {},
        third: {}
      })
      assert.deepStrictEqual(
        sandbox,
        new Map([
          ["notes", { enabled: false, execPaths: [] }],
          ["my.other", { enabled: true, execPaths: ["/usr/bin/git"] }]
        ])
      )
    })
  )

  it.effect("takes __proto__ for the id and the key that it is (B122)", () =>
    Effect.gen(function* () {
      const { settings } = yield* accepted("[plugin.__proto__]\n__proto__ = 1\nother = 2")
      assert.deepStrictEqual([...settings.keys()], ["__proto__"])
      assert.deepStrictEqual(Object.entries(settings.get("__proto__") ?? {}), [
        ["__proto__", 1],
        ["other", 2]
      ])
      assert.notProperty({}, "other")
      assert.deepStrictEqual(yield* refused({ plugins: JSON.parse('{"__proto__":{"disabled":[]}}') }), [
        "plugins.__proto__: expected no other key, found a table"
      ])
    })
  )

  it.effect.each([
    [{ plugins: { disabled: ["ok", "", "no spaces", "ok!", 7] } }, "plugins.disabled", [1, 2, 3, 4]],
    [
      { plugins: { third_party: ["file:/ok", "https://example.com", "github:o/r@main", 7] } },
      "plugins.third_party",
      [1, 2, 3]
    ],
    [{ plugin: { notes: { exec_paths: ["/ok", " ", true] } } }, "plugin.notes.exec_paths", [1, 2]]
  ] as const)("refuses %j for every bad entry of its list [FLASH-PROC-09]", ([table, key, bad]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* refused(table)).map((line) => line.slice(0, line.indexOf(":"))),
        bad.map((at) => `${key}[${at}]`)
      )
    })
  )

  it.effect.each([
    [3, "expected a table, found a number"],
    [[], "expected a table, found a list"],
    [null, "expected a table, found something else"],
    [{ plugins: [] }, "plugins: expected a table, found a list"],
    [{ plugin: "secret" }, "plugin: expected a table, found text"],
    [{ plugin: { notes: true } }, "plugin.notes: expected a table, found true or false"],
    [{ flashlight: 3 }, "flashlight: expected a table, found a number"],
    [{ plugins: { disabled: "secret" } }, "plugins.disabled: expected a list, found text"],
    [{ plugins: { disabled: null } }, "plugins.disabled: expected a list, found something else"],
    [{ plugins: { disable: [] } }, "plugins.disable: expected no other key, found a list"],
    [{ plugins: { watching_enabled: "yes" } }, "plugins.watching_enabled: expected true or false, found text"],
    [
      { plugins: { third_party: ["file:"] } },
      'plugins.third_party[0]: expected "github:owner/reference@" and a commit of forty hexadecimal digits, or "file:" and a path, found text'
    ],
    [
      { plugins: { disabled: ["a b"] } },
      'plugins.disabled[0]: expected a plugin id: letters, digits, ".", "_" and "-", found text'
    ],
    [{ plugin: { "Not an id": {} } }, 'plugin."Not an id": expected a plugin id, found a table'],
    [{ plugin: { a: { sandbox: 1 } } }, "plugin.a.sandbox: expected true or false, found a number"]
  ] as const)("refuses %j by key, kind and what is expected", ([table, line]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused(table), [line])
    })
  )

  it.effect.each([
    ["startup_timeout", 0, false],
    ["startup_timeout", 0.001, true],
    ["startup_timeout", 600, true],
    ["startup_timeout", 600.5, false],
    ["startup_timeout", Number.NaN, false],
    ["live_query_timeout_ms", 0, false],
    ["live_query_timeout_ms", 1, true],
    ["live_query_timeout_ms", 1.5, false],
    ["live_query_timeout_ms", 600_000, true],
    ["live_query_timeout_ms", 600_001, false],
    ["live_query_timeout_ms", "300", false]
  ] as const)("judges %s = %s", ([key, value, isFine]) =>
    Effect.gen(function* () {
      const section = key === "startup_timeout" ? "plugins" : "flashlight"
      assert.strictEqual(Result.isSuccess(yield* decode({ [section]: { [key]: value } })), isFine)
    })
  )

  it.effect("says everything that is wrong, and no value", () =>
    Effect.gen(function* () {
      const lines = yield* refused({
        plugins: { disabled: ["secret secret"], startup_timeout: "secret" },
        plugin: { notes: { when: new Date(), token: "fine" } }
      })
      assert.lengthOf(lines, 3)
      assert.notInclude(lines.join("\n"), "secret")
    })
  )
})

describe("Settings", () => {
  const nested = (levels: number): unknown =>
    Array.from({ length: levels }).reduce((inner: unknown, _, at) => (at % 2 === 0 ? { inner } : [inner]), 1)

  it.effect.each([
    ["text", "", true],
    ["a number", -0.5, true],
    ["a truth", false, true],
    ["an empty list", [], true],
    ["an empty table", {}, true],
    ["a table without a prototype", Object.create(null), true],
    ["64 levels", nested(64), true],
    ["65 levels", nested(65), false],
    ["100 000 levels", nested(100_000), false],
    ["nothing", null, false],
    ["an absent value", undefined, false],
    ["infinity", Number.POSITIVE_INFINITY, false],
    ["no number", Number.NaN, false],
    ["a big integer", 1n, false],
    ["a time", new Date(0), false],
    ["a time in a list", [new Date(0)], false],
    ["nothing in a table", { a: null }, false],
    ["a function", () => 1, false]
  ] as const)("judge %s", ([, value, isFine]) =>
    Effect.gen(function* () {
      assert.strictEqual(Result.isSuccess(yield* decode({ plugin: { notes: { value } } })), isFine)
    })
  )
})
