/** The records and failures that a file knows by name: its own and those of its imports. */
import { Recursion, TypeExpr } from "@lanyard/sos-module"
import type { Define, Name, Program, WrittenType } from "../Syntax.ts"
import type { Bound } from "./Imports.ts"
import * as Known from "./Known.ts"
import type { Problems } from "./Problems.ts"

/** A record or a failure. */
export interface Declared {
  readonly what: "record" | "failure"
  readonly shape: Known.Shape
}

/** What a file or a module declares, by name. */
export type Exports = ReadonlyMap<string, Declared>

/** The types of a file. */
export interface Types {
  /** Those that it declares, which who imports it gets. */
  readonly own: Exports
  readonly named: Exports
  readonly known: (type: TypeExpr) => Known.Known
}

/** What every failure has beside the fields of its own. */
export const failureFields: ReadonlyMap<string, Known.Known> = new Map<string, Known.Known>([
  ["kind", Known.Known.Text()],
  ["message", Known.Known.Text()],
  ["retryable", Known.Known.Boolean()],
  ["status", Known.Known.Number()],
  ["signal", Known.Known.Text()],
  ["code", Known.Known.Number()],
  ["module", Known.Known.Text()],
  ["version", Known.Known.Text()],
  ["action", Known.Known.Text()],
  ["phase", Known.Known.Text()],
  ["frames", Known.Known.List({ of: Known.any })]
])

/** Finds the types of a file, and tells which names stand for two. */
export const make = (
  program: Program,
  imports: ReadonlyArray<Bound>,
  exportsOf: (bound: Bound) => Exports,
  problems: Problems
): Types => {
  const named = new Map<string, Declared>()
  const known = (type: TypeExpr) => Known.ofType(type, (name) => named.get(name)?.shape)
  const defines = program.statements.filter((statement) => statement._tag === "Define")
  const own = ownOf(defines, known, problems)
  const places = new Map<string, { readonly declared: Declared; readonly bound: Bound | undefined }>()
  for (const [name, { declared }] of own) places.set(name, { declared, bound: undefined })
  for (const bound of imports) {
    for (const [name, declared] of exportsOf(bound)) {
      const first = places.get(name)
      if (first === undefined) places.set(name, { declared, bound })
      else if (first.declared.shape !== declared.shape)
        conflict(name, bound, first.bound ?? own.get(name)?.define, problems)
    }
  }
  for (const [name, { declared }] of places) named.set(name, declared)
  for (const define of defines) checkFields(define, named, problems)
  tellCircles(defines, problems)
  return { own: new Map([...own].map(([name, { declared }]) => [name, declared])), named, known }
}

/** Tells a record or failure that nobody declared. */
export const check = ({ type, span }: WrittenType, named: Exports, problems: Problems): void => {
  const name = recordOf(type)
  if (name === undefined || named.has(name)) return
  problems.error(
    span,
    `no record is called ${name}`,
    problems.hint(name, () => named.keys())
  )
}

/** Finds a declared record or failure by the name that a program writes, and tells when it is not there. */
export const find = (
  { text, span }: Name,
  what: Declared["what"],
  { named }: Types,
  problems: Problems
): Known.Shape | undefined => {
  const declared = named.get(text)
  if (declared?.what === what) return declared.shape
  const message =
    declared === undefined ? `no ${what} is called ${text}` : `${text} is a ${declared.what}; expected a ${what}`
  problems.error(
    span,
    message,
    problems.hint(text, () => [...named.keys()].filter((name) => named.get(name)?.what === what))
  )
  return undefined
}

const ownOf = (defines: ReadonlyArray<Define>, known: Types["known"], problems: Problems) => {
  const own = new Map<string, { readonly declared: Declared; readonly define: Define }>()
  for (const define of defines) {
    const { name, what, fields } = define
    if (!/^[A-Z]/.test(name.text)) {
      problems.error(
        name.span,
        `"${name.text}" is no name of a ${what}; expected one that begins with a capital letter`
      )
    }
    const first = own.get(name.text)
    if (first === undefined) {
      const all = fields.map(({ field, type }) => ({ name: field.text, type: type.type }))
      own.set(name.text, { declared: { what, shape: Known.declared({ name: name.text, fields: all }, known) }, define })
    } else problems.twice(name.span, first.define.name.span, `${name.text} is declared already`)
  }
  return own
}

const conflict = (name: string, { statement }: Bound, first: Bound | Define | undefined, problems: Problems): void => {
  if (first === undefined) return
  const text = JSON.stringify(statement.alias?.text ?? statement.path.text)
  if ("name" in first) {
    problems.ofImport(statement, `${text} brings ${name}, which this file declares too`, [
      problems.place(first.name.span, "it is declared here")
    ])
    return
  }
  const { statement: other } = first
  const otherText = JSON.stringify(other.alias?.text ?? other.path.text)
  problems.ofImport(statement, `${text} brings ${name}, which ${otherText} brings too`, [
    problems.placeOfImport(other, "the other import is here")
  ])
}

const checkFields = ({ what, name, fields }: Define, named: Exports, problems: Problems): void => {
  const first = new Map<string, Name>()
  for (const { field, type } of fields) {
    const earlier = first.get(field.text)
    if (earlier !== undefined)
      problems.twice(field.span, earlier.span, `${name.text} has the field "${field.text}" already`)
    else first.set(field.text, field)
    if (what === "failure" && failureFields.has(field.text)) {
      problems.error(field.span, `"${field.text}" is a field of every failure; expected another name`)
    }
    check(type, named, problems)
  }
}

const tellCircles = (defines: ReadonlyArray<Define>, problems: Problems): void => {
  const graph = new Map(
    defines.map(({ name, fields }) => [name.text, fields.flatMap(({ type }) => recordOf(type.type) ?? [])])
  )
  const circles = Recursion.circles(graph)
  for (const { name } of defines) {
    if (circles.has(name.text))
      problems.error(name.span, `${name.text} holds itself; expected records that come to an end`)
  }
}

const recordOf = (type: TypeExpr): string | undefined => {
  let inner = type
  while (TypeExpr.$is("Optional")(inner) || TypeExpr.$is("List")(inner)) inner = inner.of
  return TypeExpr.$is("Record")(inner) ? inner.name : undefined
}
