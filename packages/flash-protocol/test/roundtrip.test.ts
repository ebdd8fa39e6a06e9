/** What one side writes the other reads as it was meant, through text, for every codec that has both sides. */
import { assert, describe, it } from "@effect/vitest"
import { Json, type JsonObject } from "@lanyard/wire"
import { Result, Schema } from "effect"
import * as Answer from "../src/Answer.ts"
import * as Catalog from "../src/Catalog.ts"
import { priorities } from "../src/Constants.ts"
import * as Envelope from "../src/Envelope.ts"
import * as Initialize from "../src/Initialize.ts"
import * as Log from "../src/Log.ts"
import * as Methods from "../src/Methods.ts"
import * as Perform from "../src/Perform.ts"
import * as PerformParams from "../src/PerformParams.ts"
import * as Response from "../src/Response.ts"
import { json } from "./support/json.ts"

/** A frame as the other side gets it. */
const sent = (frame: JsonObject): JsonObject => json(Result.getOrThrow(Json.encode(frame)).text)

const word = Schema.Literals([
  "a",
  "Z",
  "7",
  " ",
  "é",
  "🚀",
  '"',
  "\\",
  "\n",
  "\u2028",
  "__proto__",
  "<method>",
  "$&",
  "1.0"
])
const Text = Schema.TemplateLiteral([word, word])
const AnyText = Schema.Union([Schema.Literals(["", "constructor", "__proto__"]), Text])
const Address = Schema.TemplateLiteral(["x-1.+:", AnyText])
const Fields = Schema.Array(Schema.Tuple([AnyText, AnyText])).check(Schema.isMaxLength(8))
const Pid = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 0x7fff_ffff }))
const Id = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))
const Trace = Schema.Literals(["a", "0", "0123456789abcdef"])
const Millis = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 600_000 }))
const Length = Schema.Literals([-1440.5, 0, 12, 1e300])
const Params = Schema.Record(Schema.Literals(["a", "é", "id"]), Schema.NullOr(Schema.Literals([true, 0, -1.5, "x"])))

const textEffect = Schema.Struct({ type: Schema.Literals(["copy_text", "insert_text"]), text: Text })
const rowEffect = Schema.Union([
  textEffect,
  Schema.Struct({ type: Schema.Literal("open"), url: Address }),
  Schema.Struct({ type: Schema.Literal("open"), bundle_id: Text })
])
const Row = Schema.Struct({
  source: Schema.Literals(["s", "__proto__"]),
  title: Text,
  url: Schema.optionalKey(Schema.NullOr(Address)),
  effect: Schema.optionalKey(Schema.NullOr(rowEffect))
})
const Metadata = Schema.NullOr(Schema.Tuple([Fields, Schema.Literals(priorities)]))

/** A row with metadata whose names may be anything. */
const withMetadata = (row: typeof Row.Type, metadata: typeof Metadata.Type): Catalog.Row => ({
  ...row,
  metadata: metadata === null ? null : Object.fromEntries([...metadata[0], ["priority", metadata[1]]])
})

const runs = { arbitrary: { runs: 100 } }

