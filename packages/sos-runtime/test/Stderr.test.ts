import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import * as Stderr from "../src/Stderr.ts"
import * as Redaction from "../src/secrets/Redaction.ts"

const redactor = Redaction.make([Redacted.make("sécret")])
const bytes = (text: string) => new TextEncoder().encode(text)

describe("Stderr.text", () => {
  it("is what was written, without secrets [SOS-CALL-14]", () => {
    assert.strictEqual(Stderr.text({ bytes: bytes("a sécret\n"), omitted: 0 }, redactor), "a [REDACTED]\n")
  })

  it("replaces bytes that are no text", () => {
    assert.strictEqual(Stderr.text({ bytes: new Uint8Array([0x61, 0xff]), omitted: 0 }, redactor), "a\ufffd")
  })

  it.each(Array.from({ length: 6 }, (_, size) => size + 1))(
    "shows nothing of a secret that was cut off after %d bytes, in the middle of a character too [SOS-CALL-14]",
    (size) => {
      const kept = new Uint8Array([...bytes("a "), ...bytes("sécret").subarray(0, size)])
      const note = "\n[9 more bytes of stderr were left out]\n"
      assert.strictEqual(Stderr.text({ bytes: kept, omitted: 9 }, redactor), `a [REDACTED]${note}`)
    }
  )
})
