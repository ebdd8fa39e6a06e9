import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Handlers } from "../src/Handlers.ts"
import type { Host } from "../src/Host.ts"
import * as Reply from "../src/Reply.ts"
import { serve, started } from "./support/wire.ts"

const ask = (handlers: Handlers, method: string, params?: unknown) =>
  Effect.gen(function* () {
    const wire = yield* serve(handlers)
    wire.send({ id: 7, method, ...(params === undefined ? {} : { params }) })
    return yield* wire.reply(7)
  })

const capacity = { ok: false, error: "plugin request capacity exceeded" }
const title = (text: string) => [{ source: "s", title: text }]
const frame = { x: 0, y: 0, width: 1, height: 1 }

describe("Requests: the bound", () => {
  it.effect("handles sixteen requests at once and refuses the seventeenth at once; ping goes by [FLASH-SDK-15]", () =>
    Effect.gen(function* () {
      const wire = yield* started({ search: () => Effect.never })
      for (let id = 10; id < 26; id++) wire.send({ id, method: "search", params: {} })
      assert.deepStrictEqual(yield* wire.untilPong, [])
      wire.send({ id: 26, method: "search", params: {} })
      assert.deepStrictEqual(yield* wire.receive, { id: 26, result: capacity })
      assert.deepStrictEqual(yield* wire.untilPong, [])
    })
  )

  it.effect.each(["evaluate", "search", "hints", "perform"])(
    "refuses %s over the bound before it looks at its params [FLASH-SDK-15]",
    (method) =>
      Effect.gen(function* () {
        const wire = yield* started({ command: () => Effect.never })
        for (let id = 10; id < 26; id++) wire.send({ id, method: "perform", params: { kind: "command" } })
        wire.send({ id: 26, method, params: 5 })
        assert.deepStrictEqual(yield* wire.receive, { id: 26, result: capacity })
      })
  )

  it.effect("takes a request again when one is answered", () =>
    Effect.gen(function* () {
      const wire = yield* started({ search: ({ query }) => (query === "now" ? [] : Effect.never) })
      for (let id = 10; id < 25; id++) wire.send({ id, method: "search", params: {} })
      for (let id = 30; id < 40; id++) {
        wire.send({ id, method: "search", params: { query: "now" } })
        assert.deepStrictEqual(yield* wire.reply(id), { ok: true, rows: [] })
      }
    })
  )

  it.effect("holds 32 MiB of lines and refuses a byte more [FLASH-SDK-19]", () =>
    Effect.gen(function* () {
      const wire = yield* started({ search: () => Effect.never })
      const line = (id: number, bytes: number) => {
        const bare = `{"id":${id},"method":"search","params":{"query":""}}`
        return `${bare.slice(0, -3)}${"x".repeat(bytes - bare.length)}"}}\n`
      }
      const send = (id: number, bytes: number) => {
        wire.sendText(line(id, bytes))
        return wire.untilPong
      }
      for (const id of [10, 11, 12]) assert.deepStrictEqual(yield* send(id, 10_485_760), [])
      assert.deepStrictEqual(yield* send(13, 2_097_153), [{ id: 13, result: capacity }])
      assert.deepStrictEqual(yield* send(14, 2_097_152), [])
      assert.deepStrictEqual(yield* send(15, 100), [{ id: 15, result: capacity }])
    })
  )
})

