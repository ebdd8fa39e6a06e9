import { assert, describe, it } from "@effect/vitest"
import { ThirdParty } from "@lanyard/flash-host"
import { Duration, Effect, FileSystem, Path, PlatformError } from "effect"
import * as ConfigurationFile from "../../src/hosting/ConfigurationFile.ts"
import { Places } from "../../src/Places.ts"

const absent = PlatformError.systemError({ _tag: "NotFound", module: "FileSystem", method: "readFileString" })

const read = (text: string | undefined) =>
  ConfigurationFile.read("/etc/flash/flash.toml").pipe(
    Effect.provide([
      Path.layer,
      FileSystem.layerNoop({
        readFileString: () => (text === undefined ? Effect.fail(absent) : Effect.succeed(text))
      })
    ]),
    Effect.provideService(Places, Places.of({ home: "/home/me", data: "/data", temporary: Effect.succeed("/tmp/x") }))
  )

const everything = `
[plugins]
disabled = ["Old.One"]
third_party = ["file:../mine", "file:~/notes"]
watching_enabled = false
startup_timeout = 2.5

[plugin.notes]
folder = "x"
nested = { deep = [1, true] }

[flashlight]
live_query_timeout_ms = 300
theme = "dark"

[statusbar]
template = "#{flash.plugin.notes.count}"

[mode]
send_key_interval_ms = 5
`

describe("ConfigurationFile.read", () => {
  it.effect("reads what a host goes by, its paths from the folder of the file and from home", () =>
    Effect.gen(function* () {
      const { plugins, templates } = yield* read(everything)
      assert.deepStrictEqual(plugins.disabled, new Set(["old.one"]))
      assert.deepStrictEqual(plugins.thirdParty.map(ThirdParty.print), ["file:/etc/mine", "file:/home/me/notes"])
      assert.isFalse(plugins.watching)
      assert.strictEqual(JSON.stringify(plugins.settings.get("notes")), '{"folder":"x","nested":{"deep":[1,true]}}')
      assert.deepStrictEqual(plugins.deadlines, { startup: Duration.seconds(2.5), live: 300 })
      assert.deepStrictEqual(templates, ["#{flash.plugin.notes.count}"])
    })
  )

  it.effect("reads an empty file as one that says nothing", () =>
    Effect.gen(function* () {
      const { plugins, templates } = yield* read("")
      assert.deepStrictEqual(plugins.thirdParty, [])
      assert.isUndefined(templates)
    })
  )

  it.effect.each<readonly [string | undefined, RegExp]>([
    [undefined, /^\/etc\/flash\/flash\.toml cannot be read$/],
    ["[plugins", /^\/etc\/flash\/flash\.toml: .*line 1/],
    ["a = 1\na = 2", /^\/etc\/flash\/flash\.toml: /],
    [`${"a = [".padEnd(20_000, "[")}`, /^\/etc\/flash\/flash\.toml: /],
    ['[plugins]\ndisabled = ["a b"]', /^\/etc\/flash\/flash\.toml: plugins\.disabled\[0\]: expected a plugin id/],
    [
      '[plugins]\ncolour = 1\nwatching_enabled = "yes"',
      /flash\.toml: plugins\.\w+: expected [^\n]*\n[^\n]*flash\.toml: plugins\.\w+: expected [^\n]*$/
    ]
  ])("says of %j where and what", ([text, message]) =>
    Effect.gen(function* () {
      assert.match((yield* Effect.flip(read(text))).message, message)
    })
  )
})
