import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { complete, forms, methods, parse, Typed } from "../../src/probe/Typed.ts"

describe("Typed.parse", () => {
  it.each([
    ['{"id":1,"method":"ping"}', Typed.Raw({ text: '{"id":1,"method":"ping"}\n' })],
    ["raw no frame", Typed.Raw({ text: "no frame\n" })],
    ["raw", Typed.Raw({ text: "\n" })],
    ["ping", Typed.Ask({ method: "ping", params: {} })],
    ["initialize", Typed.Ask({ method: "initialize", params: { protocol_version: 1 } })],
    ['initialize {"protocol_version":2}', Typed.Ask({ method: "initialize", params: { protocol_version: 2 } })],
    ['  evaluate   {"query":"a b"} ', Typed.Ask({ method: "evaluate", params: { query: "a b" } })],
    ["dance", Typed.Ask({ method: "dance", params: {} })],
    ["event core:power.changed", tell("core:power.changed", {})],
    ['event core:ax.changed {"pid":1}', tell("core:ax.changed", { pid: 1 })],
    ["tick i1", tell("core:poll:i1", {})],
    ['reply 3 {"ok":true}', Typed.Reply({ id: 3, result: { ok: true } })],
    ["end", Typed.End()],
    ["help", Typed.Help()]
  ])("reads %j", (line, expected) => {
    assert.deepStrictEqual(Result.getOrThrow(parse(line)), Option.some(expected))
  })

  it.each(["", "   ", "# a comment"])("does nothing for %j", (line) => {
    assert.deepStrictEqual(Result.getOrThrow(parse(line)), Option.none())
  })

  it.each([
    ["evaluate [1]", "one JSON object after the name"],
    ["evaluate {", "one JSON object after the name"],
    ["event", "event NAME [PAYLOAD]"],
    ["tick", "tick NAME"],
    ["reply", "reply ID RESULT"],
    ["reply 0 {}", "reply ID RESULT"],
    ["reply 1", "reply ID RESULT"],
    ["end now", "end alone"]
  ])("refuses %j and says what it expected", (line, expected) => {
    assert.deepStrictEqual(parse(line), Result.fail(expected))
  })

  it.prop("reads or refuses any line", [Schema.String], ([line]) => {
    assert.isTrue(Result.isResult(parse(line)))
  })
})

describe("Typed.complete", () => {
  it.each([
    ["pi", ["ping"]],
    ["e", ['evaluate {"query":"","scope":"all","surface":"probe"}', "event", "end"]],
    ["event core:p", ["event core:power.changed"]],
    ["event core:apps.l", ["event core:apps.launched"]],
    ["nobody", []]
  ])("goes on from %j", (line, expected) => {
    assert.deepStrictEqual(complete(line), expected)
  })

  it("offers every method that a host asks by, and every event", () => {
    const words = complete("").map((line) => line.split(" ")[0])
    for (const method of methods) assert.include(words, method)
    assert.lengthOf(complete("event "), 15)
  })

  it("offers only lines that are read", () => {
    for (const line of [...complete(""), ...complete("event ")]) {
      if (!["event", "tick", "reply"].includes(line)) assert.isTrue(Result.isSuccess(parse(line)), line)
    }
    assert.isAbove(forms.length, 0)
  })
})

function tell(name: string, payload: object) {
  return Typed.Tell({ method: "event", params: { name, payload } })
}
