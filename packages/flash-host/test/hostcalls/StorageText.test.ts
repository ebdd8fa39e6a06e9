import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as StorageText from "../../src/hostcalls/StorageText.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const Text = Schema.String.check(Schema.makeFilter((text) => text.isWellFormed()))

describe("StorageText", () => {
  it.prop("reads what it writes, whatever the keys are", [Schema.Array(Schema.Tuple([Text, Text]))], ([pairs]) => {
    const entries = new Map(pairs)
    const read = StorageText.decode(bytes(StorageText.encode(entries)))
    assert.deepStrictEqual(new Map([...(read ?? [])].sort()), new Map([...entries].sort()))
  })

  it.each([
    [[], "{}\n"],
    [
      [
        ["b", "1"],
        ["a", "2"]
      ],
      '{\n  "a": "2",\n  "b": "1"\n}\n'
    ],
    [
      [
        ["9", ""],
        ["10", ""],
        ["Z", ""],
        ["é", ""]
      ],
      '{\n  "10": "",\n  "9": "",\n  "Z": "",\n  "é": ""\n}\n'
    ],
    [[["__proto__", 'a"\n']], '{\n  "__proto__": "a\\"\\n"\n}\n']
  ] as const)("writes %j with the keys in order [FLASH-HOST-54]", (pairs, text) => {
    assert.strictEqual(StorageText.encode(new Map(pairs)), text)
  })

  it("reads a name of the language as a key like any other", () => {
    const read = StorageText.decode(bytes('{"__proto__":"p","constructor":"c"}'))
    assert.deepStrictEqual(
      [...(read ?? [])],
      [
        ["__proto__", "p"],
        ["constructor", "c"]
      ]
    )
  })

  it.each([
    ["nothing at all", ""],
    ["half of a store", '{"a":"b"'],
    ["a list", '["a"]'],
    ["text", '"a"'],
    ["a number for a value", '{"a":1}'],
    ["null for a value", '{"a":null}'],
    ["an object for a value", '{"a":{}}']
  ])("reads no entries out of %s", (_, text) => {
    assert.isUndefined(StorageText.decode(bytes(text)))
  })

  it("reads no entries out of what is not UTF-8", () => {
    assert.isUndefined(StorageText.decode(Uint8Array.of(0x7b, 0xff, 0x7d)))
  })
})
