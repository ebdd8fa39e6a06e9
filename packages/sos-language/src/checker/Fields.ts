/** Checks the lines `FIELD from value` of a record that is made and of a failure. */
import { Mismatch } from "@lanyard/sos-module"
import type { FieldValue, Name, Span } from "../Syntax.ts"
import type { Context } from "./Context.ts"
import * as Expressions from "./Expressions.ts"
import * as Known from "./Known.ts"

/** Checks fields against the shape that they have to make, where there is one; returns what is known of the record. */
export const check = (
  fields: ReadonlyArray<FieldValue>,
  shape: Known.Shape | undefined,
  span: Span,
  context: Context
): Known.Known => {
  const { problems } = context.file
  const first = new Map<string, Name>()
  const made: Array<readonly [string, Known.Known]> = []
  for (const { field, value } of fields) {
    const known = Expressions.check(value, context)
    made.push([field.text, known])
    const earlier = first.get(field.text)
    if (earlier !== undefined) problems.twice(field.span, earlier.span, `the field "${field.text}" is given already`)
    else first.set(field.text, field)
    if (shape !== undefined) checkField(field, value, known, shape, context)
  }
  if (shape === undefined) return Expressions.ofFields(made)
  const missing = shape.fields.filter((name) => !first.has(name) && shape.field(name)?._tag !== "Optional")
  if (missing.length > 0) {
    const names = missing.slice(0, shownLimit).map((name) => `"${name}"`)
    const more = missing.length > shownLimit ? ` and ${missing.length - shownLimit} more` : ""
    problems.error(span, `${shape.name} lacks ${names.join(", ")}${more}; expected every field that is not optional`)
  }
  return Known.Known.Record({ shape })
}

const checkField = (
  { span, text }: Name,
  value: FieldValue["value"],
  known: Known.Known,
  shape: Known.Shape,
  { file: { problems } }: Context
): void => {
  const expected = shape.field(text)
  if (expected === undefined) {
    problems.error(
      span,
      `${shape.name} has no field "${text}"`,
      problems.hint(text, () => shape.fields)
    )
    return
  }
  const mismatch = Expressions.mismatch(value, known, expected)
  if (mismatch === undefined) return
  problems.error(value.span, Mismatch.received(`${shape.name}`, Mismatch.inside(text, mismatch)))
}

const shownLimit = 8
