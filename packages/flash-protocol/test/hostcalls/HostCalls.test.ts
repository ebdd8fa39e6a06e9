import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import type { Capability } from "../../src/Capability.ts"
import { capabilities, hostCallErrors, hostCalls } from "../../src/Constants.ts"
import * as HostCalls from "../../src/hostcalls/HostCalls.ts"
import * as Hostile from "../support/hostile.ts"
import { value } from "../support/json.ts"

const every = new Set<Capability>(capabilities)
const none = new Set<Capability>()
const methods = Object.values(HostCalls.table).map(({ method }) => method)

/** One good call of each method: its params, what the host receives, and the reply. */
const examples: { readonly [M in HostCalls.Method]: readonly [HostCalls.Params<M>, HostCalls.Reply<M>] } = {
  "host.ping": [{ a: 1 }, { echo: { a: 1 } }],
  "host.storage_get": [{ key: "k" }, Option.some("v")],
  "host.storage_set": [{ key: "k", value: "v" }, undefined],
  "host.fetch": [{ url: "https://a.test/" }, { status: 200, body: "b" }],
  "host.normal_mode_target": [undefined, Option.some({ pid: 7, bundle_id: "a.b", window_id: 3 })],
  "host.activate": [{ pid: 7 }, undefined],
  "host.open": [{ url: "a:b" }, { bundle_id: "a.b" }],
  "host.post_media_key": [{ key_code: 16 }, undefined],
  "host.process_table": [{ pid: 7 }, { processes: [{ pid: 7, comm: "c", cpu_percent: 1, mem_percent: 2 }] }],
  "host.signal": [{ pid: 7 }, undefined],
  "host.clipboard_write": [{ text: "t" }, undefined],
  "host.notify": [{ message: "m" }, undefined],
  "host.wifi_info": [{ request_authorization: false }, Option.some("net")],
  "host.post_keys": [{ pid: 7, keys: [{ key_code: 9, modifiers: ["command"] }] }, undefined],
  "host.post_global_key": [{ key_code: 9, modifiers: ["command"] }, undefined],
  "host.ax_snapshot": [{ pid: 7 }, { nodes: [{ handle: 1, root: 0, attrs: {} }], truncated: true }],
  "host.ax_perform": [{ handle: 1 }, undefined],
  "host.ax_set": [{ handle: 1, attribute: "AXValue", value: true }, undefined],
  "host.ax_select_child": [{ parent: 1, child: 2 }, undefined]
}

/** What a host writes: a function for each call. */
type Handlers = { readonly [M in HostCalls.Method]: (params: HostCalls.Received<M>) => HostCalls.Reply<M> }

const handlers = (heard: (params: unknown) => void): Handlers => {
  const handle = <M extends HostCalls.Method>(method: M) => ({
    [method]: (params: HostCalls.Received<M>): HostCalls.Reply<M> => {
      heard(params)
      return examples[method][1]
    }
  })
  // Every method is in the table, so every member is there; `Object.assign` cannot say so.
  return Object.assign({}, ...methods.map(handle)) as Handlers
}

const serve = <M extends HostCalls.Method>(own: Handlers, { method, params }: HostCalls.Accepted<M>) =>
  HostCalls.table[method].encodeReply(own[method](params))

const wire = (body: unknown): unknown => value(JSON.stringify(body))

