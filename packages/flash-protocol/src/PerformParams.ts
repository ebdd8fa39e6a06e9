/** What a perform asks: a row that was selected, a command, an action, or a place to go back to. */
import { Effect, Result, Schema, SchemaGetter } from "effect"
import { Row } from "./Catalog.ts"
import * as Refusal from "./Refusal.ts"
import { AnyObject, FiniteNumber, isObject, Pid, TextOrEmpty } from "./Scalar.ts"

/** A rectangle in NSScreen coordinates: the origin is at the bottom left. */
export const Frame = Schema.Struct({ x: FiniteNumber, y: FiniteNumber, width: FiniteNumber, height: FiniteNumber })
export type Frame = typeof Frame.Type

/** Which app an action is meant for. */
export const Context = Schema.Struct({
  bundle_id: Schema.optionalKey(Schema.NullOr(Schema.String)),
  pid: Schema.optionalKey(Schema.NullOr(Pid)),
  front_window_frame: Schema.optionalKey(Schema.NullOr(Frame))
})
export type Context = typeof Context.Type

const words = Schema.NullOr(Schema.Array(Schema.String)).pipe(
  Schema.decodeTo(Schema.Array(Schema.String), {
    decode: SchemaGetter.transform((list) => list ?? []),
    encode: SchemaGetter.transform((list) => list)
  }),
  Schema.withDecodingDefaultKey(Effect.succeed([]))
)

const kinds = {
  resolve: Schema.Struct({ kind: Schema.Literal("resolve"), row: Row }),
  command: Schema.Struct({
    kind: Schema.Literal("command"),
    command: TextOrEmpty,
    subcommand: TextOrEmpty,
    args: words,
    raw: TextOrEmpty
  }),
  action: Schema.Struct({
    kind: Schema.Literal("action"),
    name: TextOrEmpty,
    context: Schema.optionalKey(Schema.NullOr(Context)),
    args: Schema.optionalKey(Schema.NullOr(AnyObject))
  }),
  navigate: Schema.Struct({ kind: Schema.Literal("navigate"), url: TextOrEmpty })
}

/** The params of a perform, by kind. */
export const Params = Schema.Union([kinds.resolve, kinds.command, kinds.action, kinds.navigate])
export type Params = typeof Params.Type

/** Builds the params object. A row's metadata is always there and says `kind: "plugin"` unless the row does; nulls go. */
export const encode = (params: Params): Params =>
  params.kind === "resolve" ? { kind: "resolve", row: selected(params.row) } : params

/** Reads params as a plugin does, unknown keys ignored; the failure is the refusal to answer with. */
export const decode = (params: unknown): Result.Result<Params, string> => {
  if (!isObject(params)) return Result.fail(invalid)
  const kind = params.kind ?? ""
  if (typeof kind !== "string") return Result.fail(invalid)
  if (!Object.hasOwn(kinds, kind)) return Result.fail(Refusal.unknownPerformKind(kind))
  return Result.mapError(receive(params), () => invalid)
}

const selected = (row: Row): Row => ({
  source: row.source,
  title: row.title,
  metadata: { kind: "plugin", ...row.metadata },
  ...(row.url == null ? {} : { url: row.url }),
  ...(row.effect == null ? {} : { effect: row.effect })
})

const receive = Schema.decodeUnknownResult(Params)

const invalid = Refusal.invalidParams("perform")
