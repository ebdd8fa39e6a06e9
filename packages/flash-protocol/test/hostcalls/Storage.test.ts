import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import * as Storage from "../../src/hostcalls/Storage.ts"
import { answered, received, replied, written } from "../support/hostcall.ts"
import { emoji } from "../support/rows.ts"

const text = JSON.stringify
const getKey = "host.storage_get requires a key under 128 bytes"
const setKey = "host.storage_set requires a key under 128 bytes"
const bound = "storage bound exceeded (64 KiB value, 256 entries)"

const keys: ReadonlyArray<string> = ["k", "__proto__", " ", emoji(128), "x".repeat(128)]
const badKeys: ReadonlyArray<string> = [
  "{}",
  text({ key: "" }),
  text({ key: emoji(129) }),
  '{"key":1}',
  '{"key":null}',
  "[]"
]

describe("host.storage_get", () => {
  it.each(keys)("takes the key %j [FLASH-HOST-12]", (key) => {
    assert.deepStrictEqual(received("host.storage_get", text({ key })), { key })
    assert.strictEqual(written("host.storage_get", { key }), text({ key }))
  })

  it.each(badKeys)("refuses %s [FLASH-HOST-12]", (params) => {
    assert.strictEqual(received("host.storage_get", params), getKey)
  })

  it("says what is there, and that nothing is [FLASH-HOST-16]", () => {
    assert.strictEqual(answered("host.storage_get", Option.some("")), '{"ok":true,"present":true,"value":""}')
    assert.strictEqual(answered("host.storage_get", Option.none()), '{"ok":true,"present":false}')
  })

  it.each<[string, unknown]>([
    ['{"ok":true,"present":true,"value":"v","more":1}', Option.some("v")],
    ['{"ok":true,"present":false}', Option.none()],
    ['{"ok":true,"present":false,"value":null}', Option.none()],
    ['{"ok":false,"error":"storage unavailable"}', "storage unavailable"],
    ['{"ok":true,"present":true}', "invalid host response"],
    ['{"ok":true,"present":true,"value":1}', "invalid host response"],
    ['{"ok":true,"value":"v"}', "invalid host response"],
    ['{"ok":true,"present":null}', "invalid host response"]
  ])("reads %s [FLASH-HOST-03, FLASH-HOST-16]", (result, reply) => {
    assert.deepStrictEqual(replied("host.storage_get", result), reply)
  })
})

describe("host.storage_set", () => {
  it.each<[string, unknown]>([
    ['{"key":"k","value":"v","more":1}', { key: "k", value: "v" }],
    ['{"key":"k","value":""}', { key: "k", value: "" }],
    ['{"key":"k","value":null}', { key: "k", value: null }],
    ['{"key":"k"}', { key: "k", value: null }],
    [text({ key: "k", value: emoji(65_536) }), { key: "k", value: emoji(65_536) }],
    [text({ key: "k", value: emoji(65_537) }), bound],
    [text({ key: "k", value: "é".repeat(32_769) }), bound],
    ['{"key":"k","value":1}', "host.storage_set value must be a string or null"],
    ['{"key":"k","value":1.0}', "host.storage_set value must be a string or null"],
    ['{"key":"k","value":{}}', "host.storage_set value must be a string or null"],
    ['{"key":"","value":1}', setKey]
  ])("reads case %# [FLASH-HOST-13]", (params, expected) => {
    assert.deepStrictEqual(received("host.storage_set", params), expected)
  })

  it.each(badKeys)("refuses %s [FLASH-HOST-12]", (params) => {
    assert.strictEqual(received("host.storage_set", params), setKey)
  })

  it("writes a value or null, and a reply of nothing but ok [FLASH-HOST-14]", () => {
    assert.strictEqual(written("host.storage_set", { key: "k", value: "v" }), '{"key":"k","value":"v"}')
    assert.strictEqual(written("host.storage_set", { key: "k", value: null }), '{"key":"k","value":null}')
    assert.strictEqual(answered("host.storage_set", undefined), '{"ok":true}')
    assert.isUndefined(replied("host.storage_set", '{"ok":true,"more":1}'))
    assert.strictEqual(replied("host.storage_set", '{"ok":true,"error":"x"}'), "invalid host response")
  })
})

describe("Storage.apply", () => {
  const full = new Map(Array.from({ length: 256 }, (_, index) => [`k${index}`, "v"]))
  const almost = new Map([...full].slice(1))
  const applied = (entries: Storage.Entries, key: string, value: string | null) =>
    Result.match(Storage.apply(entries, { key, value }), { onFailure: (text) => text, onSuccess: (next) => [...next] })

  it("takes a 256th entry and no 257th [FLASH-HOST-15]", () => {
    assert.deepStrictEqual(applied(almost, "new", "v"), [...almost, ["new", "v"]])
    assert.strictEqual(applied(full, "new", "v"), bound)
  })

  it("changes an entry of 256, and makes room by deleting one [FLASH-HOST-14, FLASH-HOST-15]", () => {
    assert.deepStrictEqual(applied(full, "k0", "w"), [["k0", "w"], ...almost])
    assert.deepStrictEqual(applied(full, "k0", null), [...almost])
  })

  it("deletes what is not there, and touches no entries but its own [FLASH-HOST-14]", () => {
    const entries = new Map([["a", "1"]])
    assert.deepStrictEqual(applied(entries, "b", null), [["a", "1"]])
    assert.deepStrictEqual(applied(entries, "__proto__", "2"), [
      ["a", "1"],
      ["__proto__", "2"]
    ])
    assert.deepStrictEqual([...entries], [["a", "1"]])
  })

  it("lets a store that is past the bound shrink and change, but not grow [FLASH-HOST-14, FLASH-HOST-15]", () => {
    const past = new Map([...full, ["more", "v"]])
    assert.deepStrictEqual(applied(past, "more", "w"), [...full, ["more", "w"]])
    assert.deepStrictEqual(applied(past, "more", null), [...full])
    assert.deepStrictEqual(applied(past, "new", null), [...past])
    assert.strictEqual(applied(past, "new", "v"), bound)
  })
})
