import { assert, describe, it } from "@effect/vitest"
import { Constants, type HostCalls as Contract } from "@lanyard/flash-protocol"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import * as Families from "../../src/hostcalls/Families.ts"
import type { Caller } from "../../src/hostcalls/Family.ts"
import { HostCalls } from "../../src/hostcalls/HostCalls.ts"
import { caller, callsOf, layerUnexpected } from "../support/calls.ts"

interface Example<M extends Contract.Method> {
  readonly params: Contract.Params<M>
  readonly received: Contract.Received<M>
  readonly reply: Contract.Reply<M>
  readonly result: Readonly<Record<string, unknown>>
  /** Params that this call refuses, and how; some calls take anything. */
  readonly wrong?: readonly [unknown, string]
}

const errors = Constants.hostCallErrors
const row = { pid: 7, comm: "init", cpu_percent: 0.5, mem_percent: 2 }
const stroke = { key_code: 8, modifiers: ["command"] as const }
const walk = {
  pid: 7,
  roots: "windows" as const,
  follow: Constants.hostCallBounds.ax_follow,
  collect: [],
  prune_roles: [],
  max_nodes: 3000,
  geometry: false
}

const examples: { readonly [M in Contract.Method]: Example<M> } = {
  "host.ping": { params: { a: 1 }, received: { a: 1 }, reply: { echo: { a: 1 } }, result: { echo: { a: 1 } } },
  "host.storage_get": {
    params: { key: "k" },
    received: { key: "k" },
    reply: Option.some("v"),
    result: { present: true, value: "v" },
    wrong: [{}, errors.storage_get_key]
  },
  "host.storage_set": {
    params: { key: "k", value: "v" },
    received: { key: "k", value: "v" },
    reply: undefined,
    result: {},
    wrong: [{ key: "k", value: 1 }, errors.storage_value]
  },
  "host.fetch": {
    params: { url: "https://a.b/" },
    received: { url: "https://a.b/" },
    reply: { status: 404, body: "none" },
    result: { status: 404, body: "none" },
    wrong: [{ url: "http://a.b/" }, errors.fetch_url]
  },
  "host.normal_mode_target": {
    params: undefined,
    received: undefined,
    reply: Option.some({ pid: 7, bundle_id: "b" }),
    result: { present: true, pid: 7, bundle_id: "b" }
  },
  "host.activate": {
    params: { pid: 7 },
    received: { pid: 7 },
    reply: undefined,
    result: {},
    wrong: [{ pid: 0 }, errors.activate_pid]
  },
  "host.open": {
    params: { url: "x:y" },
    received: { url: "x:y" },
    reply: { bundle_id: "b" },
    result: { bundle_id: "b" },
    wrong: [{}, errors.open_target]
  },
  "host.post_media_key": {
    params: { key_code: 31 },
    received: { key_code: 31 },
    reply: undefined,
    result: {},
    wrong: [{ key_code: 32 }, errors.media_key_code]
  },
  "host.process_table": {
    params: {},
    received: { sample_window_ms: 150 },
    reply: { processes: [row] },
    result: { processes: [row] },
    wrong: [{ pid: 0 }, errors.process_table_pid]
  },
  "host.signal": {
    params: { pid: 2 },
    received: { pid: 2 },
    reply: undefined,
    result: {},
    wrong: [{ pid: 1 }, errors.signal_pid]
  },
  "host.clipboard_write": {
    params: { text: "" },
    received: { text: "" },
    reply: undefined,
    result: {},
    wrong: [{}, errors.clipboard_text]
  },
  "host.notify": {
    params: { message: "m" },
    received: { message: "m", duration_ms: 3000 },
    reply: undefined,
    result: {},
    wrong: [{ message: "" }, errors.notify_message]
  },
  "host.wifi_info": {
    params: { request_authorization: false },
    received: { request_authorization: false },
    reply: Option.some("home"),
    result: { present: true, ssid: "home" },
    wrong: [{}, errors.wifi_authorization]
  },
  "host.post_keys": {
    params: { pid: 7, keys: [stroke] },
    received: { pid: 7, keys: [stroke], interval_ms: 35 },
    reply: undefined,
    result: {},
    wrong: [{ pid: 7, keys: [] }, errors.post_keys_params]
  },
  "host.post_global_key": {
    params: stroke,
    received: stroke,
    reply: undefined,
    result: {},
    wrong: [{ key_code: 8, modifiers: [] }, errors.global_key_params]
  },
  "host.ax_snapshot": {
    params: { pid: 7 },
    received: walk,
    reply: { nodes: [], truncated: true },
    result: { nodes: [], truncated: true },
    wrong: [{}, errors.ax_snapshot_pid]
  },
  "host.ax_perform": {
    params: { handle: 1 },
    received: { handle: 1, action: "AXPress" },
    reply: undefined,
    result: {},
    wrong: [{}, errors.ax_perform_handle]
  },
  "host.ax_set": {
    params: { handle: 1, attribute: "AXValue", value: true },
    received: { handle: 1, attribute: "AXValue", value: true },
    reply: undefined,
    result: {},
    wrong: [{ handle: 1, attribute: "AXValue", value: 1 }, errors.ax_set_value]
  },
  "host.ax_select_child": {
    params: { parent: 1, child: 2 },
    received: { parent: 1, child: 2 },
    reply: undefined,
    result: {},
    wrong: [{ parent: 1 }, errors.ax_select_params]
  }
}

