/** Checks calls: that there is such an action, and that it is given what it takes. */
import { Mismatch } from "@lanyard/sos-module"
import * as Guesses from "../parser/Guesses.ts"
import type { Expression, Name, Span } from "../Syntax.ts"
import type { Context } from "./Context.ts"
import * as Expressions from "./Expressions.ts"
import type { Signature } from "./Files.ts"
import { reserved } from "./Imports.ts"
import type * as Known from "./Known.ts"

/** The parts of a call, whatever statement it stands in. */
export interface Written {
  /** `capture` is a call by its word. */
  readonly form: "call" | "sentence"
  readonly qualifier: Name | undefined
  readonly action: Name
  readonly arguments: ReadonlyArray<Expression>
  readonly span: Span
}

/** Checks a call; returns the action that it calls, when there is one. */
export const check = (call: Written, context: Context): Signature | undefined => {
  const { file, files } = context
  const known = call.arguments.map((argument) => Expressions.check(argument, context))
  const target = files.find(file, call.qualifier, call.action)
  switch (target._tag) {
    case "Untold":
      return undefined
    case "Missing":
      if (call.form === "sentence" && call.qualifier === undefined) tellUnknown(call.action, target.known, context)
      else file.problems.error(target.name.span, target.message, file.problems.hint(target.name.text, target.known))
      return undefined
    case "Found":
      checkArguments(call, target.signature, known, context)
      return target.signature
  }
}

const tellUnknown = ({ span, text }: Name, known: () => Iterable<string>, { file: { problems } }: Context): void => {
  const message = `"${text}" begins no statement, and no action is called so`
  const own = Guesses.fromElsewhere(text)
  const details = own === undefined ? problems.hint(text, () => [...reserved, ...known()]) : { hint: own }
  problems.error(span, message, details)
}

const checkArguments = (
  { action, arguments: given, span }: Written,
  { name, parameters }: Signature,
  known: ReadonlyArray<Known.Known>,
  { file: { problems } }: Context
): void => {
  if (given.length !== parameters.length) {
    const place = given.length > parameters.length ? (given[parameters.length]?.span ?? span) : action.span
    const count = `${parameters.length} argument${parameters.length === 1 ? "" : "s"}`
    problems.error(place, `${name} expects ${count}; got ${given.length}`)
    return
  }
  for (const [at, parameter] of parameters.entries()) {
    // As many as there are parameters.
    const mismatch = Expressions.mismatch(given[at]!, known[at]!, parameter.type)
    if (mismatch === undefined) continue
    problems.error(given[at]!.span, Mismatch.received(name, Mismatch.inside(parameter.name, mismatch)))
  }
}
