import { assert, describe, it } from "@effect/vitest"
import { Script } from "@lanyard/process/testing"
import { Effect, Layer, Option } from "effect"
import { HostCalls } from "../../src/hostcalls/HostCalls.ts"
import * as Enforcer from "../../src/sandbox/Enforcer.ts"
import * as SandboxMode from "../../src/sandbox/SandboxMode.ts"
import * as Seatbelt from "../../src/sandbox/Seatbelt.ts"
import { installing, thirdParty } from "../support/installing.ts"
import { advance, host, serving, specOf } from "../support/scripted.ts"

const seatbelt = Enforcer.Enforcer.Seatbelt({ executable: Seatbelt.executable })
const bubblewrap = Enforcer.Enforcer.Bubblewrap({
  executable: "/usr/bin/bwrap",
  filters: { network: "/filters/1", inspection: "/filters/2", processes: "/filters/3" },
  starters: { env: "/usr/bin/env", nice: "/usr/bin/nice" }
})

const off = { enabled: false, execPaths: [] }

/** Plugins of all kinds under an enforcer, started, and the commands that they were started by. */
const started = Effect.fn(function* (enforcer: Enforcer.Enforcer) {
  const commands: Array<ReadonlyArray<string>> = []
  const { plugins, of } = yield* host(
    (_, { executable, args }) => {
      commands.push([executable, ...args])
      return { answers: serving() }
    },
    [
      specOf("denied", { query: {} }),
      specOf("open", { query: {}, capabilities: ["network"] }),
      specOf("strict", { query: {}, sandbox: {} }),
      { ...specOf("switched-off", { query: {}, sandbox: {} }), sandbox: off }
    ],
    Layer.merge(HostCalls.layerNone, Layer.succeed(Enforcer.Current, Effect.succeed(enforcer)))
  )
  yield* plugins.start
  yield* advance(100)
  const command = (id: string) => commands.find((all) => all.includes(`/plugins/${id}/program`)) ?? []
  return { command, sandboxes: Effect.map(plugins.status, (all) => all.map(({ sandbox }) => sandbox)), of }
})

const enforced = [
  { asked: "network_denied", enforced: "network_denied" },
  { asked: "unsandboxed", enforced: "unsandboxed" },
  { asked: "deny_default", enforced: "deny_default" },
  { asked: "disabled_by_config", enforced: "unsandboxed" }
]

