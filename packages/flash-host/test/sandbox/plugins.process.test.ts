import { chmodSync, copyFileSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { PluginSpec } from "../../src/PluginSpec.ts"
import { enforcer } from "../support/confined.ts"
import { query } from "../support/faults.ts"
import { running } from "../support/groups.ts"
import { hostOf, specOf, temporaryFolder } from "../support/live.ts"

/** Every mode that confines, as a manifest asks for it. */
const confining = [
  ["strict", { exec: [], appleevents: false, signal: false, mach: [] }],
  ["strict, and may signal", { exec: [], appleevents: false, signal: true, mach: [] }],
  ["without network", undefined]
] as const

const confinedAs = (sandbox: PluginSpec["manifest"]["sandbox"], spec: PluginSpec): PluginSpec =>
  sandbox === undefined ? spec : { ...spec, manifest: { ...spec.manifest, sandbox } }

/** What is beside it is hidden, so it needs a folder of its own to stand in. */
const dataFolder = Effect.map(temporaryFolder, (folder) => join(folder, "own"))

/** How a plugin that does not heed the end of its input was stopped, and what is left of it. */
const stopped = Effect.fn(function* (spec: PluginSpec) {
  const { plugins, until } = yield* hostOf([spec], true)
  yield* plugins.start
  const [ready] = yield* until("Ready")
  yield* plugins.stop
  const [stopped] = yield* until("Stopped")
  const { exit, steps, survivors } = stopped?.report ?? assert.fail("nothing was stopped")
  return { exit, rungs: steps.map(({ rung }) => rung), survivors, running: running([ready?.pid ?? 0]) }
})

describe.runIf(enforcer._tag === "Bubblewrap")("A plugin in a sandbox", () => {
  it.live("is called like any other, is told as confined, and leaves nothing [FLASH-SAND-01]", () =>
    Effect.gen(function* () {
      const { plugins, until } = yield* hostOf([confinedAs(confining[0][1], specOf("echo", yield* dataFolder))], true)
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

  it.live.each(confining)(
    "is ended with all of its sandbox, by SIGKILL, when it is stubborn: %s [FLASH-SHUT-02]",
    ([, sandbox]) =>
      Effect.gen(function* () {
        const spec = { ...specOf("fault", yield* dataFolder), settings: { fault: "stubborn" } }
        assert.deepStrictEqual(yield* stopped(confinedAs(sandbox, spec)), {
          exit: { _tag: "Signaled", signal: "SIGKILL" },
          rungs: ["end of input", "SIGTERM", "SIGKILL"],
          survivors: [],
          running: []
        })
      }).pipe(Effect.scoped)
  )

  it.live.each(confining)("has the time between SIGTERM and SIGKILL to leave: %s [FLASH-SHUT-02]", ([, sandbox]) =>
    Effect.gen(function* () {
      const spec = { ...specOf("fault", yield* dataFolder), settings: { fault: "leaves-by-a-signal" } }
      assert.deepStrictEqual(yield* stopped(confinedAs(sandbox, spec)), {
        exit: { _tag: "Exited", code: 7 },
        rungs: ["end of input", "SIGTERM"],
        survivors: [],
        running: []
      })
    }).pipe(Effect.scoped)
  )

  it.live.each(confining)("is ended by SIGTERM where it does nothing about it: %s [FLASH-SHUT-02]", ([, sandbox]) =>
    Effect.gen(function* () {
      const root = realpathSync(yield* temporaryFolder)
      // Unlike Node, a shell keeps the signals ignored that it was started with; and to `env` its path looks like a variable.
      copyFileSync("/bin/sh", join(root, "she=ll"))
      chmodSync(join(root, "she=ll"), 0o755)
      const answer = JSON.stringify({ id: 1, result: { ok: true, protocol_version: 1 } })
      writeFileSync(join(root, "plugin.sh"), `read -r line; echo '${answer}'; while :; do read -r line; done`)
      const { manifest } = specOf("sh-hello", root)
      const spec: PluginSpec = {
        manifest: { ...manifest, exec: ["./she=ll", "./plugin.sh"] },
        root,
        dataDir: yield* dataFolder,
        settings: {}
      }
      assert.deepStrictEqual(yield* stopped(confinedAs(sandbox, spec)), {
        exit: { _tag: "Exited", code: 128 + 15 },
        rungs: ["end of input", "SIGTERM"],
        survivors: [],
        running: []
      })
    }).pipe(Effect.scoped)
  )
})
