/** The types of the boundary between programs and modules, and how a definition writes them. */
import { Data, Result } from "effect"

/** A type as a definition names it; a record is declared beside it, in the same definition. */
export type TypeExpr = Data.TaggedEnum<{
  Any: Record<never, never>
  Text: Record<never, never>
  Number: Record<never, never>
  Integer: Record<never, never>
  Boolean: Record<never, never>
  Timestamp: Record<never, never>
  Duration: Record<never, never>
  File: Record<never, never>
  Folder: Record<never, never>
  Optional: { readonly of: TypeExpr }
  List: { readonly of: TypeExpr }
  Record: { readonly name: string }
}>
export const TypeExpr = Data.taggedEnum<TypeExpr>()

/** Words that name a type by themselves. */
export const scalars: ReadonlyMap<string, TypeExpr> = new Map<string, TypeExpr>([
  ["any", TypeExpr.Any()],
  ["text", TypeExpr.Text()],
  ["number", TypeExpr.Number()],
  ["integer", TypeExpr.Integer()],
  ["boolean", TypeExpr.Boolean()],
  ["timestamp", TypeExpr.Timestamp()],
  ["duration", TypeExpr.Duration()],
  ["file", TypeExpr.File()],
  ["folder", TypeExpr.Folder()]
])

/** Lists may be lists of lists, so deep. */
export const depthLimit = 64

/**
 * Reads `[optional] (list of TYPE | SCALAR | any | RecordName)`, spaces around words ignored. Whether a record is declared is
 * another question. The failure says what is expected.
 */
export const parse = (text: string): Result.Result<TypeExpr, string> => {
  const prefixes: Array<(of: TypeExpr) => TypeExpr> = []
  let rest = text.trim()
  let afterOptional = false
  for (;;) {
    const prefix = /^(optional|list +of) +/.exec(rest)
    if (prefix === null) break
    const optional = prefix[1] === "optional"
    if (optional && afterOptional) return twice
    if (prefixes.length === depthLimit) return tooDeep
    prefixes.push((of) => (optional ? TypeExpr.Optional({ of }) : TypeExpr.List({ of })))
    afterOptional = optional
    rest = rest.slice(prefix[0].length)
  }
  const core = scalars.get(rest) ?? (recordName.test(rest) ? TypeExpr.Record({ name: rest }) : undefined)
  if (core === undefined) return unknown
  return Result.succeed(prefixes.reduceRight<TypeExpr>((of, wrap) => wrap(of), core))
}

/** Writes a type the way `parse` reads it. */
export const print: (type: TypeExpr) => string = TypeExpr.$match({
  Any: () => "any",
  Text: () => "text",
  Number: () => "number",
  Integer: () => "integer",
  Boolean: () => "boolean",
  Timestamp: () => "timestamp",
  Duration: () => "duration",
  File: () => "file",
  Folder: () => "folder",
  Optional: ({ of }) => `optional ${print(of)}`,
  List: ({ of }) => `list of ${print(of)}`,
  Record: ({ name }) => name
})

/** The records that a type names, at any depth; none or one. */
export const recordOf = (type: TypeExpr): string | undefined => {
  let inner = type
  while (inner._tag === "Optional" || inner._tag === "List") inner = inner.of
  return inner._tag === "Record" ? inner.name : undefined
}

const recordName = /^[A-Z][A-Za-z0-9_]*$/

const unknown = Result.fail(
  `a type: ${[...scalars.keys()].join(", ")}, a declared record, "list of" a type, or "optional" before any of them`
)
const twice = Result.fail('"optional" once')
const tooDeep = Result.fail(`at most ${depthLimit} times "list of"`)