describe("Requests: the early stop", () => {
  it.effect.each([
    ["search", 60, 54],
    ["hints", 500, 450],
    ["search", 501, 451],
    ["search", 1_000, 950],
    ["hints", 10_000, 9_950],
    ["search", 600_000, 599_950]
  ] as const)(
    "stops %s with a deadline of %d ms after %d, with a warning under its trace before the reply [FLASH-SDK-03, FLASH-SDK-04]",
    ([method, deadline, stop]) =>
      Effect.gen(function* () {
        let isStopped = false
        const never = () =>
          Effect.onInterrupt(Effect.never, () =>
            Effect.sync(() => {
              isStopped = true
            })
          )
        const wire = yield* started({ search: never, hints: never })
        wire.send({ id: 5, method, params: {}, deadline_ms: deadline, trace: "t1" })
        assert.deepStrictEqual(yield* wire.untilPong, [])
        yield* TestClock.adjust(stop - 1)
        assert.deepStrictEqual(yield* wire.untilPong, [])
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(yield* wire.receive, {
          method: "log",
          params: {
            level: "warn",
            message: `[plugin] ${method} exceeded its deadline`,
            fields: { method, deadline_ms: String(deadline) },
            trace: "t1"
          }
        })
        assert.deepStrictEqual(yield* wire.receive, { id: 5, result: { ok: false, error: "deadline exceeded" } })
        assert.isTrue(isStopped)
      })
  )

  it.effect("answers a handler that refuses to end, and one that is a promise, all the same [FLASH-SDK-03]", () =>
    Effect.gen(function* () {
      const wire = yield* started({
        search: ({ query }) => (query === "promise" ? new Promise(() => {}) : Effect.uninterruptible(Effect.never))
      })
      for (const [id, query] of [
        [5, "promise"],
        [6, "effect"]
      ] as const) {
        wire.send({ id, method: "search", params: { query }, deadline_ms: 500 })
        yield* wire.untilPong
        yield* TestClock.adjust(450)
        assert.deepStrictEqual(yield* wire.reply(id), { ok: false, error: "deadline exceeded" })
      }
    })
  )

  it.effect("gives up what a stopped async handler waits for", () =>
    Effect.gen(function* () {
      const ends: Array<string> = []
      const wire = yield* started({
        search: async (_, host) => {
          await host.run(Effect.onInterrupt(Effect.never, () => Effect.sync(() => ends.push("interrupted"))))
          return []
        }
      })
      wire.send({ id: 5, method: "search", params: {}, deadline_ms: 500 })
      yield* wire.untilPong
      yield* TestClock.adjust(450)
      yield* wire.reply(5)
      assert.deepStrictEqual(ends, ["interrupted"])
    })
  )

  it.effect.each([
    ["none", undefined],
    ["0", 0],
    ["600001", 600_001],
    ["text", "500"]
  ] as const)("does not stop a search whose deadline is %s", ([, deadline]) =>
    Effect.gen(function* () {
      const wire = yield* started({ search: () => Effect.as(Effect.sleep(700_000), title("late")) })
      wire.send({ id: 5, method: "search", params: {}, ...(deadline === undefined ? {} : { deadline_ms: deadline }) })
      yield* wire.untilPong
      yield* TestClock.adjust(700_000)
      assert.deepStrictEqual(yield* wire.receive, { id: 5, result: { ok: true, rows: title("late") } })
    })
  )

  it.effect("lets evaluate and perform run on after their deadline [FLASH-SDK-05]", () =>
    Effect.gen(function* () {
      const wire = yield* started({
        command: () => Effect.as(Effect.sleep(5_000), Reply.performed({ message: "late" }))
      })
      wire.send({ id: 5, method: "perform", params: { kind: "command" }, deadline_ms: 50 })
      yield* wire.untilPong
      yield* TestClock.adjust(4_999)
      assert.deepStrictEqual(yield* wire.untilPong, [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* wire.receive, { id: 5, result: { ok: true, message: "late" } })
    })
  )
})

describe("Requests: the trace", () => {
  const logs = (handler: (host: Host) => unknown, trace?: unknown) =>
    Effect.gen(function* () {
      const wire = yield* started({
        search: (_, host) => handler(host) as []
      })
      wire.send({ id: 5, method: "search", params: {}, ...(trace === undefined ? {} : { trace }) })
      return yield* wire.notification("log")
    })

  it.effect("is on the lines of plain, async and Effect handlers [FLASH-SDK-06]", () =>
    Effect.gen(function* () {
      const traced = { level: "info", message: "found", fields: { rows: "3", live: "true" }, trace: "abc" }
      const fields = { rows: 3, live: true }
      assert.deepStrictEqual(
        yield* logs((host) => {
          host.log("info", "found", fields)
          return []
        }, "abc"),
        traced
      )
      assert.deepStrictEqual(
        yield* logs(async (host) => {
          await Promise.resolve()
          host.log("info", "found", fields)
          return []
        }, "abc"),
        traced
      )
      assert.deepStrictEqual(
        yield* logs(
          (host) =>
            Effect.andThen(
              Effect.yieldNow,
              Effect.sync(() => {
                host.log("info", "found", fields)
                return []
              })
            ),
          "abc"
        ),
        traced
      )
    })
  )

  it.effect("is on lines of the plugin's own host, where a fiber of the request writes them [FLASH-SDK-06]", () =>
    Effect.gen(function* () {
      let own: Host | undefined
      const wire = yield* started({
        start: (host) => {
          own = host
        },
        search: () =>
          Effect.sync(() => {
            own?.log("info", "from search")
            return []
          })
      })
      wire.send({ id: 5, method: "search", params: {}, trace: "abc" })
      const line = yield* wire.notification("log")
      assert.strictEqual(line.trace, "abc")
      own?.log("info", "from nowhere")
      assert.notProperty(yield* wire.notification("log"), "trace")
    })
  )

  it.effect.each([
    ["absent", undefined],
    ["malformed", "NOT-VALID"],
    ["too long", "abcdefghijklmnopq"]
  ] as const)("is left out where that of the request is %s", ([, trace]) =>
    Effect.gen(function* () {
      assert.notProperty(
        yield* logs((host) => {
          host.log("info", "m")
          return []
        }, trace),
        "trace"
      )
    })
  )
})

describe("Requests: what handlers get and how they are answered", () => {
  it.effect.each([
    ["a value", () => title("x")],
    ["a promise", () => Promise.resolve(title("x"))],
    ["an Effect", () => Effect.succeed(title("x"))]
  ] as const)("takes %s for the result", ([, search]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask({ search }, "search", {}), { ok: true, rows: title("x") })
    })
  )

  it.effect.each([
    [
      "throws",
      () => {
        throw new Error("secret")
      }
    ],
    ["rejects", () => Promise.reject(new Error("secret"))],
    ["fails", () => Effect.fail("secret")],
    ["dies", () => Effect.die(new Error("secret"))],
    ["interrupts itself", () => Effect.interrupt]
  ] as const)(
    "answers a handler that %s with a text of ours, logs it without a word of its own, and serves on [FLASH-SDK-18]",
    ([, fails]) =>
      Effect.gen(function* () {
        const wire = yield* started({ evaluate: fails as () => [], search: fails, hints: fails, command: fails })
        for (const [method, params] of [
          ["evaluate", {}],
          ["search", {}],
          ["hints", {}],
          ["perform", { kind: "command" }]
        ] as const) {
          wire.send({ id: 5, method, params, trace: "t" })
          const line = yield* wire.receive
          assert.strictEqual(line.method, "log")
          assert.match(JSON.stringify(line), new RegExp(`\\[plugin\\] ${method} failed.*"trace":"t"`))
          assert.deepStrictEqual(yield* wire.receive, { id: 5, result: { ok: false, error: `${method} failed` } })
        }
        assert.notMatch(wire.pipe.written.join("") + wire.diagnosed.join(""), /secret/)
        assert.strictEqual(wire.diagnosed.filter((line) => line.includes("failed")).length >= 4, true)
      })
  )

  it.effect.each([
    ["evaluate", { query: 1 }],
    ["evaluate", 5],
    ["search", { query: [] }],
    ["search", null],
    ["hints", { pid: 2_147_483_648 }],
    ["hints", { front_window_frame: { x: 0 } }],
    ["perform", { kind: "resolve" }],
    ["perform", []]
  ] as const)("refuses the params of %s that are %j", ([method, params]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask({}, method, params), { ok: false, error: `invalid ${method} params` })
    })
  )

  it.effect("gives search and evaluate empty text for what is left out", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const wire = yield* serve({
        search: (request) => {
          seen.push(request)
          return []
        },
        evaluate: (request) => {
          seen.push(request)
          return []
        }
      })
      wire.send({ id: 1, method: "search" })
      yield* wire.reply(1)
      wire.send({ id: 2, method: "evaluate", params: { query: null, surface: "flashlight", more: 1 } })
      yield* wire.reply(2)
      assert.deepStrictEqual(seen, [
        { query: "", scope: "" },
        { query: "", scope: "", surface: "flashlight" }
      ])
    })
  )

  it.effect("sends seventeen answers as they are: the host judges them", () =>
    Effect.gen(function* () {
      const answers = Array.from({ length: 17 }, (_, at) => ({
        title: `a${at}`,
        effect: { type: "copy_text", text: "x" } as const
      }))
      assert.deepStrictEqual(yield* ask({ evaluate: () => answers }, "evaluate", {}), { ok: true, answers })
    })
  )

  it.effect("checks its own targets", () =>
    Effect.gen(function* () {
      const target = { id: "t", frame }
      assert.deepStrictEqual(yield* ask({ hints: () => ({ targets: [target] }) }, "hints", { pid: 4 }), {
        ok: true,
        targets: [target]
      })
      const invalid = { ok: false, error: "invalid hints response" }
      assert.deepStrictEqual(yield* ask({ hints: () => ({ targets: [{ ...target, id: "" }] }) }, "hints", {}), invalid)
      assert.deepStrictEqual(
        yield* ask({ hints: () => ({ targets: [], context_pid: 5 }) }, "hints", { pid: 4 }),
        invalid
      )
    })
  )

  it.effect("replaces a reply over the frame cap [FLASH-SDK-16]", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 11 }, () => ({ source: "s", title: "x".repeat(1024 * 1024) }))
      assert.deepStrictEqual(yield* ask({ search: () => rows }, "search", {}), {
        ok: false,
        error: "response exceeded outbound frame limit"
      })
    })
  )

  it.effect("replaces a reply that no JSON can hold", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask({ search: () => title("\ud800") }, "search", {}), {
        ok: false,
        error: "response could not be encoded"
      })
    })
  )
})

