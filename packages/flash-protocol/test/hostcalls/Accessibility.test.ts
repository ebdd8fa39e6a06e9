import { assert, describe, it } from "@effect/vitest"
import { answered, received, replied, written } from "../support/hostcall.ts"

const noHandles = ["null", "1.0", "1.5", '"1"', "true", "9007199254740993", "[]"]

describe("host.ax_perform", () => {
  it.each<[string, unknown]>([
    ['{"handle":1}', { handle: 1, action: "AXPress" }],
    ['{"handle":0,"action":null}', { handle: 0, action: "AXPress" }],
    ['{"handle":-3,"action":"AXShowMenu","more":1}', { handle: -3, action: "AXShowMenu" }],
    ['{"handle":9007199254740991}', { handle: 9007199254740991, action: "AXPress" }]
  ])("reads %s [FLASH-HOST-06, FLASH-HOST-08, FLASH-HOST-47]", (params, act) => {
    assert.deepStrictEqual(received("host.ax_perform", params), act)
  })

  it.each(["{}", "[]", ...noHandles.map((handle) => `{"handle":${handle}}`)])(
    "refuses %s [FLASH-HOST-07, FLASH-HOST-47]",
    (params) => {
      assert.strictEqual(received("host.ax_perform", params), "host.ax_perform requires handle")
    }
  )

  it.each(['""', "1", "[]", "true"])("never presses in place of the action %s [FLASH-HOST-47]", (action) => {
    assert.strictEqual(received("host.ax_perform", `{"handle":1,"action":${action}}`), "ax action failed")
  })

  it("writes what it was given [FLASH-HOST-47]", () => {
    assert.strictEqual(written("host.ax_perform", { handle: 1 }), '{"handle":1}')
    assert.strictEqual(written("host.ax_perform", { action: "AXPick", handle: 1 }), '{"handle":1,"action":"AXPick"}')
  })
})

describe("host.ax_set", () => {
  it.each<[string, unknown]>([
    ['{"handle":1,"attribute":"AXValue","value":"x"}', { handle: 1, attribute: "AXValue", value: "x" }],
    ['{"handle":1,"attribute":"AXValue","value":""}', { handle: 1, attribute: "AXValue", value: "" }],
    ['{"handle":1,"attribute":"AXFocused","value":false,"more":1}', { handle: 1, attribute: "AXFocused", value: false }]
  ])("reads %s [FLASH-HOST-48]", (params, setting) => {
    assert.deepStrictEqual(received("host.ax_set", params), setting)
  })

  it.each([
    "{}",
    '{"attribute":"AXValue","value":"x"}',
    '{"handle":1,"value":"x"}',
    '{"handle":1,"attribute":"","value":"x"}',
    '{"handle":1,"attribute":1,"value":"x"}',
    ...noHandles.map((handle) => `{"handle":${handle},"attribute":"AXValue","value":"x"}`)
  ])("refuses %s [FLASH-HOST-07, FLASH-HOST-48]", (params) => {
    assert.strictEqual(received("host.ax_set", params), "host.ax_set requires handle and attribute")
  })

  it.each(["null", "1", "1.0", "[]", "{}"])("refuses a value of %s [FLASH-HOST-48]", (value) => {
    assert.strictEqual(
      received("host.ax_set", `{"handle":1,"attribute":"AXValue","value":${value}}`),
      "host.ax_set value must be a bool or string"
    )
  })

  it("writes what it was given [FLASH-HOST-48]", () => {
    assert.strictEqual(
      written("host.ax_set", { value: true, attribute: "AXFocused", handle: 1 }),
      '{"handle":1,"attribute":"AXFocused","value":true}'
    )
    assert.strictEqual(
      received("host.ax_set", '{"handle":1,"attribute":"AXValue"}'),
      "host.ax_set value must be a bool or string"
    )
  })
})

describe("host.ax_select_child", () => {
  it("takes two handles [FLASH-HOST-49]", () => {
    assert.deepStrictEqual(received("host.ax_select_child", '{"child":2,"parent":1,"more":1}'), { parent: 1, child: 2 })
    assert.strictEqual(written("host.ax_select_child", { child: 2, parent: 1 }), '{"parent":1,"child":2}')
  })

  it.each([
    "{}",
    '{"parent":1}',
    '{"child":1}',
    ...noHandles.flatMap((handle) => [`{"parent":${handle},"child":1}`, `{"parent":1,"child":${handle}}`])
  ])("refuses %s [FLASH-HOST-07, FLASH-HOST-49]", (params) => {
    assert.strictEqual(received("host.ax_select_child", params), "host.ax_select_child requires parent and child")
  })
})

describe("acting on elements", () => {
  it.each(["host.ax_perform", "host.ax_set", "host.ax_select_child"] as const)(
    "answers nothing but ok: %s [FLASH-HOST-01]",
    (method) => {
      assert.strictEqual(answered(method, undefined), '{"ok":true}')
      assert.isUndefined(replied(method, '{"ok":true,"more":1}'))
      assert.strictEqual(replied(method, '{"ok":false,"error":"stale ax handle"}'), "stale ax handle")
      assert.strictEqual(replied(method, '{"ok":true,"message":1}'), "invalid host response")
    }
  )
})
