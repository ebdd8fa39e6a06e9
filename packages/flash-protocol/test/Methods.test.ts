import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Deadlines from "../src/Deadlines.ts"
import * as Methods from "../src/Methods.ts"

const { initialize, ping, evaluate, perform } = Methods

describe("Methods", () => {
  it.each([
    [initialize, "initialize", 5_000],
    [ping, "ping", 10_000],
    [evaluate, "evaluate", 50],
    [perform, "perform", 10_000]
  ] as const)("%j has its name and its deadline [FLASH-DEAD-07]", (method, name, millis) => {
    assert.strictEqual(method.method, name)
    assert.strictEqual(Deadlines.make()[method.deadline], millis)
  })

  it("writes the params of every method to the byte [FLASH-INIT-01, FLASH-INIT-09, FLASH-ANS-01, FLASH-PERF-02, FLASH-PERF-07]", () => {
    const text = (params: unknown) => JSON.stringify(params)
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

  it("refuses params by the canonical strings [FLASH-ANS-03, FLASH-PERF-08]", () => {
    assert.strictEqual(Result.merge(evaluate.decodeParams({ query: 1 })), "invalid evaluate params")
    assert.strictEqual(Result.merge(perform.decodeParams({})), "unknown perform kind: ")
  })
})
