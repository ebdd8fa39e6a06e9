import { assert, describe, it } from "@effect/vitest"
import { Redacted, Schema } from "effect"
import * as Redaction from "../../src/secrets/Redaction.ts"

const redactor = (...values: ReadonlyArray<string>) => Redaction.make(values.map((value) => Redacted.make(value)))

describe("Redaction.text", () => {
  it.each([
    ["as it is", "key hunter2 used", "key [REDACTED] used"],
    ["at both ends and next to itself", "hunter2hunter2", "[REDACTED][REDACTED]"],
    ["wrapped over lines (B134) [SOS-SEC-03]", "hun\nter\r\n2!", "[REDACTED]!"],
    ["no part of it", "hunter hunt 2", "hunter hunt 2"]
  ])("replaces %s", (_, text, expected) => {
    assert.strictEqual(redactor("hunter2").text(text), expected)
  })

  it("replaces a value of several lines, whatever became of its line breaks [SOS-SEC-03]", () => {
    const secret = redactor("line one\nline two\n")
    for (const text of [
      "line one\nline two\n",
      "line one\r\nline two",
      "line oneline two",
      '"line one\\nline two\\n"'
    ]) {
      assert.notInclude(secret.text(text), "line")
      assert.include(secret.text(text), Redaction.mask)
    }
  })

  it.each([
    ["quotes", 'a"b\\c'],
    ["letters beyond ASCII", "pässwörd"],
    ["characters of two units", "🔑🗝"],
    ["a control character", "a\u0001b"]
  ])("replaces a value with %s as JSON writes it, kept to ASCII or not [SOS-SEC-03]", (_, value) => {
    const json = JSON.stringify({ said: value })
    const ascii = json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    for (const text of [json, ascii]) assert.strictEqual(redactor(value).text(text), '{"said":"[REDACTED]"}')
  })

  it("leaves no rest of values that overlap or contain each other", () => {
    assert.strictEqual(redactor("abcd", "cdef").text("-abcdef-"), "-[REDACTED]-")
    assert.strictEqual(redactor("bc", "abcd").text("-abcd-bc-"), "-[REDACTED]-[REDACTED]-")
    assert.strictEqual(redactor("aba").text("ababa"), "[REDACTED]")
  })

  it("does not look for an empty value, nor for line breaks alone", () => {
    assert.strictEqual(redactor("", "\n").text("a\nb"), "a\nb")
    assert.strictEqual(Redaction.none.text("a\nb"), "a\nb")
  })

  it.prop(
    "leaves no value in any text that holds it",
    { value: Schema.NonEmptyString, before: Schema.String, after: Schema.String },
    ({ value, before, after }) => {
      const canary = `\u0007${value}`.replace(/[\r\n]/g, "")
      assert.notInclude(redactor(canary).text(before + canary + after), canary)
    },
    { arbitrary: { runs: 300 } }
  )

  it("takes time that grows with the text and not with what the text repeats", () => {
    const secret = "a".repeat(65_536)
    const text = `${"a".repeat(65_535)}b`.repeat(16)
    assert.strictEqual(redactor(secret).text(text), text)
  })
})

describe("Redaction.cut", () => {
  it.each([
    ["hunter", "log: hunter", "log: [REDACTED]"],
    ["one unit of it", "log: h", "log: [REDACTED]"],
    ["a wrapped beginning", "log: hun\nt", "log: [REDACTED]"],
    ["all of it", "log: hunter2", "log: [REDACTED]"],
    ["nothing of it", "log: hunter3", "log: hunter3"]
  ])("replaces at the end %s [SOS-SEC-04]", (_, text, expected) => {
    assert.strictEqual(redactor("hunter2").cut(text), expected)
  })

  it("is only for text that was cut off", () => {
    assert.strictEqual(redactor("hunter2").text("log: hunter"), "log: hunter")
  })
})

describe("Redaction.value", () => {
  it("replaces in texts and keys at every depth, and nothing else [SOS-SEC-05]", () => {
    const value = new Map<string, never>([
      ["id", 7],
      ["hunter2", ["x hunter2", new Map([["k", "hunter2"]])]],
      ["none", null]
    ] as Array<[string, never]>)
    const redacted = redactor("hunter2").value(value)
    assert.deepStrictEqual(
      redacted,
      new Map<string, unknown>([
        ["id", 7],
        ["[REDACTED]", ["x [REDACTED]", new Map([["k", "[REDACTED]"]])]],
        ["none", null]
      ]) as never
    )
  })
})

describe("Redaction.make", () => {
  it("tells how many bytes the longest form of a value takes", () => {
    assert.strictEqual(redactor("abc", "é").overhang, 6)
    assert.strictEqual(Redaction.none.overhang, 0)
  })
})
