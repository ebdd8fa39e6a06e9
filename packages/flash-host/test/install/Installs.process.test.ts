import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { layer as processes } from "@lanyard/process/node"
import { Context, type Duration, Effect, Fiber, Layer, Schedule } from "effect"
import { LoginEnvironment } from "../../src/environment/LoginEnvironment.ts"
import type { HostEvent } from "../../src/HostEvent.ts"
import { HostEvents } from "../../src/HostEvents.ts"
import { Installs, Limit } from "../../src/install/Installs.ts"
import { logsName, mostLogs, stampName } from "../../src/node/InstallFiles.ts"
import { layer as self } from "../../src/node.ts"
import type { PluginSpec } from "../../src/PluginSpec.ts"
import { posix, running } from "../support/groups.ts"
import { temporaryFolder } from "../support/live.ts"
import { specOf } from "../support/scripted.ts"

/** A third party's plugin in a real folder, and what installs it within a limit. */
const third = Effect.fn(function* (install: string, limit: Duration.Input = "1 minute") {
  const folder = realpathSync(yield* temporaryFolder)
  const root = join(folder, "root")
  mkdirSync(root)
  const spec: PluginSpec = {
    ...specOf("third", { query: {}, version: "1.0", install }),
    root,
    dataDir: join(folder, "data", "third"),
    origin: "third party"
  }
  const events: Array<HostEvent> = []
  const publishing = Layer.mock(HostEvents, { publish: (event) => void events.push(event) })
  const context = yield* Layer.build(
    Installs.layer.pipe(
      Layer.provide([
        processes,
        self,
        LoginEnvironment.layerOf({ ...process.env, SECRET: "secret" }),
        publishing,
        Layer.succeed(Limit, limit)
      ])
    )
  )
  const installs = Context.get(context, Installs)
  const logs = () => readdirSync(join(folder, "data", logsName)).toSorted()
  return {
    ensure: (isCurrent: () => boolean = () => true) => installs.ensure(spec, isCurrent),
    again: (change: Partial<PluginSpec["manifest"]>) =>
      installs.ensure({ ...spec, manifest: { ...spec.manifest, ...change } }, () => true),
    text: (name: string) => readFileSync(join(root, name), "utf8"),
    has: (name: string) => existsSync(join(root, name)),
    stamp: () => (existsSync(join(spec.dataDir, stampName)) ? readFileSync(join(spec.dataDir, stampName), "utf8") : ""),
    stampFile: join(spec.dataDir, stampName),
    logs,
    log: () => readFileSync(join(folder, "data", logsName, logs().at(-1) ?? ""), "utf8"),
    outcomes: () => events.flatMap((event) => (event._tag === "InstallEnded" ? [event.outcome] : [])),
    root
  }
})

/** Waits for what a shell wrote. */
const eventually = <A>(look: () => A | undefined) =>
  Effect.suspend(() => {
    const found = look()
    return found === undefined ? Effect.fail("waiting") : Effect.succeed(found)
  }).pipe(Effect.retry(Schedule.spaced(5)), Effect.orDie)

const gone = (group: number) => eventually(() => (running([group]).length === 0 ? true : undefined))

