/** What a perform asks: a row that was selected, a command, an action, or a place to go back to. */
import { Effect, Option, Result, Schema, SchemaGetter } from "effect"
import { RowEffect } from "./Effects.ts"
import * as Refusal from "./Refusal.ts"
import {
  AnyObject,
  FiniteNumber,
  isObject,
  isPositiveInteger,
  objectOf,
  optional,
  Pid,
  TextByName,
  TextOrEmpty
} from "./Scalar.ts"

/** A rectangle in NSScreen coordinates: the origin is at the bottom left. */
export const Frame = Schema.Struct({ x: FiniteNumber, y: FiniteNumber, width: FiniteNumber, height: FiniteNumber })
export type Frame = typeof Frame.Type

/** Which app an action is meant for. */
export const Context = objectOf(
  Schema.Struct({
    bundle_id: optional(Schema.String),
    pid: optional(Pid),
    front_window_frame: optional(Frame)
  })
)
export type Context = typeof Context.Type

/** The row that was selected, as the host sends it: a `kind` the host added may be one metadata entry over the quota. */
export const SelectedRow = Schema.Struct({
  source: Schema.String,
  title: Schema.String,
  url: optional(Schema.String),
  metadata: optional(TextByName),
  effect: optional(RowEffect)
})
export interface SelectedRow extends Schema.Schema.Type<typeof SelectedRow> {}

const words = Schema.NullOr(Schema.Array(Schema.String)).pipe(
  Schema.decodeTo(Schema.Array(Schema.String), {
    decode: SchemaGetter.transform((list) => list ?? []),
    encode: SchemaGetter.transform((list) => list)
  }),
  Schema.withDecodingDefaultKey(Effect.succeed([]))
)

const kinds = {
  resolve: Schema.Struct({ kind: Schema.Literal("resolve"), row: SelectedRow }),
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
    context: optional(Context),
    args: optional(AnyObject)
  }),
  navigate: Schema.Struct({ kind: Schema.Literal("navigate"), url: TextOrEmpty })
}

/** The params of a perform, by kind. */
export const Params = Schema.Union([kinds.resolve, kinds.command, kinds.action, kinds.navigate])
export type Params = typeof Params.Type

/**
 * Builds the params object. A row's metadata is always there and says `kind: "plugin"` unless the row does, its nulls go; an
 * action's context is always there.
 */
export const encode = (params: Params): Params => {
  switch (params.kind) {
    case "resolve":
      return { kind: "resolve", row: selected(params.row) }
    case "action":
      return { ...params, context: params.context ?? {} }
    case "command":
    case "navigate":
      return params
  }
}

/** Reads params as a plugin does, unknown keys ignored; the failure is the refusal to answer with. */
export const decode = (params: unknown): Result.Result<Params, string> => {
  if (!isObject(params)) return Result.fail(invalid)
  const kind = params.kind ?? ""
  if (typeof kind !== "string") return Result.fail(invalid)
  if (!Object.hasOwn(kinds, kind)) return Result.fail(Refusal.unknownPerformKind(kind))
  return Result.mapError(receive(params), () => invalid)
}

/** The tab that `tab_select` asks for, counted from 1: `args.index`, as an integer or as its digits. */
export const tabIndex = (args: Readonly<Record<string, unknown>> | null | undefined): Option.Option<number> => {
  const index = args?.index
  const tab = typeof index === "string" && /^[0-9]+$/.test(index) ? Number(index) : index
  return isPositiveInteger(tab) ? Option.some(tab) : Option.none()
}

const selected = (row: SelectedRow): SelectedRow => ({
  source: row.source,
  title: row.title,
  metadata: { kind: "plugin", ...row.metadata },
  ...(row.url == null ? {} : { url: row.url }),
  ...(row.effect == null ? {} : { effect: row.effect })
})

const receive = Schema.decodeUnknownResult(Params)

const invalid = Refusal.invalidParams("perform")
