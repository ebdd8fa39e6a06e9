import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { answered, received, replied, written } from "../support/hostcall.ts"

const invalid = "invalid host response"

describe("host.normal_mode_target", () => {
  it.each(["{}", '{"more":1}', "[]", "null"])("takes no params: %s [FLASH-HOST-08, FLASH-HOST-23]", (params) => {
    assert.isUndefined(received("host.normal_mode_target", params))
  })

  it("writes what there is, window_id only where it is known [FLASH-HOST-23]", () => {
    assert.strictEqual(written("host.normal_mode_target", undefined), "{}")
    assert.strictEqual(answered("host.normal_mode_target", Option.none()), '{"ok":true,"present":false}')
    assert.strictEqual(
      answered("host.normal_mode_target", Option.some({ window_id: 3, bundle_id: "a.b", pid: 7 })),
      '{"ok":true,"present":true,"pid":7,"bundle_id":"a.b","window_id":3}'
    )
    assert.strictEqual(
      answered("host.normal_mode_target", Option.some({ pid: 7, bundle_id: "" })),
      '{"ok":true,"present":true,"pid":7,"bundle_id":""}'
    )
  })

  it.each<[string, unknown]>([
    ['{"ok":true,"present":false}', Option.none()],
    ['{"ok":true,"present":true,"pid":7,"bundle_id":"a.b"}', Option.some({ pid: 7, bundle_id: "a.b" })],
    [
      '{"ok":true,"present":true,"pid":7,"bundle_id":"a.b","window_id":null}',
      Option.some({ pid: 7, bundle_id: "a.b" })
    ],
    [
      '{"ok":true,"present":true,"pid":2147483647,"bundle_id":"","window_id":0,"more":1}',
      Option.some({ pid: 2147483647, bundle_id: "", window_id: 0 })
    ],
    ['{"ok":true,"present":true,"pid":7}', invalid],
    ['{"ok":true,"present":true,"pid":0,"bundle_id":""}', invalid],
    ['{"ok":true,"present":true,"pid":7,"bundle_id":"","window_id":1.0}', invalid],
    ['{"ok":true,"present":true,"pid":7,"bundle_id":"","window_id":-1}', invalid],
    ['{"ok":true,"pid":7,"bundle_id":""}', invalid],
    ['{"ok":false,"error":"missing app_control capability"}', "missing app_control capability"]
  ])("reads %s [FLASH-HOST-06, FLASH-HOST-07, FLASH-HOST-23]", (result, reply) => {
    assert.deepStrictEqual(replied("host.normal_mode_target", result), reply)
  })
})

describe("host.activate", () => {
  it.each([1, 2147483647])("takes the pid %d [FLASH-HOST-24]", (pid) => {
    assert.deepStrictEqual(received("host.activate", JSON.stringify({ pid, more: 1 })), { pid })
    assert.strictEqual(written("host.activate", { pid }), `{"pid":${pid}}`)
  })

  it.each([
    "{}",
    '{"pid":0}',
    '{"pid":2147483648}',
    '{"pid":1.0}',
    '{"pid":1e0}',
    '{"pid":"1"}',
    '{"pid":true}',
    '{"pid":null}'
  ])("refuses %s [FLASH-HOST-07, FLASH-HOST-24]", (params) => {
    assert.strictEqual(received("host.activate", params), "host.activate requires pid")
  })

  it("answers nothing but ok [FLASH-HOST-24]", () => {
    assert.strictEqual(answered("host.activate", undefined), '{"ok":true}')
    assert.isUndefined(replied("host.activate", '{"ok":true}'))
    assert.strictEqual(
      replied("host.activate", '{"ok":false,"error":"no running app for pid"}'),
      "no running app for pid"
    )
  })
})

describe("host.open", () => {
  it.each<[string, unknown]>([
    ['{"url":"https://a.test/"}', { url: "https://a.test/" }],
    ['{"url":"x:"}', { url: "x:" }],
    ['{"bundle_id":"a.b"}', { bundle_id: "a.b" }],
    ['{"url":"mailto:x","bundle_id":"a.b"}', { url: "mailto:x" }],
    ['{"url":"relative","bundle_id":"a.b"}', { bundle_id: "a.b" }],
    ['{"url":"","bundle_id":"a.b"}', { bundle_id: "a.b" }],
    ['{"url":null,"bundle_id":"a.b"}', { bundle_id: "a.b" }],
    ['{"url":1,"bundle_id":"a.b"}', { bundle_id: "a.b" }],
    ['{"url":"x:","bundle_id":null}', { url: "x:" }]
  ])("opens what %s names [FLASH-HOST-06, FLASH-HOST-25]", (params, target) => {
    assert.deepStrictEqual(received("host.open", params), target)
  })

  it.each([
    "{}",
    '{"url":"relative"}',
    '{"url":"//a.test"}',
    '{"bundle_id":""}',
    '{"bundle_id":1}',
    '{"url":null}',
    "[]"
  ])("refuses %s [FLASH-HOST-25]", (params) => {
    assert.strictEqual(received("host.open", params), "host.open requires url or bundle_id")
  })

  it("writes one of the two [FLASH-HOST-25]", () => {
    assert.strictEqual(written("host.open", { url: "a:b" }), '{"url":"a:b"}')
    assert.strictEqual(written("host.open", { bundle_id: "a.b" }), '{"bundle_id":"a.b"}')
  })

  it.each<[string, unknown]>([
    ['{"ok":true}', {}],
    ['{"ok":true,"bundle_id":null}', {}],
    ['{"ok":true,"bundle_id":"a.b"}', { bundle_id: "a.b" }],
    ['{"ok":true,"bundle_id":1}', invalid],
    ['{"ok":false,"error":"open failed"}', "open failed"]
  ])("reads the app that was handed the address in %s [FLASH-HOST-06, FLASH-HOST-26]", (result, reply) => {
    assert.deepStrictEqual(replied("host.open", result), reply)
  })

  it("names that app where it is known [FLASH-HOST-26]", () => {
    assert.strictEqual(answered("host.open", { bundle_id: "a.b" }), '{"ok":true,"bundle_id":"a.b"}')
    assert.strictEqual(answered("host.open", {}), '{"ok":true}')
  })
})