describe("the table of host calls", () => {
  it("has each method once, under its name and with its capability [FLASH-CAP-03]", () => {
    assert.deepStrictEqual(Object.keys(HostCalls.table), Object.keys(hostCalls))
    for (const [name, call] of Object.entries(HostCalls.table)) {
      assert.strictEqual(call.method, name)
      assert.strictEqual(call.capability, hostCalls[call.method])
    }
  })

  it("waits ten seconds for a fetch and five for everything else [FLASH-HOST-05]", () => {
    const waits = Object.values(HostCalls.table).map(({ method, wait }) => [method, wait])
    assert.deepStrictEqual(
      waits,
      methods.map((method) => [method, method === "host.fetch" ? 10_000 : 5_000])
    )
  })

  const journey = <M extends HostCalls.Method>(method: M) => {
    const [params, reply] = examples[method]
    const call = HostCalls.table[method]
    const heard: Array<unknown> = []
    const accepted = Result.getOrThrow(HostCalls.accept(method, wire(call.encodeParams(params)), every))
    const body = serve(
      handlers((received) => heard.push(received)),
      accepted
    )
    return { accepted, heard, got: Result.merge(call.decodeReply(wire(body))), reply, params }
  }

  it.each(methods)("carries %s to its handler, and the reply back [FLASH-HOST-01]", (method) => {
    const { accepted, heard, got, reply, params } = journey(method)
    assert.strictEqual(accepted.method, method)
    assert.deepStrictEqual(heard, [accepted.params])
    assert.deepInclude({ ...Object(accepted.params) }, { ...Object(params) })
    assert.deepStrictEqual<unknown>(got, reply)
  })

  it.each(methods)("hands the refusal of %s to the plugin as it is [FLASH-HOST-01, FLASH-HOST-50]", (method) => {
    const refused = HostCalls.table[method].decodeReply({ ok: false, error: hostCallErrors.ax_stale })
    assert.strictEqual(Result.merge<unknown, unknown>(refused), "stale ax handle")
  })
})

describe("HostCalls.accept", () => {
  it.each(methods)("denies %s before it looks at the params [FLASH-CAP-02, FLASH-CAP-04]", (method) => {
    const needed = hostCalls[method]
    for (const params of [{}, { url: 1, pid: 0 }, null, Hostile.deep]) {
      const refusal = Result.match(HostCalls.accept(method, params, none), {
        onFailure: (text) => text,
        onSuccess: () => "accepted"
      })
      if (needed === null) assert.notInclude(refusal, "missing")
      else assert.strictEqual(refusal, `missing ${needed} capability`)
    }
  })

  it.each([
    ["publish", none, "unknown method: publish"],
    ["host.ax_bogus", none, "missing accessibility capability"],
    ["host.ax_bogus", every, "unknown method: host.ax_bogus"],
    ["constructor", every, "unknown method: constructor"]
  ])("knows no call %s [FLASH-CAP-05, FLASH-CAP-06]", (method, granted, refusal) => {
    assert.strictEqual(Result.merge<unknown, unknown>(HostCalls.accept(method, {}, granted)), refusal)
  })

  it("says in its type which params belong to which method", () => {
    const accepted = Result.getOrThrow(HostCalls.accept("host.signal", { pid: 2 }, every))
    const pid: number = accepted.method === "host.signal" ? accepted.params.pid : 0
    assert.strictEqual(pid, 2)
  })
})

const paramNames = [
  "key",
  "value",
  "url",
  "bundle_id",
  "pid",
  "key_code",
  "modifiers",
  "keys",
  "interval_ms",
  "sample_window_ms",
  "text",
  "message",
  "duration_ms",
  "request_authorization",
  "handle",
  "attribute",
  "action",
  "parent",
  "child",
  "roots",
  "follow",
  "max_nodes"
]
const replyNames = [
  "ok",
  "error",
  "echo",
  "present",
  "value",
  "status",
  "body",
  "pid",
  "bundle_id",
  "window_id",
  "processes",
  "comm",
  "cpu_percent",
  "mem_percent",
  "ssid",
  "nodes",
  "handle",
  "root",
  "parent",
  "attrs",
  "frame",
  "truncated",
  "message",
  "target_pid"
]
/** Refusals that name what the plugin sent. */
const naming = /^unknown modifier: /

