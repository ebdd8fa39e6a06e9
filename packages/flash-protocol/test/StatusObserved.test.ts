import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as StatusObserved from "../src/StatusObserved.ts"
import { json, value, verdict } from "./support/json.ts"

const declared = new Set(["top_cpu", "top_mem", "load"])

describe("StatusObserved.make", () => {
  it.each<[ReadonlyArray<string>, ReadonlyArray<string>]>([
    [
      ["top_mem", "load"],
      ["load", "top_mem"]
    ],
    [["load", "load", "load"], ["load"]],
    [["other", "", "Load", "flash.plugin.x.load", "top_cpu"], ["top_cpu"]],
    [[], []]
  ])("sends of %j exactly %j [FLASH-EVT-21, FLASH-EVT-22]", (shown, segments) => {
    assert.deepStrictEqual(StatusObserved.make(shown, declared), { segments })
  })

  it.prop(
    "builds what a plugin reads, whatever is shown [FLASH-EVT-21, FLASH-EVT-24]",
    [Schema.Array(Schema.Literals(["top_cpu", "top_mem", "load", "", "other"]))],
    ([shown]) => {
      const payload = StatusObserved.make(shown, declared)
      assert.deepStrictEqual(Result.getOrThrow(StatusObserved.decode(payload)), payload)
      assert.deepStrictEqual(payload, StatusObserved.make(shown.toReversed(), declared))
    }
  )
})

describe("StatusObserved.isNews", () => {
  const payload = (...names: ReadonlyArray<string>) => StatusObserved.make(names, declared)

  it("sends the first set of a child even if it is empty [FLASH-EVT-25]", () => {
    assert.isTrue(StatusObserved.isNews(payload()))
    assert.isTrue(StatusObserved.isNews(payload("load")))
  })

  it("never repeats an unchanged set [FLASH-EVT-25]", () => {
    assert.isFalse(StatusObserved.isNews(payload(), payload()))
    assert.isFalse(StatusObserved.isNews(payload("load", "top_mem"), payload("top_mem", "load")))
  })

  it.each([
    [["load"], []],
    [[], ["load"]],
    [["load"], ["top_mem"]],
    [["load"], ["load", "top_mem"]],
    [["load", "top_mem"], ["load"]]
  ])("sends %j after %j [FLASH-EVT-25]", (next, sent) => {
    assert.isTrue(StatusObserved.isNews(payload(...next), payload(...sent)))
  })
})

describe("StatusObserved.decode", () => {
  it.each<[string, ReadonlyArray<string>]>([
    ['{"segments":[]}', []],
    ['{"segments":["b","a"]}', ["b", "a"]],
    ['{"segments":["a"],"more":1,"pid":true}', ["a"]],
    ['{"segments":[" ","__proto__"]}', [" ", "__proto__"]]
  ])("reads %s [FLASH-EVT-20, FLASH-EVT-23]", (text, segments) => {
    assert.deepStrictEqual(Result.getOrThrow(StatusObserved.decode(json(text))), { segments })
  })

  it.each([
    ["{}", "segments: expected a list"],
    ['{"segments":null}', "segments: expected a list"],
    ['{"segments":"a"}', "segments: expected a list"],
    ['{"segments":{"a":1}}', "segments: expected a list"],
    ['{"segments":1.0}', "segments: expected a list"],
    ['{"segments":["a",1]}', "segments[1]: expected text"],
    ['{"segments":["a",null]}', "segments[1]: expected text"],
    ['{"segments":["a",""]}', "segments[1]: expected text that is not empty"],
    ['{"segments":["a","b","a"]}', "segments: expected each name once"],
    ["[]", "expected an object"],
    ["1.0", "expected an object"]
  ])("drops %s whole [FLASH-EVT-24, FLASH-EVT-27]", (text, message) => {
    assert.strictEqual(verdict(StatusObserved.decode(value(text))), message)
  })

  it("names the payload's own path", () => {
    assert.strictEqual(verdict(StatusObserved.decode({}, "payload")), "payload.segments: expected a list")
  })
})