describe("A host with a sandbox", () => {
  it.effect("starts plugins by sandbox-exec, and says what is enforced (F13) [FLASH-SAND-06, FLASH-SAND-07]", () =>
    Effect.gen(function* () {
      const { command, of, sandboxes } = yield* started(seatbelt)
      assert.deepStrictEqual(command("denied"), [
        "/usr/bin/sandbox-exec",
        "-p",
        "(version 1)\n(allow default)\n(deny network*)\n",
        "/plugins/denied/program",
        "--serve"
      ])
      assert.deepStrictEqual(command("open"), ["/plugins/open/program", "--serve"])
      assert.match(command("strict")[2] ?? "", /^\(version 1\)\n\(deny default\)\n/)
      assert.deepStrictEqual(command("switched-off"), ["/plugins/switched-off/program", "--serve"])
      assert.deepStrictEqual(yield* sandboxes, enforced)
      assert.deepStrictEqual(
        of("Unconfined").map(({ plugin, reason }) => [plugin, reason]),
        [["switched-off", undefined]]
      )
    })
  )

  it.effect("starts plugins by bwrap, under the filter of their sandbox (F13) [FLASH-SAND-06, FLASH-SAND-07]", () =>
    Effect.gen(function* () {
      const { command, sandboxes } = yield* started(bubblewrap)
      assert.deepStrictEqual(command("denied").slice(0, 5), [
        "/bin/sh",
        "-c",
        'trap "" TERM; exec "$@" 3<"$0"',
        "/filters/1",
        "/usr/bin/bwrap"
      ])
      assert.deepStrictEqual(command("denied").slice(-8), [
        "--",
        "/usr/bin/env",
        "--default-signal=TERM",
        "/usr/bin/nice",
        "-n",
        "0",
        "/plugins/denied/program",
        "--serve"
      ])
      assert.strictEqual(command("strict")[3], "/filters/3")
      assert.deepStrictEqual(command("switched-off"), ["/plugins/switched-off/program", "--serve"])
      assert.deepStrictEqual(yield* sandboxes, enforced)
    })
  )

  it.effect("says why nothing is enforced where nothing is (F13) [FLASH-SAND-11]", () =>
    Effect.gen(function* () {
      const { command, of, sandboxes } = yield* started(Enforcer.Enforcer.None({ reason: "it is a test" }))
      assert.deepStrictEqual(command("strict"), ["/plugins/strict/program", "--serve"])
      assert.deepStrictEqual((yield* sandboxes).slice(2), [
        { asked: "deny_default", enforced: "unsandboxed", reason: "it is a test" },
        { asked: "disabled_by_config", enforced: "unsandboxed" }
      ])
      assert.deepStrictEqual(
        of("Unconfined").map(({ plugin, reason }) => [plugin, reason]),
        [
          ["denied", "it is a test"],
          ["strict", "it is a test"],
          ["switched-off", undefined]
        ]
      )
    })
  )

  it.effect.each([
    [seatbelt, 65, "the profile did not compile"],
    [seatbelt, 71, "the program could not be run under the profile"],
    [seatbelt, 1, undefined],
    [bubblewrap, 65, undefined]
  ] as const)(
    "of %j tells a plugin that ends with %i before its handshake as %s [FLASH-SAND-10]",
    ([enforcer, code, refused]) =>
      Effect.gen(function* () {
        const { plugins } = yield* host(
          () => ({ ends: Script.exits(0, code) }),
          [specOf("strict", { query: {}, sandbox: {} })],
          Layer.merge(HostCalls.layerNone, Layer.succeed(Enforcer.Current, Effect.succeed(enforcer)))
        )
        yield* plugins.start
        yield* advance(300)
        const [standing] = yield* plugins.status
        const failure = Option.flatMap(standing?.lastFailure ?? Option.none(), (last) =>
          Option.fromUndefinedOr(last.failure)
        )
        assert.deepInclude(Option.getOrUndefined(failure), { _tag: "PluginExited", ready: false })
        assert.strictEqual(
          Option.getOrUndefined(Option.map(failure, (last) => (last._tag === "PluginExited" ? last.refused : "other"))),
          refused
        )
      })
  )

  it("claims nothing that the plugin did not ask for", () => {
    const spec = specOf("open", { query: {}, capabilities: ["subprocess"] })
    assert.deepStrictEqual(SandboxMode.of(spec, bubblewrap), { asked: "unsandboxed", enforced: "unsandboxed" })
  })
})

describe("An install", () => {
  it.effect("runs under the install's profile, whatever its plugin asks for [FLASH-INST-02]", () =>
    Effect.gen(function* () {
      const spec = thirdParty("third", { capabilities: ["network"] })
      const { logs, plugins, programs, wrapped } = yield* installing(() => ({ ends: Script.exits(10) }), [spec], {
        enforcer: seatbelt
      })
      yield* plugins.start
      yield* advance(100)
      assert.strictEqual(programs(), 1)
      const [executable, option, profile, ...rest] = wrapped[0] ?? []
      assert.deepStrictEqual([executable, option, rest], ["/usr/bin/sandbox-exec", "-p", ["/bin/sh", "-c", "make all"]])
      assert.match(profile ?? "", /^\(allow network-outbound\)$/m)
      assert.strictEqual(logs[0]?.sandbox, "Seatbelt")
    })
  )

  it.effect("runs without one where its user switched it off, and where there is none, and its log says so", () =>
    Effect.gen(function* () {
      const spec = { ...thirdParty("third"), sandbox: off }
      const { commands, logs, plugins } = yield* installing(() => ({ ends: Script.exits(10) }), [spec], {
        enforcer: bubblewrap
      })
      yield* plugins.start
      yield* advance(100)
      assert.deepStrictEqual(commands, [["/plugins/third", "/bin/sh", "-c", "make all"]])
      assert.strictEqual(logs[0]?.sandbox, "None")
    })
  )
})
