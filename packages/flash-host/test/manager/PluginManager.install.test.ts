import { assert, describe, it } from "@effect/vitest"
import type { Script, ScriptedChild } from "@lanyard/process/testing"
import { Script as Scripts } from "@lanyard/process/testing"
import { Effect } from "effect"
import { configured, managed, manifest, plugin } from "../support/managed.ts"
import { advance, serving } from "../support/scripted.ts"

const program: Script.Script = { answers: serving(() => '{"ok":true}') }

/** Installs take some time. */
const cast =
  (millis: number, shells: Array<number> = []): ScriptedChild.Casting =>
  (attempt, { executable }) => {
    if (executable !== "/bin/sh") return program
    shells.push(attempt)
    return { onEndOfInput: "ignores", ends: Scripts.exits(millis) }
  }

const install = { query: {}, install: "make" }

describe("A manifest with an install", () => {
  it.effect("is loaded from a third party and refused from an official plugin [FLASH-INST-01]", () =>
    Effect.gen(function* () {
      const shells: Array<number> = []
      const { load, manager, rows, told } = yield* managed(cast(10, shells), {
        ...plugin("/official/own", manifest("own", install)),
        ...plugin("/third/other", manifest("other", install))
      })
      yield* load(configured("/third/other"))
      assert.deepStrictEqual(yield* rows, [
        ["own", false, "InstallRefused"],
        ["other", true, undefined]
      ])
      assert.deepStrictEqual(told(), [["own", "InstallRefused", false]])
      assert.strictEqual(
        (yield* manager.plugins)[0]?.failure?.message,
        "/official/own has an install command, which only third-party plugins may have"
      )
      assert.lengthOf(shells, 1)
    })
  )

  it.effect("is not installed again for the files that its install writes", () =>
    Effect.gen(function* () {
      const shells: Array<number> = []
      const { load, times, write } = yield* managed(cast(5000, shells), {
        "/official/README.md": "",
        ...plugin("/third/other", manifest("other", install))
      })
      yield* load(configured("/third/other"))
      write("/third/other/built", "something")
      yield* advance(2000)
      assert.deepStrictEqual([shells.length, times("SIGTERM")], [1, []])
      yield* advance(5000)
      assert.deepStrictEqual([shells.length, times("started").length], [1, 2])
    })
  )

  it.effect("that changes meanwhile is installed as it is now, and a reload begins again", () =>
    Effect.gen(function* () {
      const shells: Array<number> = []
      const { load, manager, times, write } = yield* managed(cast(5000, shells), {
        "/official/README.md": "",
        ...plugin("/third/other", manifest("other", install))
      })
      yield* load(configured("/third/other"))
      write("/third/other/manifest.json", manifest("other", { ...install, version: "2" }))
      yield* advance(1000)
      assert.deepStrictEqual([shells.length, times("SIGTERM").length], [2, 1])
      yield* Effect.forkChild(manager.reload("other"))
      yield* advance(100)
      assert.deepStrictEqual([shells.length, times("SIGTERM").length], [3, 2])
    })
  )
})
