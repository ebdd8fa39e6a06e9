import { assert, describe, it } from "@effect/vitest"
import { printJson } from "../lib/print-json.ts"

describe("printJson", () => {
  it("puts members on lines of their own and a short list on one", () => {
    assert.strictEqual(
      printJson({ a: [1, "b", null], c: { d: true }, e: {}, f: [] }),
      '{\n  "a": [1, "b", null],\n  "c": {\n    "d": true\n  },\n  "e": {},\n  "f": []\n}'
    )
  })

  it("breaks a list that holds objects or reaches the width of a line", () => {
    assert.strictEqual(printJson([{ a: 1 }]), '[\n  {\n    "a": 1\n  }\n]')
    const fits = ["x".repeat(115)]
    assert.notInclude(printJson(fits), "\n")
    assert.include(printJson(["x".repeat(116)]), "\n")
    assert.include(printJson(fits, { start: 1 }), "\n")
  })

  it("prints names as it is told to", () => {
    assert.strictEqual(printJson({ a: { b: 1 } }, { key: (name) => name }), "{\n  a: {\n    b: 1\n  }\n}")
  })
})
