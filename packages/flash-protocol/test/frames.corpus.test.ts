/** Holds framing, both envelopes and the scalars to the corpus; `fixtures/README.md` says what its files mean. */
import { assert, describe, it } from "@effect/vitest"
import { Json, LineFraming, type Message, Violation } from "@lanyard/wire"
import { Result, Schema } from "effect"
import { quotas } from "../src/Constants.ts"
import * as Envelope from "../src/Envelope.ts"
import * as Initialize from "../src/Initialize.ts"
import * as Response from "../src/Response.ts"
import * as Scalar from "../src/Scalar.ts"
import { type CorpusFile, payload, read } from "./support/corpus.ts"

const files = (area: string) => read(area).map((file): [string, CorpusFile] => [file.name, file])

describe("the corpus of scalars", () => {
  it.each(files("scalar"))(
    "%s is judged by its token [FLASH-VAL-01, FLASH-VAL-02, FLASH-VAL-03, FLASH-VAL-07]",
    (_, file) => {
      const decode = scalars[String(file.given.type)]
      if (decode === undefined) return assert.fail(`${file.name} is of no known type`)
      assert.deepStrictEqual(decode(payload(file)), file.isValid ? file.expect : undefined)
    }
  )

  const onlyIf =
    (accepts: (value: unknown) => boolean) =>
    (value: unknown): unknown =>
      accepts(value) ? value : undefined

  const received = (key: string, value: unknown) => {
    const message = Envelope.plugin.decode({ id: 1, method: "ping", [key]: value })
    return message._tag === "Request" ? message : undefined
  }

  const number = Schema.decodeUnknownResult(Scalar.FiniteNumber)

  /** What a value of each type reads as; undefined is refused. */
  const scalars: Readonly<Record<string, (value: unknown) => unknown>> = {
    id: onlyIf((id) => Envelope.host.decode({ id, method: "ping" })._tag === "Request"),
    pid: onlyIf(Scalar.isPid),
    deadline_ms: (value) => received("deadline_ms", value)?.deadline,
    trace: (value) => received("trace", value)?.trace,
    protocol_version: onlyIf(
      (version) => Initialize.decodeReply({ ok: true, protocol_version: version })._tag === "Accepted"
    ),
    boolean: onlyIf((ok) => Result.isSuccess(Response.decode(ok === true ? { ok } : { ok, error: "no" }))),
    absolute_url: onlyIf((url) => typeof url === "string" && Scalar.isAbsoluteUrl(url)),
    priority: onlyIf(Scalar.isSalience),
    number: (value) => Result.getOrUndefined(number(value))
  }
})

describe("the corpus of framing", () => {
  it.each(files("framing"))(
    "%s yields the same frames however it is cut [FLASH-FRAM-01, FLASH-FRAM-02, FLASH-FRAM-04, FLASH-FRAM-05, FLASH-FRAM-06, FLASH-FRAM-07, FLASH-FRAM-08, FLASH-FRAM-09, FLASH-FRAM-10, FLASH-FRAM-11, FLASH-FRAM-12, FLASH-FRAM-13, FLASH-FRAM-14, FLASH-FRAM-15, FLASH-FRAM-18]",
    (_, file) => {
      const { encoding, frame_bytes, terminated } = file.given
      const limit = frame_bytes === undefined ? quotas.frame_bytes : Number(frame_bytes)
      const text = (file.lines ?? []).join("\n") + (terminated === false ? "" : "\n")
      const bytes = Buffer.from(text, encoding === "latin1" ? "latin1" : "utf8")
      for (const size of [1, 2, 3, 5, bytes.length]) {
        assert.deepStrictEqual(framed(bytes, size, limit), file.isValid ? file.expect : file.outcome)
      }
    }
  )

  /** The frames of a stream, and how many lines were reported as none. */
  const framed = (bytes: Uint8Array, size: number, limit: number) => {
    let framer = LineFraming.make(limit)
    const frames: Array<unknown> = []
    let reported = 0
    for (let at = 0; at < bytes.length; at += size) {
      const [next, found] = LineFraming.push(framer, bytes.subarray(at, at + size))
      framer = next
      for (const run of found) {
        if (run === LineFraming.tooLong) reported++
        for (const line of run === LineFraming.tooLong ? [] : Json.parseLines(run)) {
          if (Result.isSuccess(line)) frames.push(line.success)
          else if (line.failure._tag !== "EmptyLine") reported++
        }
      }
    }
    return { frames, reported: reported + (LineFraming.end(framer) > 0 ? 1 : 0) }
  }
})

describe("the corpus of envelopes", () => {
  it.each(files("envelope"))("%s is sorted by either side as it says [FLASH-ENV-21, FLASH-ENV-22]", (_, file) => {
    const [line = "", ...more] = file.lines ?? []
    assert.deepStrictEqual(more, [])
    const frame = Result.getOrThrow(Json.parse(new TextEncoder().encode(line)))
    const sorted = { host: told(Envelope.host.decode(frame)), plugin: told(Envelope.plugin.decode(frame)) }
    assert.deepStrictEqual<unknown>(JSON.parse(JSON.stringify(sorted)), file.isValid ? file.expect : file.outcome)
  })

  /** A message in the words of the corpus. */
  const told = (message: Message<Response.Body> | Violation) => {
    switch (message._tag) {
      case "Request":
        return {
          kind: "request",
          id: message.id,
          method: message.method,
          params: message.params,
          deadline_ms: message.deadline,
          trace: message.trace
        }
      case "Notification":
        return { kind: "notification", method: message.method, params: message.params }
      case "Reply":
        return { kind: "reply", id: message.id, result: message.body }
      case "MalformedReply":
        return { kind: "malformed reply", id: message.id }
      default:
        return Violation.$is("BadEnvelope")(message) ? "dropped" : message._tag
    }
  }
})
