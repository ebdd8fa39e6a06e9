import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Sha256 from "../../src/interface/Sha256.ts"

describe("Sha256.hex", () => {
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ]
  ])("hashes %j as the standard has it [SOS-DIG-01]", (text, digest) => {
    assert.strictEqual(Sha256.hex(text), digest)
  })

  it.prop(
    "agrees with the platform on texts of every length around a block [SOS-DIG-01]",
    { text: Schema.String, length: Schema.Int },
    ({ text, length }) => {
      const long = `${text}é😀${"x".repeat(Math.abs(length) % 200)}`
      assert.strictEqual(Sha256.hex(long), createHash("sha256").update(long).digest("hex"))
    }
  )
})
