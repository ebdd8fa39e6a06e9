/**
 * Decodes values that are right, several times as fast as the schema's own strict decoder, and says nothing about others. It is made
 * from the schema, so that the two cannot differ in what they take: tables, lists and words are decoded here, and whatever else a
 * schema has by its own decoder.
 */
import { Option, Result, Schema, type SchemaAST } from "effect"
import * as Toml from "./Toml.ts"

/** Makes the decoder of a codec without services; a key that the codec does not know is wrong. */
export const make = <A, I>(codec: Schema.Codec<A, I>): ((value: unknown) => Option.Option<A>) => {
  const decode = decoder(codec.ast)
  return (value) => {
    const decoded = decode(value, new Map())
    // What the codec's own tree decodes to is what the codec decodes to.
    return decoded === refused ? Option.none() : Option.some(decoded as A)
  }
}

const refused: unique symbol = Symbol("refused")

/** Returns the decoded value, or that it is refused. */
type Decode = (value: unknown, seen: Seen) => unknown

/** What texts were decoded to, by schema: a document has few types and lengths of time that it repeats often. */
type Seen = Map<SchemaAST.AST, Map<string, unknown>>

const options = { onExcessProperty: "error" } as const

const decoder = (ast: SchemaAST.AST): Decode => {
  if (ast.encoding !== undefined) return byItself(ast)
  switch (ast._tag) {
    case "Objects":
      return ast.indexSignatures.length === 0 && ast.checks === undefined ? ofTable(ast) : byItself(ast)
    case "Arrays":
      return ofList(ast) ?? byItself(ast)
    case "Union":
      return ast.checks === undefined ? ofUnion(ast) : byItself(ast)
    case "Literal":
      return (value) => (value === ast.literal ? value : refused)
    case "String":
      return checked(ast, (value) => (typeof value === "string" ? value : refused))
    case "Boolean":
      return checked(ast, (value) => (typeof value === "boolean" ? value : refused))
    default:
      return byItself(ast)
  }
}

const byItself = (ast: SchemaAST.AST): Decode => {
  const result = Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(ast), options)
  const decode = (value: unknown) => Result.getOrElse(result(value), () => refused)
  return (value, seen) => {
    if (typeof value !== "string") return decode(value)
    const known = seen.get(ast) ?? new Map<string, unknown>()
    if (known.size === 0) seen.set(ast, known)
    const before = known.get(value)
    if (before !== undefined) return before
    const decoded = decode(value)
    known.set(value, decoded)
    return decoded
  }
}

const ofTable = (ast: SchemaAST.Objects): Decode => {
  const members = new Map<PropertyKey, { readonly decode: Decode; readonly required: number }>()
  let required = 0
  for (const { name, type } of ast.propertySignatures) {
    const isRequired = type.context?.isOptional === true ? 0 : 1
    members.set(name, { decode: decoder(type), required: isRequired })
    required += isRequired
  }
  return (value, seen) => {
    if (!Toml.isTable(value)) return refused
    const decoded: Record<string, unknown> = {}
    let found = 0
    for (const key of Object.keys(value)) {
      const member = members.get(key)
      if (member === undefined) return refused
      const inside = member.decode(value[key], seen)
      if (inside === refused) return refused
      decoded[key] = inside
      found += member.required
    }
    return found === required ? decoded : refused
  }
}

/** A list of any length. */
const ofList = (ast: SchemaAST.Arrays): Decode | undefined => {
  const [rest, ...others] = ast.rest
  if (rest === undefined || others.length > 0 || ast.elements.length > 0) return undefined
  const decode = decoder(rest)
  return checked(ast, (value, seen) => {
    if (!Array.isArray(value)) return refused
    const decoded: Array<unknown> = []
    for (const element of value) {
      const inside = decode(element, seen)
      if (inside === refused) return refused
      decoded.push(inside)
    }
    return decoded
  })
}

const ofUnion = (ast: SchemaAST.Union): Decode => {
  const literals = new Set(ast.types.flatMap((type) => (type._tag === "Literal" ? [type.literal] : [])))
  // A set finds what a walk through the members would.
  if (literals.size === ast.types.length) {
    const known: ReadonlySet<unknown> = literals
    return (value) => (known.has(value) ? value : refused)
  }
  const decoders = ast.types.map(decoder)
  return (value, seen) => {
    for (const decode of decoders) {
      const decoded = decode(value, seen)
      if (decoded !== refused) return decoded
    }
    return refused
  }
}

const checked = (ast: SchemaAST.AST, decode: Decode): Decode => {
  if (ast.checks === undefined) return decode
  const filters = ast.checks.flatMap(filtersOf)
  return (value, seen) => {
    const decoded = decode(value, seen)
    if (decoded === refused) return refused
    // The checks of a tree are on what it decodes to.
    for (const filter of filters) if (filter.run(decoded as never, ast, options) !== undefined) return refused
    return decoded
  }
}

const filtersOf = (check: SchemaAST.Check<never>): ReadonlyArray<SchemaAST.Filter<never>> =>
  check._tag === "Filter" ? [check] : check.checks.flatMap(filtersOf)
