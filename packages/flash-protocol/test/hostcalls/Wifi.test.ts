import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { answered, received, replied, written } from "../support/hostcall.ts"

const invalid = "invalid host response"

describe("host.wifi_info", () => {
  it.each([true, false])("takes %s [FLASH-HOST-41]", (request_authorization) => {
    const params = JSON.stringify({ request_authorization })
    assert.deepStrictEqual(received("host.wifi_info", params), { request_authorization })
    assert.strictEqual(written("host.wifi_info", { request_authorization }), params)
  })

  it.each([
    "{}",
    "[]",
    ...["null", "0", "1", "1.0", '"true"', "[]"].map((flag) => `{"request_authorization":${flag}}`)
  ])("refuses %s [FLASH-HOST-41]", (params) => {
    assert.strictEqual(
      received("host.wifi_info", params),
      "host.wifi_info requires a boolean request_authorization param"
    )
  })

  it.each<[Option.Option<string>, string]>([
    [Option.some("net"), '{"ok":true,"present":true,"ssid":"net"}'],
    [Option.some(" "), '{"ok":true,"present":false}'],
    [Option.none(), '{"ok":true,"present":false}']
  ])("writes case %# [FLASH-HOST-42]", (name, result) => {
    assert.strictEqual(answered("host.wifi_info", name), result)
  })

  it.each<[string, unknown]>([
    ['{"ok":true,"present":true,"ssid":" net "}', Option.some(" net ")],
    ['{"ok":true,"present":true,"ssid":""}', Option.none()],
    ['{"ok":true,"present":true,"ssid":" \\t"}', Option.none()],
    ['{"ok":true,"present":false}', Option.none()],
    ['{"ok":true,"present":false,"ssid":1}', Option.none()],
    ['{"ok":true,"present":true}', invalid],
    ['{"ok":true,"present":true,"ssid":null}', invalid],
    ['{"ok":true,"present":1,"ssid":"x"}', invalid],
    ['{"ok":true}', invalid]
  ])("reads %s [FLASH-HOST-42]", (result, name) => {
    assert.deepStrictEqual(replied("host.wifi_info", result), name)
  })
})
