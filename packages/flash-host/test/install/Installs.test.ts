import { assert, describe, it } from "@effect/vitest"
import { Environment, ProcessError } from "@lanyard/process"
import { Script } from "@lanyard/process/testing"
import { Effect, Option, Result } from "effect"
import { DataFolderRefused } from "../../src/AttemptFailure.ts"
import type { HostEvent } from "../../src/HostEvent.ts"
import * as InstallJob from "../../src/install/InstallJob.ts"
import { installing, thirdParty } from "../support/installing.ts"
import { advance, begin, host, serving, specOf } from "../support/scripted.ts"

const stamp = "1.0\nmake all\n"
const deaf: Script.Script = { onEndOfInput: "ignores", onSigterm: "ignores" }
const lasting = (millis: number, code = 0): Script.Script => ({
  onEndOfInput: "ignores",
  ends: Script.exits(millis, code)
})
const stages = (events: ReadonlyArray<Extract<HostEvent, { _tag: "StateChanged" }>>) =>
  events.map(({ state }) =>
    state._tag === "Starting" ? Option.getOrElse(state.stage, () => "begun") : state._tag.toLowerCase()
  )

describe("An install", () => {
  it.effect("runs as a shell's command in the plugin's folder, before the launch [FLASH-INST-01, FLASH-LIFE-01]", () =>
    Effect.gen(function* () {
      const { commands, of, plugins, programs, shells, stamps, state } = yield* installing(() => lasting(1000))
      yield* plugins.start
      yield* advance(999)
      assert.deepInclude(yield* state, { _tag: "Starting", stage: Option.some("installing") })
      assert.deepStrictEqual([shells(), programs(), stamps.size], [1, 0, 0])
      yield* advance(1)
      assert.deepStrictEqual([shells(), programs(), stamps.get("/data/third")], [1, 1, stamp])
      assert.deepStrictEqual(commands, [["/plugins/third", "/bin/sh", "-c", "make all"]])
      assert.deepStrictEqual(stages(of("StateChanged")), ["begun", "installing", "launching", "running"])
      assert.deepStrictEqual(
        of("InstallEnded").map(({ outcome, elapsed, log }) => [outcome, elapsed, log]),
        [["installed", 1000, Result.succeed("/logs/one")]]
      )
    })
  )

  it.effect("has the scrubbed environment of its plugin, and no input", () =>
    Effect.gen(function* () {
      const seen: Array<Readonly<Record<string, string>>> = []
      const { plugins, stage } = yield* host(
        (_, { environment }) => {
          seen.push(Environment.toRecord(environment))
          return { answers: serving() }
        },
        [thirdParty("third")]
      )
      yield* plugins.start
      yield* advance(10)
      assert.lengthOf(seen, 2)
      assert.deepStrictEqual(seen[0], seen[1])
      assert.strictEqual(seen[0]?.FLASH_PLUGIN_DATA_DIR, "/data/third")
      const first = stage.log().filter(({ attempt, what }) => attempt === 1 && what === "end of input")
      assert.lengthOf(first, 1)
    })
  )

  it.effect.each([
    ["nothing", undefined, 1],
    ["the same", stamp, 0],
    ["another version", "0.9\nmake all\n", 1],
    ["another command", "1.0\nmake\n", 1],
    ["less than a line", "1.0\nmake all", 1]
  ] as const)("is done once for each version and command: the stamp says %s [FLASH-INST-01]", ([, before, runs]) =>
    Effect.gen(function* () {
      const stamps: Readonly<Record<string, string>> = before === undefined ? {} : { "/data/third": before }
      const { plugins, programs, shells, stamps: after } = yield* installing(() => lasting(10), undefined, { stamps })
      yield* plugins.start
      yield* advance(100)
      const reloading = yield* begin(plugins.reload("third"))
      yield* advance(1000)
      yield* reloading.outcome
      assert.deepStrictEqual([shells(), programs(), after.get("/data/third")], [runs, 2, stamp])
    })
  )

  it.effect("is a third party's alone [FLASH-INST-01]", () =>
    Effect.gen(function* () {
      const own = thirdParty("own")
      const { plugins, programs, shells } = yield* installing(
        () => lasting(10),
        [
          { ...own, origin: "official" },
          specOf("silent", { query: {}, install: "make" }),
          specOf("none", { query: {} })
        ]
      )
      yield* plugins.start
      yield* advance(100)
      assert.deepStrictEqual([shells(), programs()], [0, 3])
    })
  )

  it.effect("runs when its plugin turns out to be a third party's", () =>
    Effect.gen(function* () {
      const spec = thirdParty("third")
      const { plugins, programs, shells } = yield* installing(() => lasting(10), [{ ...spec, origin: "official" }])
      yield* plugins.start
      yield* advance(100)
      yield* plugins.apply([spec])
      yield* advance(100)
      assert.deepStrictEqual([shells(), programs()], [1, 2])
    })
  )

  it.effect.each<readonly [string, Script.Ending]>([
    ["another status than 0", Script.exits(10, 3)],
    ["a signal", Script.dies(10, "SIGSEGV")]
  ])(
    "that ends by %s fails its attempt, and is tried again after a backoff [FLASH-INST-10, FLASH-LIFE-07]",
    ([, ends]) =>
      Effect.gen(function* () {
        const { logs, of, plugins, programs, shells, stamps, state, when } = yield* installing((count) =>
          count === 1
            ? {
                onEndOfInput: "ignores",
                ends,
                emits: [
                  { at: 1, text: "sëcret" },
                  { at: 1, text: "x", to: "stderr" }
                ]
              }
            : lasting(10)
        )
        yield* plugins.start
        yield* advance(10)
        assert.strictEqual((yield* state)?._tag, "Backoff")
        assert.deepStrictEqual([programs(), stamps.size], [0, 0])
        assert.deepInclude(of("AttemptFailed")[0]?.failure, {
          _tag: "InstallFailed",
          exit: ends.exit,
          overdue: false,
          stdoutBytes: 7,
          stderrBytes: 1
        })
        assert.deepInclude((yield* plugins.status)[0], { failures: 1 })
        yield* advance(1010)
        assert.deepStrictEqual([when("started", 2), shells(), programs(), stamps.size], [1010, 2, 1, 1])
        assert.deepStrictEqual(
          logs.map(({ outcome }) => outcome),
          ["failed", "installed"]
        )
      })
  )

  it.effect("that cannot be started fails its attempt", () =>
    Effect.gen(function* () {
      const fails = new ProcessError.SystemLimitReached({ executable: "/bin/sh", limit: "EAGAIN" })
      const { logs, of, plugins, programs } = yield* installing(() => ({ fails }))
      yield* plugins.start
      yield* advance(10)
      assert.strictEqual(of("AttemptFailed")[0]?.failure, fails)
      assert.deepStrictEqual([programs(), logs], [0, []])
    })
  )

  it.effect("that fails six times parks its plugin [FLASH-INST-10]", () =>
    Effect.gen(function* () {
      const { plugins, shells, state } = yield* installing(() => lasting(0, 1))
      yield* plugins.start
      yield* advance("1 hour")
      assert.deepStrictEqual([(yield* state)?._tag, shells()], ["Parked", 6])
    })
  )

  it.effect("may take 300 s, then gets SIGTERM and 500 ms later SIGKILL [FLASH-INST-04, FLASH-INST-09]", () =>
    Effect.gen(function* () {
      const { of, plugins, programs, stamps, when } = yield* installing((count) =>
        count === 1 ? deaf : lasting(299_999)
      )
      yield* plugins.start
      yield* advance("10 minutes")
      assert.deepStrictEqual([when("SIGTERM"), when("SIGKILL")], [300_000, 300_500])
      assert.deepInclude(of("AttemptFailed")[0]?.failure, { _tag: "InstallFailed", overdue: true })
      assert.deepStrictEqual([programs(), stamps.size, when("started", 2)], [0, 0, 301_500])
      yield* advance("10 minutes")
      assert.deepStrictEqual([programs(), stamps.size, when("SIGTERM", 2)], [1, 1, undefined])
    })
  )

  it.effect("is overdue even if it leaves with status 0 then, and a host may say when that is [FLASH-INST-09]", () =>
    Effect.gen(function* () {
      const { of, plugins, stamps, when } = yield* installing(
        () => ({ onEndOfInput: "ignores", onSigterm: Script.exits(5) }),
        undefined,
        { limit: "20 millis" }
      )
      yield* plugins.start
      yield* advance(100)
      assert.deepStrictEqual([when("SIGTERM"), when("SIGKILL")], [20, undefined])
      assert.deepInclude(of("AttemptFailed")[0]?.failure, { overdue: true, exit: { _tag: "Exited", code: 0 } })
      assert.strictEqual(stamps.size, 0)
    })
  )

  it.effect.each<readonly [string, Script.Script, number]>([
    ["ignores SIGTERM", deaf, 500],
    ["leaves with status 0", { onEndOfInput: "ignores", onSigterm: Script.exits(30) }, 30]
  ])(
    "that is cancelled and %s writes no stamp and launches nothing, and the stop waits for it [FLASH-INST-04, FLASH-INST-05]",
    ([, script, last]) =>
      Effect.gen(function* () {
        const { logs, of, plugins, programs, stamps, when } = yield* installing(() => script)
        yield* plugins.start
        yield* advance(1000)
        const stopping = yield* begin(plugins.stop)
        assert.strictEqual(when("SIGTERM"), 1000)
        yield* advance(last - 1)
        assert.isUndefined(stopping.now())
        yield* advance(1)
        yield* stopping.outcome
        yield* advance("1 hour")
        assert.deepStrictEqual([stamps.size, programs(), of("AttemptFailed")], [0, 0, []])
        assert.deepStrictEqual(
          logs.map(({ outcome }) => outcome),
          ["cancelled"]
        )
      })
  )

  it.effect("that was done while its attempt was stopped writes no stamp [FLASH-INST-05]", () =>
    Effect.gen(function* () {
      const { logs, plugins, programs, stamps } = yield* installing(() => lasting(10), undefined, {
        stampRefused: Effect.sleep(100)
      })
      yield* plugins.start
      yield* advance(50)
      const stopping = yield* begin(plugins.stop)
      yield* advance(100)
      yield* stopping.outcome
      assert.deepStrictEqual([logs[0]?.outcome, stamps.size, programs()], ["installed", 0, 0])
    })
  )

  it.effect("whose stamp cannot be written fails its attempt; whose log cannot be kept does not", () =>
    Effect.gen(function* () {
      const refused = new DataFolderRefused({ folder: "/data/third", code: "ENOSPC" })
      const one = yield* installing(() => lasting(10), undefined, { stampRefused: Effect.fail(refused) })
      yield* one.plugins.start
      yield* advance(10)
      assert.strictEqual(one.of("AttemptFailed")[0]?.failure, refused)
      assert.strictEqual(one.programs(), 0)
      const other = yield* installing(() => lasting(10), undefined, { logRefused: "ENOSPC" })
      yield* other.plugins.start
      yield* advance(10)
      const kept = other
        .of("InstallEnded")
        .map(({ log }) => Result.match(log, { onFailure: ({ code }) => code, onSuccess: String }))
      assert.deepStrictEqual(kept, ["ENOSPC"])
      assert.deepStrictEqual([other.programs(), other.stamps.size], [1, 1])
    })
  )

  it.effect("is over when its group is, and what it left running gets SIGTERM and SIGKILL", () =>
    Effect.gen(function* () {
      const { plugins, programs, stamps, when } = yield* installing(() => ({
        ...lasting(100),
        group: [{ name: "daemon", onSigterm: "ignores", holdsOutput: true }]
      }))
      yield* plugins.start
      yield* advance(599)
      assert.deepStrictEqual([when("SIGTERM"), programs(), stamps.size], [100, 0, 0])
      yield* advance(100)
      assert.deepStrictEqual([when("SIGKILL"), programs(), stamps.size], [600, 1, 1])
    })
  )

  it.effect.each([
    [-1, 0],
    [0, 0],
    [1, 1]
  ] as const)(
    "keeps 4 MiB of stdout and 256 KiB of stderr: %i more are %i left out [FLASH-INST-03]",
    ([more, omitted]) =>
      Effect.gen(function* () {
        const { logs, plugins } = yield* installing(() => ({
          ...lasting(10),
          emits: [
            { at: 1, text: "o".repeat(InstallJob.stdoutBytes + more) },
            { at: 2, text: "e".repeat(InstallJob.stderrBytes + more), to: "stderr" }
          ]
        }))
        yield* plugins.start
        yield* advance(100)
        const least = Math.min(0, more)
        assert.deepStrictEqual([InstallJob.stdoutBytes, InstallJob.stderrBytes], [4_194_304, 262_144])
        assert.deepStrictEqual(
          logs.map(({ stdout, stderr }) => [stdout.bytes.length, stdout.omitted, stderr.bytes.length, stderr.omitted]),
          [[4_194_304 + least, omitted, 262_144 + least, omitted]]
        )
      })
  )
})