describe.runIf(posix)("A real install", () => {
  it.live("runs in the plugin's folder with its scrubbed environment, once [FLASH-INST-01, FLASH-INST-08]", () =>
    Effect.gen(function* () {
      const plugin = yield* third(
        'pwd >> ran; cat > input; printf "%s" "$FLASH_PLUGIN_ID$SECRET" > seen; echo out; echo err >&2'
      )
      yield* plugin.ensure()
      yield* plugin.ensure()
      assert.strictEqual(plugin.text("ran"), `${plugin.root}\n`)
      assert.deepStrictEqual([plugin.text("seen"), plugin.text("input")], ["third", ""])
      assert.match(plugin.stamp(), /^1\.0\npwd .*\n$/)
      assert.strictEqual(statSync(plugin.stampFile).mode & 0o777, 0o600)
      assert.lengthOf(plugin.logs(), 1)
      assert.match(plugin.log(), /^status: 0 \(installed\)$/m)
      assert.match(plugin.log(), /--- stdout, 4 bytes\nout\n\n--- stderr, 4 bytes\nerr\n/)
      yield* plugin.again({ version: "1.1" })
      yield* plugin.again({ version: "1.1", install: "echo other > ran" })
      assert.strictEqual(plugin.text("ran"), "other\n")
      assert.lengthOf(plugin.logs(), 3)
    }).pipe(Effect.scoped)
  )

  it.live("that writes 10 MiB ends, and 4 MiB are kept [FLASH-INST-03]", () =>
    Effect.gen(function* () {
      const plugin = yield* third(
        "head -c 10485760 /dev/zero | tr '\\0' o & head -c 1048576 /dev/zero | tr '\\0' e >&2; wait"
      )
      yield* plugin.ensure()
      assert.match(plugin.log(), /^--- stdout, 4194304 bytes kept, 6291456 more left out$/m)
      assert.match(plugin.log(), /^--- stderr, 262144 bytes kept, 786432 more left out$/m)
    }).pipe(Effect.scoped)
  )

  it.live("that leaves a child behind which holds the pipes settles when that is gone [FLASH-INST-04]", () =>
    Effect.gen(function* () {
      const plugin = yield* third("echo $$ > group; (trap '' TERM; sleep 60) & exit 0")
      yield* plugin.ensure()
      assert.deepStrictEqual(running([Number(plugin.text("group"))]), [])
      assert.deepStrictEqual(plugin.outcomes(), ["installed"])
      assert.notStrictEqual(plugin.stamp(), "")
    }).pipe(Effect.scoped)
  )

  it.live("that takes too long is ended with its group, and tells what it wrote [FLASH-INST-04, FLASH-INST-09]", () =>
    Effect.gen(function* () {
      const plugin = yield* third("trap '' TERM; echo $$ > group; echo begun; sleep 60; sleep 60", "300 millis")
      const failure = yield* Effect.flip(plugin.ensure())
      assert.deepInclude(failure, { _tag: "InstallFailed", overdue: true, stdoutBytes: 6 })
      assert.deepStrictEqual(running([Number(plugin.text("group"))]), [])
      assert.deepStrictEqual([plugin.stamp(), plugin.outcomes()], ["", ["overdue"]])
      assert.match(plugin.log(), /^status: SIGKILL \(overdue\)$/m)
      assert.match(plugin.log(), /^begun$/m)
    }).pipe(Effect.scoped)
  )

  it.live(
    "that is cancelled is over when its group is gone, and the next waits for that [FLASH-INST-05, FLASH-INST-07]",
    () =>
      Effect.gen(function* () {
        const plugin = yield* third(
          "trap 'sleep 0.2; echo left > left; exit 0' TERM; echo $$ > group; while :; do sleep 0.01; done"
        )
        const first = yield* Effect.forkChild(plugin.ensure())
        const group = yield* eventually(() =>
          plugin.has("group") ? Number(plugin.text("group")) || undefined : undefined
        )
        const next = yield* Effect.forkChild(plugin.again({ install: "test -e left && echo $$ > second" }))
        const cancelled = yield* Effect.forkChild(plugin.again({ install: "echo never > never" }))
        yield* Effect.sleep(50)
        yield* Fiber.interrupt(cancelled)
        yield* Fiber.interrupt(first)
        yield* gone(group)
        assert.isTrue(plugin.has("left"))
        yield* Fiber.join(next)
        assert.deepStrictEqual([plugin.has("second"), plugin.has("never")], [true, false])
        assert.match(plugin.stamp(), /second/)
        assert.deepStrictEqual(plugin.outcomes(), ["cancelled", "installed"])
      }).pipe(Effect.scoped)
  )

  it.live(
    "writes no stamp once its attempt is not the plugin's any more, and leaves nothing beside it [FLASH-INST-05]",
    () =>
      Effect.gen(function* () {
        const plugin = yield* third("true")
        yield* plugin.ensure(() => false)
        assert.strictEqual(plugin.stamp(), "")
        assert.deepStrictEqual(readdirSync(join(plugin.stampFile, "..")), [])
      }).pipe(Effect.scoped)
  )

  it.live("does not take something else for its stamp, and keeps the newest logs of its plugin", () =>
    Effect.gen(function* () {
      const plugin = yield* third("echo ran >> ran")
      yield* plugin.ensure()
      writeFileSync(plugin.stampFile, "x".repeat(32))
      for (let count = 0; count < mostLogs; count++) yield* plugin.again({ version: `2.${count}` })
      assert.lengthOf(plugin.text("ran").trim().split("\n"), mostLogs + 1)
      assert.lengthOf(plugin.logs(), mostLogs)
      assert.match(plugin.log(), /^version: 2\.9$/m)
    }).pipe(Effect.scoped)
  )
})