const methods = Object.keys(Constants.hostCalls).filter(
  (method) => method in examples
) as ReadonlyArray<Contract.Method>

const gated = methods.filter((method) => Constants.hostCalls[method] !== null)

type Asked = readonly [method: string, params: unknown, plugin: string]

/** Families that answer with the examples, or refuse with a text; what they were asked comes first. */
const playing = (refusal?: string) => {
  const asked: Array<Asked> = []
  const play =
    <M extends Contract.Method>(method: M) =>
    (params: Contract.Received<M>, { plugin }: Caller) =>
      Effect.suspend(() => {
        asked.push([method, params, plugin])
        return refusal === undefined ? Effect.succeed(examples[method].reply) : Effect.fail(refusal)
      })
  const layer = Layer.mergeAll(
    Layer.succeed(Families.Accessibility, {
      snapshot: play("host.ax_snapshot"),
      perform: play("host.ax_perform"),
      set: play("host.ax_set"),
      selectChild: play("host.ax_select_child"),
      forget: (plugin) => Effect.sync(() => asked.push(["forget", undefined, plugin]))
    }),
    Layer.succeed(Families.AppControl, {
      normalModeTarget: play("host.normal_mode_target"),
      activate: play("host.activate")
    }),
    Layer.succeed(Families.Clipboard, { write: play("host.clipboard_write") }),
    Layer.succeed(Families.Fetch, { fetch: play("host.fetch") }),
    Layer.succeed(Families.Keys, { post: play("host.post_keys"), postGlobal: play("host.post_global_key") }),
    Layer.succeed(Families.MediaKeys, { post: play("host.post_media_key") }),
    Layer.succeed(Families.Notifier, { notify: play("host.notify") }),
    Layer.succeed(Families.Opener, { open: play("host.open") }),
    Layer.succeed(Families.Processes, { table: play("host.process_table"), signal: play("host.signal") }),
    Layer.succeed(Families.Storage, { get: play("host.storage_get"), set: play("host.storage_set") }),
    Layer.succeed(Families.Wifi, { info: play("host.wifi_info") })
  )
  return { asked, layer }
}

const poor: Caller = { ...caller, capabilities: new Set() }