describe("Installs of one folder", () => {
  const links = { "/plugins/b": "/plugins/a", "/plugins/c": "/plugins/a" }
  const three = [thirdParty("a"), thirdParty("b"), thirdParty("c"), thirdParty("elsewhere")]

  it.effect("happen one at a time in the order they were asked for, links resolved [FLASH-INST-06]", () =>
    Effect.gen(function* () {
      const { commands, logs, plugins, when } = yield* installing(
        (count) =>
          count === 1 ? { ...lasting(100), group: [{ name: "tail", onSigterm: Script.exits(50) }] } : lasting(100),
        three,
        { links }
      )
      yield* plugins.start
      yield* advance(1000)
      assert.deepStrictEqual(
        commands.map(([cwd]) => cwd),
        ["/plugins/a", "/plugins/elsewhere", "/plugins/b", "/plugins/c"]
      )
      assert.deepStrictEqual(
        logs.map(({ plugin }) => plugin),
        ["elsewhere", "a", "b", "c"]
      )
      assert.deepStrictEqual([when("started", 1), when("started", 2)], [0, 0])
      assert.isAtLeast(when("started", 3) ?? 0, when("gone", 1) ?? Number.POSITIVE_INFINITY)
      assert.isAtLeast(when("started", 4) ?? 0, when("gone", 3) ?? Number.POSITIVE_INFINITY)
    })
  )

  it.effect("never begin once they are cancelled while they wait [FLASH-INST-07]", () =>
    Effect.gen(function* () {
      const { commands, logs, plugins } = yield* installing(() => lasting(100), three, { links })
      yield* plugins.start
      yield* advance(50)
      yield* plugins.apply([thirdParty("a"), thirdParty("c")])
      yield* advance(1000)
      assert.deepStrictEqual(
        commands.map(([cwd]) => cwd),
        ["/plugins/a", "/plugins/elsewhere", "/plugins/c"]
      )
      assert.deepStrictEqual(
        logs.map(({ plugin, outcome }) => [plugin, outcome]),
        [
          ["elsewhere", "cancelled"],
          ["a", "installed"],
          ["c", "installed"]
        ]
      )
    })
  )

  it.effect(
    "keep their turn until their group is gone, also when another process replaces theirs [FLASH-INST-06, FLASH-INST-07]",
    () =>
      Effect.gen(function* () {
        const { plugins, logs, stamps, when } = yield* installing(
          (count) => (count === 1 ? deaf : lasting(100)),
          [thirdParty("a"), thirdParty("b")],
          { links }
        )
        yield* plugins.start
        yield* advance(50)
        yield* plugins.apply([thirdParty("a", { version: "2.0" }), thirdParty("b")])
        yield* advance(499)
        assert.deepStrictEqual([when("SIGTERM", 1), when("started", 2)], [50, undefined])
        yield* advance(1000)
        assert.deepStrictEqual([when("SIGKILL", 1), when("started", 2)], [550, 550])
        assert.deepStrictEqual(
          logs.map(({ plugin, version, outcome }) => [plugin, version, outcome]),
          [
            ["a", "1.0", "cancelled"],
            ["b", "1.0", "installed"],
            ["a", "2.0", "installed"]
          ]
        )
        assert.deepStrictEqual([...stamps.values()].toSorted(), [stamp, "2.0\nmake all\n"])
      })
  )
})

describe("An attempt", () => {
  it.effect.each<readonly [string, Script.Script, Script.Script, ReadonlyArray<string>]>([
    ["installing", lasting(10, 1), {}, ["begun", "installing", "backoff"]],
    [
      "launching",
      lasting(10),
      { fails: new ProcessError.SpawnFailed({ executable: "x", code: "EIO" }) },
      ["begun", "installing", "launching", "backoff"]
    ],
    [
      "running",
      lasting(10),
      { answers: serving(), ends: Script.exits(50) },
      ["begun", "installing", "launching", "running", "backoff"]
    ]
  ])("goes from %s to a backoff when it fails [FLASH-LIFE-01]", ([, install, program, expected]) =>
    Effect.gen(function* () {
      const { of, plugins } = yield* host(
        (_, { executable }) => (executable === "/bin/sh" ? install : program),
        [thirdParty("third")]
      )
      yield* plugins.start
      yield* advance(500)
      assert.deepStrictEqual(stages(of("StateChanged")), expected)
    })
  )
})
