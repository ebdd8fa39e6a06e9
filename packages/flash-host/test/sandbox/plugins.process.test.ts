import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { PluginSpec } from "../../src/PluginSpec.ts"
import { enforcer } from "../support/confined.ts"
import { query } from "../support/faults.ts"
import { running } from "../support/groups.ts"
import { hostOf, specOf, temporaryFolder } from "../support/live.ts"

/** A fixture plugin that asks for the strict sandbox. */
const strict = (name: string, data: string): PluginSpec => {
  const spec = specOf(name, join(data, name))
  const sandbox = { exec: [], appleevents: false, signal: false, mach: [] }
  return { ...spec, manifest: { ...spec.manifest, sandbox } }
}

describe.runIf(enforcer._tag === "Bubblewrap")("A plugin in a sandbox", () => {
  it.live("is called like any other, is told as confined, and leaves nothing [FLASH-SAND-01]", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      const { plugins, until } = yield* hostOf([strict("echo", data)], true)
      yield* plugins.start
      const [ready] = yield* until("Ready")
      assert.deepStrictEqual(
        (yield* plugins.evaluate(query)).map(({ answers }) => answers.map(({ title }) => title)),
        [["anything"]]
      )
      const [standing] = yield* plugins.status
      assert.deepStrictEqual(standing?.sandbox, { asked: "deny_default", enforced: "deny_default" })
      yield* plugins.stop
      assert.deepStrictEqual(running([ready?.pid ?? 0]), [])
    }).pipe(Effect.scoped)
  )

  it.live("is ended with all of its sandbox when it does not heed the end of its input", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      const { plugins, until } = yield* hostOf([{ ...strict("fault", data), settings: { fault: "stubborn" } }], true)
      yield* plugins.start
      const [ready] = yield* until("Ready")
      yield* plugins.stop
      const [stopped] = yield* until("Stopped")
      assert.deepStrictEqual(stopped?.report.survivors, [])
      assert.deepStrictEqual(running([ready?.pid ?? 0]), [])
    }).pipe(Effect.scoped)
  )
})