describe("HostCalls", () => {
  it.effect.each(methods)(
    "hands %s to its family with its defaults, and encodes what comes back [FLASH-CAP-03]",
    (method) =>
      Effect.gen(function* () {
        const { asked, layer } = playing()
        const { params, received, result } = examples[method]
        const calls = yield* callsOf(layer)
        assert.deepStrictEqual(yield* calls.answer(caller, method, params), { ok: true, ...result })
        assert.deepStrictEqual(asked, method === "host.ping" ? [] : [[method, received, "asker"]])
      })
  )

  it.effect.each(gated)(
    "denies %s without its capability, whatever it carries [FLASH-CAP-02, FLASH-CAP-04]",
    (method) =>
      Effect.gen(function* () {
        const needed = Constants.hostCalls[method] ?? ""
        const calls = yield* callsOf()
        const others = new Set(Constants.capabilities.filter((capability) => capability !== needed))
        for (const asking of [poor, { ...caller, capabilities: others }]) {
          for (const params of [examples[method].params, null, {}]) {
            const denied = { ok: false, error: `missing ${needed} capability` }
            assert.deepStrictEqual(yield* calls.answer(asking, method, params), denied)
          }
        }
      })
  )

  it.effect.each(methods.flatMap((method) => (examples[method].wrong === undefined ? [] : [[method] as const])))(
    "refuses params of %s that break its rules, and asks nobody",
    ([method]) =>
      Effect.gen(function* () {
        const [params, error] = examples[method].wrong ?? []
        const calls = yield* callsOf()
        assert.deepStrictEqual(yield* calls.answer(caller, method, params), { ok: false, error })
      })
  )

  it.effect.each(methods.filter((method) => method !== "host.ping"))("passes on the refusal of %s", (method) =>
    Effect.gen(function* () {
      const calls = yield* callsOf(playing("not today").layer)
      const refused = yield* calls.answer(caller, method, examples[method].params)
      assert.deepStrictEqual(refused, { ok: false, error: "not today" })
    })
  )

  it.effect("asks for nothing to ping and to store [FLASH-CAP-03]", () =>
    Effect.gen(function* () {
      const { layer } = playing()
      const calls = yield* callsOf(layer)
      for (const method of ["host.ping", "host.storage_get", "host.storage_set"] as const) {
        const { params, result } = examples[method]
        assert.deepStrictEqual(yield* calls.answer(poor, method, params), { ok: true, ...result })
      }
    })
  )

  it.effect.each([
    ["host.teleport", poor, "unknown method: host.teleport"],
    ["publish", caller, "unknown method: publish"],
    ["", caller, "unknown method: "],
    ["__proto__", caller, "unknown method: __proto__"],
    ["host.ax_bogus", poor, "missing accessibility capability"],
    ["host.ax_bogus", caller, "unknown method: host.ax_bogus"]
  ] as const)("answers %j from %o [FLASH-CAP-05, FLASH-CAP-06]", ([method, asking, error]) =>
    Effect.gen(function* () {
      const calls = yield* callsOf()
      assert.deepStrictEqual(yield* calls.answer(asking, method, {}), { ok: false, error })
    })
  )

  it.effect("lets a host replace one family by a layer that comes later", () =>
    Effect.gen(function* () {
      const own = Layer.succeed(Families.Wifi, { info: () => Effect.succeedSome("own") })
      const layer = HostCalls.layer.pipe(Layer.provide([playing().layer, own]))
      const calls = yield* Effect.provide(HostCalls, yield* Layer.build(layer))
      assert.deepStrictEqual(yield* calls.answer(caller, "host.wifi_info", { request_authorization: false }), {
        ok: true,
        present: true,
        ssid: "own"
      })
    })
  )

  it.effect("lets a host replace one family of host calls that another composition has already", () =>
    Effect.gen(function* () {
      const own = Layer.succeed(Families.Wifi, { info: () => Effect.succeedSome("own") })
      const there = HostCalls.layer.pipe(Layer.provide(layerUnexpected))
      const calls = HostCalls.layer.pipe(Layer.provide(Layer.merge(layerUnexpected, own)))
      const { answer } = yield* Effect.provide(HostCalls, yield* Layer.build(Layer.merge(there, calls)))
      const reply = yield* answer(caller, "host.wifi_info", { request_authorization: false })
      assert.deepStrictEqual(reply, { ok: true, present: true, ssid: "own" })
    })
  )

  it.effect("forgets a plugin's handles with its process", () =>
    Effect.gen(function* () {
      const { asked, layer } = playing()
      yield* (yield* callsOf(layer)).forget("asker")
      assert.deepStrictEqual(asked, [["forget", undefined, "asker"]])
    })
  )
})

