import { assert, describe, it } from "@effect/vitest"
import * as Text from "../../../src/conformance/report/Text.ts"
import { mixed, sound } from "../reports.ts"

describe("Text", () => {
  it("says what broke in the words of the rule, and then how the plugin stands", () => {
    assert.deepStrictEqual(Text.print(mixed).split("\n"), [
      'FAIL FLASH-INIT-09  The host sends ping with {} and the plugin answers {"ok":true}.',
      '       handshake: a <b> & "c"\\u001b[31m\\u0000',
      "warn FLASH-CONF-01  A plugin drops a line that holds half of a surrogate pair.",
      "       strictness: replies",
      "?    FLASH-SHUT-01  The end of stdin is the shutdown signal; there is no method for it.",
      "       shutdown: something broke before it could be judged",
      "not declared: search",
      "sample 1.0.0 does not conform: 1 rules hold, 1 broken, 1 not reached, 1 warning, 1 do not apply; 1 scenarios in 2.5 s"
    ])
  })

  it("says little of a plugin that conforms", () => {
    assert.strictEqual(Text.print(sound), "sample 1.0.0 conforms: 1 rules hold; 1 scenarios in 2.5 s")
  })

  it("shows everything where asked to, with what crossed the wire where something broke", () => {
    const lines = Text.print(mixed, { everything: true, transcripts: true }).split("\n")
    assert.include(
      lines,
      'ok   FLASH-INIT-01  The host sends {"protocol_version":1} and the plugin accepts with {"ok":true,"protocol_version":1}, exactly.'
    )
    assert.include(lines, "       every scenario: it sent no catalog")
    assert.include(lines, "handshake: initializes")
    assert.include(lines, '      1.3 ms  ← plugin  {"id":1,"result":{"ok":true}}')
  })
})