describe("anything that a peer may send", () => {
  it.prop(
    "is accepted or refused by each call, whatever it is [FLASH-HOST-09, FLASH-HOST-10]",
    [Hostile.Choices],
    ([choices]) => {
      const params = Hostile.from(choices, paramNames)
      for (const method of methods) {
        for (const sent of [params, { pid: 7, handle: 1, key: "k", ...Object(params) }]) {
          const refusal = Result.flip<unknown, unknown>(HostCalls.accept(method, sent, every))
          if (Result.isFailure(refusal)) continue
          assert.isString(refusal.success)
          assert.isFalse(String(refusal.success).includes(Hostile.marker) && !naming.test(String(refusal.success)))
        }
      }
    },
    { arbitrary: { runs: 200 } }
  )

  it.prop(
    "is a reply or the one text for what is none [FLASH-HOST-03, FLASH-HOST-09]",
    [Hostile.Choices],
    ([choices]) => {
      const fields = Hostile.from(choices, replyNames)
      for (const method of methods) {
        const call = HostCalls.table[method]
        for (const body of [fields, { ...Object(fields), ok: true }, { ok: true, present: true, ...Object(fields) }]) {
          const reply: Result.Result<unknown, string> = call.decodeReply(body)
          if (Result.isFailure(reply) && Object(body).ok !== false) {
            assert.strictEqual(reply.failure, "invalid host response")
          }
        }
      }
    },
    { arbitrary: { runs: 200 } }
  )

  it("may be as long as a frame [FLASH-HOST-09]", () => {
    const long = Array.from({ length: 200_000 }, () => "command")
    const key = { key_code: 1, modifiers: long }
    const accepted = HostCalls.accept("host.post_global_key", key, every)
    assert.deepStrictEqual(Result.getOrThrow(accepted).params, { key_code: 1, modifiers: ["command"] })
    const many = { pid: 7, keys: Array.from({ length: 200_000 }, () => key) }
    assert.strictEqual(
      Result.merge<unknown, unknown>(HostCalls.accept("host.post_keys", many, every)),
      "host.post_keys requires pid and 1-32 keys"
    )
  })
})

describe("the texts of refusals", () => {
  it("are those of the contract, to the byte [FLASH-HOST-50]", () => {
    assert.deepStrictEqual<Record<string, string>>(hostCallErrors, {
      fetch_url: "host.fetch requires a valid https url param",
      fetch_not_allowed: "url not in fetch_urls allowlist",
      fetch_too_large: "response exceeds the 1 MiB host.fetch cap",
      fetch_not_text: "response is not UTF-8 text",
      fetch_failed: "fetch failed: <reason>",
      activate_pid: "host.activate requires pid",
      activate_no_app: "no running app for pid",
      open_target: "host.open requires url or bundle_id",
      open_failed: "open failed",
      media_key_code: "host.post_media_key requires key_code 0-31",
      media_key_failed: "media key event synthesis failed",
      process_table_pid: "host.process_table pid must be positive",
      signal_pid: "host.signal requires pid > 1",
      signal_failed: "signal failed: <reason>",
      clipboard_text: "host.clipboard_write requires text under 1 MiB",
      notify_message: "host.notify requires a message under 1 KiB",
      notify_rate: "host.notify rate limit: 1 per second",
      wifi_authorization: "host.wifi_info requires a boolean request_authorization param",
      storage_get_key: "host.storage_get requires a key under 128 bytes",
      storage_set_key: "host.storage_set requires a key under 128 bytes",
      storage_value: "host.storage_set value must be a string or null",
      storage_bound: "storage bound exceeded (64 KiB value, 256 entries)",
      storage_unavailable: "storage unavailable",
      post_keys_params: "host.post_keys requires pid and 1-32 keys",
      post_keys_key: "each key needs key_code and non-empty modifiers",
      post_keys_modifier: "unknown modifier: <modifier>",
      post_keys_unavailable: "key posting unavailable",
      global_key_params: "host.post_global_key requires key_code and valid non-empty modifiers",
      global_key_unavailable: "global key posting unavailable",
      global_key_failed: "global key event synthesis failed",
      ax_snapshot_pid: "host.ax_snapshot requires pid",
      ax_snapshot_scalars: "invalid snapshot scalar params",
      ax_perform_handle: "host.ax_perform requires handle",
      ax_set_params: "host.ax_set requires handle and attribute",
      ax_set_value: "host.ax_set value must be a bool or string",
      ax_select_params: "host.ax_select_child requires parent and child",
      ax_stale: "stale ax handle",
      ax_foreign: "ax handles belong to different processes",
      ax_action_failed: "ax action failed",
      ax_set_failed: "ax set failed",
      ax_select_failed: "ax select failed",
      unavailable: "<method> is unavailable on this host"
    })
  })
})
