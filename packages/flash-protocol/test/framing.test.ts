/** Frames as bytes: what one side writes the other reads, in whatever chunks it comes, up to the byte where it ends. */
import { assert, describe, it } from "@effect/vitest"
import { Json, type JsonObject, LineFraming } from "@lanyard/wire"
import { Result, Schema } from "effect"
import { quotas } from "../src/Constants.ts"
import * as Envelope from "../src/Envelope.ts"
import * as Quota from "../src/Quota.ts"
import { value } from "./support/json.ts"

/** What a side writes for a frame. */
const line = (frame: JsonObject): string => Result.getOrThrow(Json.encode(frame, quotas.frame_bytes)).text

/** What the other side reads, from chunks of these sizes over and over. */
const frames = (text: string, sizes: ReadonlyArray<number>): ReadonlyArray<JsonObject> => {
  const bytes = new TextEncoder().encode(text)
  const read: Array<JsonObject> = []
  let framer = LineFraming.make(quotas.frame_bytes)
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length
    const [next, found] = LineFraming.push(framer, bytes.subarray(at, at + size))
    framer = next
    for (const run of found) if (run !== LineFraming.tooLong) read.push(...Json.parseLines(run).map(Result.getOrThrow))
    at += size
  }
  return read
}

/** Text that needs escapes, separates lines for others, or takes one to four bytes a character. */
const Awkward = Schema.Literals([
  "",
  "\n",
  "\r\n",
  "\u2028",
  '"',
  "\\",
  "\u0000",
  "\u007f",
  "é",
  "日",
  "🚀",
  "\ufeff",
  "/"
])

const Sizes = Schema.Array(Schema.Literals([1, 2, 3, 5, 64])).check(Schema.isMinLength(1))

describe("a frame", () => {
  it.prop(
    "of any payload comes out as it went in, from chunks of any size [FLASH-FRAM-01, FLASH-FRAM-18, FLASH-FRAM-19]",
    { payload: Schema.Record(Schema.String, Schema.Json), pads: Schema.Array(Awkward), sizes: Sizes },
    ({ payload, pads, sizes }) => {
      const params = { ...payload, [pads.join("")]: pads }
      if (!JSON.stringify(params).isWellFormed() || /\\ud[89a-f]/.test(JSON.stringify(params))) return
      const sent = [
        Envelope.host.request(1, "perform", params, { deadline: 50, trace: "a1" }),
        Envelope.plugin.request(2, "host.ping", params, {}),
        Envelope.host.notification("event", params),
        Envelope.plugin.reply(3, { ok: true, params })
      ]
      const lines = sent.map(line)
      for (const text of lines) assert.notInclude(text, "\n")
      const plain: unknown = JSON.parse(JSON.stringify(sent))
      assert.deepStrictEqual<unknown>(JSON.parse(JSON.stringify(frames(`${lines.join("\n")}\n`, sizes))), plain)
    },
    { arbitrary: { runs: 200 } }
  )

  it("has at most 10485760 bytes in both directions, its newline not counted [FLASH-FRAM-03]", () => {
    const frame = (length: number) => ({ method: "log", params: { message: "x".repeat(length) } })
    const room = 10_485_760 - line(frame(0)).length
    const full = line(frame(room))
    assert.strictEqual(Buffer.byteLength(full), 10_485_760)
    assert.strictEqual(frames(`${full}\n`, [65_536]).length, 1)
    assert.deepStrictEqual<unknown>(frames(`${full.replace("x", "é")}\n{"method":"ping"}\n`, [65_536]), [
      { method: "ping" }
    ])
    assert.deepStrictEqual(Json.encode(frame(room + 1), quotas.frame_bytes), Result.fail("TooLong"))
  })
})

describe("the bytes of a list", () => {
  it.prop(
    "are those of its compact encoding, however its sender wrote it [FLASH-VAL-05]",
    { items: Schema.Array(Schema.Json), pads: Schema.Array(Awkward) },
    ({ items, pads }) => {
      const text = JSON.stringify([...items, pads.join(""), { [pads.join("k")]: pads }])
      if (/\\ud[89a-f]/.test(text)) return
      const bytes = Buffer.byteLength(text)
      for (const written of [text, escaped(text), JSON.stringify(JSON.parse(text), null, "\t")]) {
        assert.isTrue(Quota.encodedFits(value(written), bytes), written)
        assert.isFalse(Quota.encodedFits(value(written), bytes - 1), written)
      }
    },
    { arbitrary: { runs: 200 } }
  )

  /** The same JSON with every character beyond ASCII escaped, and every slash. */
  const escaped = (text: string) =>
    text
      .replaceAll("/", "\\/")
      .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`)
})