describe("Requests: perform", () => {
  const kinds = [
    ["resolve", { kind: "resolve", row: { source: "s", title: "t", metadata: { kind: "plugin" } } }],
    ["command", { kind: "command", command: "c", subcommand: "s", args: ["a"], raw: "a" }],
    ["action", { kind: "action", name: "tab_new", context: { pid: 4 }, args: { index: 1 } }],
    ["navigate", { kind: "navigate", url: "x://y" }]
  ] as const

  it.effect.each(kinds)("answers %s as unhandled where there is no handler for it [FLASH-SDK-17]", ([, params]) =>
    Effect.gen(function* () {
      const wire = yield* serve({}, { manifest: {} })
      wire.send({ id: 5, method: "perform", params })
      assert.deepStrictEqual(yield* wire.reply(5), { ok: false, unhandled: true })
    })
  )

  it.effect.each(kinds)("gives %s to its handler, and nothing more to say is performed", ([kind, params]) =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const reply = yield* ask({ [kind]: (given: unknown) => void seen.push(given) }, "perform", params)
      assert.deepStrictEqual(reply, { ok: true })
      assert.deepStrictEqual(seen, ["row" in params ? params.row : "url" in params ? params.url : params])
    })
  )

  it.effect.each([
    [
      "a target and a message",
      Reply.performed({ targetPid: 4242, message: "m" }),
      { ok: true, target_pid: 4242, message: "m" }
    ],
    ["an address", Reply.performed({ navigationUrl: "x://y" }), { ok: true, navigation_url: "x://y" }],
    ["unhandled", Reply.unhandled, { ok: false, unhandled: true }],
    ["a failure", Reply.failed("broke"), { ok: false, error: "broke" }],
    ["a blank failure", Reply.failed(" \n"), { ok: false, error: "perform failed" }],
    [
      "a pid that is none",
      Reply.performed({ targetPid: 2_147_483_648 }),
      { ok: false, error: "invalid perform target_pid" }
    ],
    [
      "a relative address",
      Reply.performed({ navigationUrl: "y" }),
      { ok: false, error: "invalid perform navigation_url" }
    ],
    [
      "text that no JSON can hold",
      Reply.performed({ message: "\ud800" }),
      { ok: false, error: "perform response could not be encoded" }
    ]
  ] as const)("answers with %s", ([, outcome, reply]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask({ command: () => outcome }, "perform", { kind: "command" }), reply)
    })
  )

  it.effect.each([["dance"], [""]] as const)("names an unknown kind: %j", ([kind]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask({}, "perform", kind === "" ? {} : { kind }), {
        ok: false,
        error: `unknown perform kind: ${kind}`
      })
    })
  )
})
