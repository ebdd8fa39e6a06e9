import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Deadlines from "../src/Deadlines.ts"
import * as Methods from "../src/Methods.ts"
import * as Status from "../src/Status.ts"

const { initialize, ping, evaluate, search, hints, perform } = Methods
const { event, publish, status, poll, log } = Methods

const text = (params: unknown) => JSON.stringify(params)

describe("Methods", () => {
  it.each([
    [initialize, "initialize", 5_000],
    [ping, "ping", 10_000],
    [evaluate, "evaluate", 50],
    [search, "search", 1_000],
    [hints, "hints", 500],
    [perform, "perform", 10_000]
  ] as const)(
    "%j has its name and its deadline [FLASH-DEAD-07, FLASH-SRCH-06, FLASH-HINT-17]",
    (method, name, millis) => {
      assert.strictEqual(method.method, name)
      assert.strictEqual(Deadlines.make()[method.deadline], millis)
    }
  )

  it("writes the params of every method to the byte [FLASH-INIT-01, FLASH-INIT-09, FLASH-ANS-01, FLASH-PERF-02, FLASH-PERF-07]", () => {
    assert.strictEqual(text(initialize.encodeParams()), '{"protocol_version":1}')
    assert.strictEqual(text(ping.encodeParams()), "{}")
    assert.strictEqual(
      text(evaluate.encodeParams({ surface: "flashlight", query: "1+1", scope: "all" })),
      '{"query":"1+1","scope":"all","surface":"flashlight"}'
    )
    assert.strictEqual(
      text(perform.encodeParams({ kind: "navigate", url: "tmux://x" })),
      '{"kind":"navigate","url":"tmux://x"}'
    )
    assert.strictEqual(
      text(perform.encodeParams({ kind: "resolve", row: { source: "s", title: "t", url: null } })),
      '{"kind":"resolve","row":{"source":"s","title":"t","metadata":{"kind":"plugin"}}}'
    )
  })

  it("writes the params of search and hints to the byte [FLASH-SRCH-01, FLASH-HINT-01]", () => {
    assert.strictEqual(text(search.encodeParams({ scope: "running", query: "x" })), '{"query":"x","scope":"running"}')
    const front_window_frame = { x: 0, y: -1.5, width: 2, height: 3 }
    assert.strictEqual(
      text(hints.encodeParams({ pid: 7, front_window_frame, bundle_id: "b" })),
      '{"bundle_id":"b","pid":7,"front_window_frame":{"x":0,"y":-1.5,"width":2,"height":3}}'
    )
  })

  it("reads what a reply says in the light of what was asked [FLASH-SRCH-04, FLASH-HINT-05]", () => {
    const rows = { ok: true, rows: [{ source: "s", title: "t" }] }
    assert.isTrue(Result.isSuccess(search.decodeReply(rows, new Set(["s"]))))
    assert.isTrue(Result.isFailure(search.decodeReply(rows, new Set(["other"]))))
    const targets = { ok: true, targets: [], context_pid: 7 }
    assert.isTrue(Result.isSuccess(hints.decodeReply(targets, 7)))
    assert.isTrue(Result.isFailure(hints.decodeReply(targets, 8)))
  })

  it("refuses params by the canonical strings [FLASH-ANS-03, FLASH-PERF-08, FLASH-SRCH-02, FLASH-HINT-03]", () => {
    assert.strictEqual(Result.merge(evaluate.decodeParams({ query: 1 })), "invalid evaluate params")
    assert.strictEqual(Result.merge(search.decodeParams({ scope: 1 })), "invalid search params")
    assert.strictEqual(Result.merge(hints.decodeParams({ pid: 2147483648 })), "invalid hints params")
    assert.strictEqual(Result.merge(perform.decodeParams({})), "unknown perform kind: ")
  })
})

describe("the notifications", () => {
  it.each([
    [event, "event", "host"],
    [publish, "publish", "plugin"],
    [status, "status", "plugin"],
    [poll, "poll", "plugin"],
    [log, "log", "plugin"]
  ] as const)("%j has its name and its sender [FLASH-EVT-02]", (notification, method, sender) => {
    assert.strictEqual(notification.method, method)
    assert.strictEqual(notification.sender, sender)
  })

  it("are read as they were written [FLASH-EVT-02, FLASH-STAT-14, FLASH-POLL-14]", () => {
    const tick = { name: "core:poll:x", payload: {} } as const
    assert.deepStrictEqual<unknown>(Result.getOrThrow(event.decodeParams(event.encodeParams(tick))), tick)
    const rows = [{ source: "s", title: "t" }]
    assert.deepStrictEqual(Result.getOrThrow(publish.decodeParams(publish.encodeParams(rows), new Set(["s"]))), rows)
    const segments = new Map([["cpu", Status.Value.Markup({ text: "1" })]])
    const update = Result.getOrThrow(status.decodeParams(status.encodeParams(segments), new Set(["cpu"])))
    assert.deepStrictEqual(update, { segments, refused: new Map() })
    const set = new Map([["x", { kind: "after", millis: 5, priority: "low" } as const]])
    assert.deepStrictEqual(Result.getOrThrow(Result.flatMap(poll.encodeParams(set), poll.decodeParams)), set)
    const line = { level: "warn", message: "m", fields: new Map([["a", "1"]]) } as const
    assert.deepStrictEqual(log.decodeParams(log.encodeParams(line)), line)
  })
})