describe("host.notify", () => {
  const notify = (calls: HostCalls["Service"], plugin: string, message = "m") =>
    Effect.map(calls.answer({ ...caller, plugin }, "host.notify", { message }), ({ error }) => error)

  it.effect("is accepted once a second from each plugin, whoever shows it [FLASH-HOST-40]", () =>
    Effect.gen(function* () {
      const { asked, layer } = playing()
      const calls = yield* callsOf(layer)
      assert.isUndefined(yield* notify(calls, "a"))
      assert.isUndefined(yield* notify(calls, "b"))
      yield* TestClock.adjust(999)
      assert.strictEqual(yield* notify(calls, "a"), errors.notify_rate)
      yield* TestClock.adjust(1)
      assert.isUndefined(yield* notify(calls, "a"))
      assert.strictEqual(yield* notify(calls, "a"), errors.notify_rate)
      assert.deepStrictEqual(
        asked.map(([, , plugin]) => plugin),
        ["a", "b", "a"]
      )
    })
  )

  it.effect("with params that are refused does not count [FLASH-HOST-40]", () =>
    Effect.gen(function* () {
      const calls = yield* callsOf(playing().layer)
      assert.strictEqual(yield* notify(calls, "a", ""), errors.notify_message)
      assert.isUndefined(yield* notify(calls, "a"))
    })
  )
})

describe("What a host does not provide", () => {
  it.effect.each([
    ["host.activate", { ok: false, error: "host.activate is unavailable on this host" }],
    ["host.post_media_key", { ok: false, error: "host.post_media_key is unavailable on this host" }],
    ["host.post_keys", { ok: false, error: "key posting unavailable" }],
    ["host.post_global_key", { ok: false, error: "global key posting unavailable" }],
    ["host.ax_snapshot", { ok: false, error: "host.ax_snapshot is unavailable on this host" }],
    ["host.ax_perform", { ok: false, error: "host.ax_perform is unavailable on this host" }],
    ["host.ax_set", { ok: false, error: "host.ax_set is unavailable on this host" }],
    ["host.ax_select_child", { ok: false, error: "host.ax_select_child is unavailable on this host" }],
    ["host.normal_mode_target", { ok: true, present: false }],
    ["host.wifi_info", { ok: true, present: false }]
  ] as const)("answers %s by saying so", ([method, expected]) =>
    Effect.gen(function* () {
      const calls = yield* callsOf(Families.layerUnavailable)
      assert.deepStrictEqual(yield* calls.answer(caller, method, examples[method].params), expected)
      yield* calls.forget("asker")
    })
  )

  it.effect.each(methods)("is unknown where there are no calls at all: %s", (method) =>
    Effect.gen(function* () {
      const calls = yield* Effect.provide(HostCalls, yield* Layer.build(HostCalls.layerNone))
      const { wrong, params } = examples[method]
      const error = `unknown method: ${method}`
      assert.deepStrictEqual(yield* calls.answer(caller, method, params), { ok: false, error })
      if (wrong !== undefined) {
        assert.deepStrictEqual(yield* calls.answer(caller, method, wrong[0]), { ok: false, error: wrong[1] })
      }
      yield* calls.forget("asker")
    })
  )
})