describe("a round trip", () => {
  it.prop(
    "keeps every kind of frame [FLASH-ENV-01, FLASH-ENV-05, FLASH-ENV-15, FLASH-ENV-17]",
    { id: Id, method: Text, params: Params, deadline: Millis, trace: Trace },
    ({ id, method, params, deadline, trace }) => {
      const { host, plugin } = Envelope
      const meta = { deadline, trace }
      const request = { _tag: "Request", id, method, params } as const
      assert.deepStrictEqual(plugin.decode(sent(host.request(id, method, params, meta))), { ...request, ...meta })
      assert.deepStrictEqual(host.decode(sent(plugin.request(id, method, params, meta))), request)
      for (const [from, to] of [[host, plugin] as const, [plugin, host] as const]) {
        const notification = { _tag: "Notification", method, params } as const
        assert.deepStrictEqual(to.decode(sent(from.notification(method, params))), notification)
        assert.deepStrictEqual(to.decode(sent(from.reply(id, params))), { _tag: "Reply", id, body: params })
      }
    },
    runs
  )

  it.prop(
    "keeps a yes and a no [FLASH-RESP-01, FLASH-RESP-02]",
    { params: Params, error: Text },
    ({ params, error }) => {
      const read = (body: Response.Body) => Result.getOrUndefined(Response.decode(sent(body)))
      const yes = Response.success(params)
      assert.deepStrictEqual(read(yes), Response.Response.Succeeded({ fields: yes }))
      const no = error.trim() === "" ? undefined : Response.Response.Refused({ error })
      assert.deepStrictEqual(read(Response.failure(error)), no)
    },
    runs
  )

  it.prop(
    "keeps a catalog [FLASH-CAT-01, FLASH-CAT-20]",
    { rows: Schema.Array(Schema.Tuple([Row, Metadata])) },
    ({ rows }) => {
      const catalog = rows.map(([row, metadata]) => withMetadata(row, metadata))
      const read = Catalog.decode(sent(Catalog.encode(catalog)), new Set(["s", "__proto__"]))
      assert.deepStrictEqual(read, Result.succeed(catalog))
    },
    runs
  )

  it.prop(
    "keeps a query and its answers [FLASH-ANS-01, FLASH-ANS-04]",
    {
      query: AnyText,
      surface: AnyText,
      scope: Schema.Literals(["running", "all"]),
      answers: Schema.Array(
        Schema.Struct({ title: Text, subtitle: Schema.optionalKey(Schema.NullOr(AnyText)), effect: textEffect })
      ).check(Schema.isMaxLength(16))
    },
    ({ query, scope, surface, answers }) => {
      const { encodeParams, decodeParams } = Methods.evaluate
      const params = { query, scope, surface }
      assert.deepStrictEqual(decodeParams(sent({ params: encodeParams(params) }).params), Result.succeed(params))
      assert.deepStrictEqual(Answer.decodeReply(sent(Answer.reply(answers))), Result.succeed(answers))
    },
    runs
  )

  it.prop(
    "keeps the outcome of a perform [FLASH-PERF-09, FLASH-PERF-12, FLASH-PERF-13]",
    {
      outcome: Schema.Union([
        Schema.TaggedStruct("Performed", {
          targetPid: Schema.optionalKey(Pid),
          navigationUrl: Schema.optionalKey(Address),
          message: Schema.optionalKey(Text)
        }),
        Schema.TaggedStruct("Unhandled", {}),
        Schema.TaggedStruct("Failed", {
          cause: Schema.Literal("reported"),
          error: Schema.TemplateLiteral(["x", AnyText])
        })
      ])
    },
    ({ outcome }) => {
      assert.deepStrictEqual(Perform.decodeReply(sent(Perform.reply(outcome))), outcome)
    },
    runs
  )

  it.prop(
    "keeps what a perform asks, once it is written as the host does [FLASH-PERF-01, FLASH-PERF-02, FLASH-PERF-05]",
    {
      row: Row,
      metadata: Metadata,
      words: Schema.Struct({ command: AnyText, subcommand: AnyText, args: Schema.Array(AnyText), raw: AnyText }),
      name: AnyText,
      context: Schema.Struct({
        bundle_id: Schema.optionalKey(Schema.NullOr(AnyText)),
        pid: Schema.optionalKey(Schema.NullOr(Pid)),
        front_window_frame: Schema.optionalKey(Schema.Struct({ x: Length, y: Length, width: Length, height: Length }))
      }),
      args: Schema.NullOr(Params),
      url: Address
    },
    ({ row, metadata, words, name, context, args, url }) => {
      const asked: ReadonlyArray<PerformParams.Params> = [
        { kind: "resolve", row: withMetadata(row, metadata) },
        { kind: "command", ...words },
        { kind: "action", name, context, args },
        { kind: "action", name },
        { kind: "navigate", url }
      ]
      for (const params of asked) {
        const written = PerformParams.encode(params)
        const read = PerformParams.decode(sent({ written }).written)
        assert.deepStrictEqual(read, Result.succeed(written))
        assert.deepStrictEqual(Result.map(read, PerformParams.encode), read)
      }
    },
    runs
  )

  it.prop(
    "keeps a log line [FLASH-LOG-01, FLASH-LOG-05]",
    { level: Schema.Literals(Log.levels), message: AnyText, fields: Fields, trace: Schema.optionalKey(Trace) },
    ({ fields, ...line }) => {
      const entry: Log.Entry = { ...line, fields: new Map(fields) }
      assert.deepStrictEqual(Log.decode(sent(Log.encode(entry))), entry)
    },
    runs
  )

  it.prop(
    "of the handshake starts a plugin exactly when the host accepts it [FLASH-INIT-01, FLASH-INIT-06]",
    {
      version: Schema.NullOr(Schema.Literals([0, 1, 2, -1, 1.5, "1", true, Number.MAX_SAFE_INTEGER])),
      again: Schema.Boolean
    },
    ({ version, again }) => {
      const { reply, next } = Initialize.answer(sent({ protocol_version: version }), again)
      assert.strictEqual(Initialize.decodeReply(sent(reply))._tag === "Accepted", next === "start")
      assert.strictEqual(next === "start", version === 1 && !again)
    },
    runs
  )
})
