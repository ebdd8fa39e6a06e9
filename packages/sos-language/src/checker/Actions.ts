/** Checks the actions that a file declares: their headers, their bodies, and what may leave them. */
import type { Action, Name } from "../Syntax.ts"
import type { Context } from "./Context.ts"
import * as Failures from "./Failures.ts"
import type { File, Files } from "./Files.ts"
import * as Known from "./Known.ts"
import * as Scope from "./Scope.ts"
import * as Statements from "./Statements.ts"
import * as Types from "./Types.ts"

/** Checks an action. */
export const check = (action: Action, file: File, files: Files, fileScope: Scope.Scope): void => {
  const { body, name, returning, span } = action
  const { problems } = file
  checkHeader(action, file)
  if (body.length === 0) problems.error(span, `${name.text} has no body; expected statements below it`)
  const signature = files.signature(file, action, name.text)
  const scope = Scope.ofAction(
    action,
    signature.parameters.map(({ type }) => type),
    fileScope
  )
  bindFields(action, signature.parameters[0]?.type ?? Known.any, scope, file)
  const result = returning === undefined ? undefined : signature.result
  const context: Context = {
    files,
    file,
    scope,
    ending: { of: "action", name: name.text, returning: result },
    recovery: undefined,
    isTopLevel: false,
    block: Statements.block
  }
  const goesOn = Statements.block(body, context)
  if (goesOn && result !== undefined && Known.mismatch(Known.Known.Null(), result) !== undefined) {
    problems.error(
      span,
      `${name.text} may come to its end without a value; expected "return" with ${Known.print(result)}`
    )
  }
  if (Failures.isTyped(action)) checkFailures(action, file, files)
}

const checkHeader = ({ mayFailWith, parameters, returning, using }: Action, { problems, types }: File): void => {
  const first = new Map<string, Name>()
  for (const name of [...parameters.map((parameter) => parameter.name), ...using]) {
    const earlier = first.get(name.text)
    if (earlier !== undefined) problems.twice(name.span, earlier.span, `the action binds "${name.text}" already`)
    else first.set(name.text, name)
  }
  for (const { type } of parameters) if (type !== undefined) Types.check(type, types.named, problems)
  if (returning !== undefined) Types.check(returning, types.named, problems)
  for (const failure of mayFailWith) Types.find(failure, "failure", types, problems)
  const [second] = using.length > 0 ? parameters.slice(1) : []
  if (second !== undefined) {
    problems.error(second.span, '"using" takes fields of the only parameter; expected no other parameter')
  }
}

const bindFields = ({ using }: Action, whole: Known.Known, scope: Scope.Scope, { problems }: File): void => {
  const record = Known.present(whole)
  for (const { span, text } of using) {
    const known = record._tag === "Record" ? record.shape.field(text) : undefined
    if (record._tag === "Record" && known === undefined) {
      problems.error(
        span,
        `${record.shape.name} has no field "${text}"`,
        problems.hint(text, () => record.shape.fields)
      )
    }
    scope.bindings.set(text, known ?? Known.any)
  }
  const kind = Known.kindOf(record)
  const [first] = using
  if (first !== undefined && kind !== undefined && kind !== "record") {
    problems.error(first.span, `field "${first.text}" is asked of ${kind}; expected record`)
  }
}

const checkFailures = ({ body, mayFailWith, name }: Action, file: File, files: Files): void => {
  const declared = new Set(mayFailWith.map(({ text }) => text))
  for (const [kind, { action, shape, span }] of Failures.ofBody(body, file, files)) {
    // A failure that nobody declares has been told.
    if (declared.has(kind) || shape === undefined) continue
    const what = action === undefined ? `fails with ${kind}` : `${action} may fail with ${kind}`
    file.problems.error(span, `${what}; expected a handler, or "may fail with ${kind}" of ${name.text}`)
  }
}
