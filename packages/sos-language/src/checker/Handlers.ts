/** Checks what follows a statement that may fail: that its handlers can be reached, what they bind, and how they recover. */
import type { Handler, Name, Statement } from "../Syntax.ts"
import type { Changes } from "./Bindings.ts"
import type { Context, Recovery } from "./Context.ts"
import * as Failures from "./Failures.ts"
import * as Known from "./Known.ts"
import { failureFields } from "./Types.ts"

/** A statement that may have handlers. */
export type Operation = Extract<Statement, { readonly handlers: ReadonlyArray<Handler> }>

/** Checks the handlers of a statement; `name` is that of the action that it calls. Returns what the ways through them bind. */
export const check = (
  operation: Operation,
  recovery: Recovery,
  name: string | undefined,
  context: Context
): ReadonlyArray<Changes> => {
  if (operation.handlers.length === 0) return []
  const possible = Failures.ofOperation(operation, context.file, context.files)
  checkOrder(operation.handlers, context)
  return operation.handlers.map((handler) => {
    const { kind } = handler
    if (kind !== undefined && possible !== undefined && !possible.has(kind.text)) {
      tellImpossible(kind, name, [...possible.keys()], context)
    }
    const shape = kind === undefined ? undefined : (possible?.get(kind.text)?.shape ?? shapeOf(kind, context))
    const bound = bind(handler, shape, context)
    const { bindings } = context.scope
    return bindings.aside(() => bindings.within(bound, () => context.block(handler.body, { ...context, recovery })))
  })
}

const checkOrder = (handlers: ReadonlyArray<Handler>, { file: { problems } }: Context): void => {
  const seen = new Map<string, Handler>()
  let general: Handler | undefined
  for (const handler of handlers) {
    const { kind, span } = handler
    const first = kind === undefined ? general : seen.get(kind.text)
    if (first !== undefined) {
      const what = kind === undefined ? "every failure" : kind.text
      problems.twice(span, first.span, `a second handler of ${what}, which no failure comes to`)
    } else if (general !== undefined) {
      const message = "a handler behind the one of every failure, which no failure comes to; expected it before"
      problems.twice(span, general.span, message, "the handler of every failure is here")
    }
    if (kind === undefined) general ??= handler
    else if (first === undefined) seen.set(kind.text, handler)
  }
}

const tellImpossible = (
  { span, text }: Name,
  name: string | undefined,
  possible: ReadonlyArray<string>,
  { file: { problems } }: Context
): void => {
  const what = name ?? "the statement"
  const expected =
    possible.length === 0 ? 'expected "on failure:"' : `it may fail with ${possible.slice(0, shownLimit).join(", ")}`
  problems.error(
    span,
    `${what} cannot fail with ${text}; ${expected}`,
    problems.hint(text, () => possible)
  )
}

const bind = ({ called, kind, using }: Handler, shape: Known.Shape | undefined, { file: { problems } }: Context) => {
  const failure: Known.Known = shape === undefined ? Known.any : Known.Known.Record({ shape: withCommon(shape) })
  const bound = new Map<string, Known.Known>([
    ["error", Known.Known.Text()],
    ["failure", failure]
  ])
  const add = ({ span, text }: Name, known: Known.Known) => {
    if (bound.has(text)) problems.error(span, `the handler binds "${text}" already; expected another name`)
    bound.set(text, known)
  }
  if (called !== undefined) add(called, failure)
  for (const name of using) {
    const { span, text } = name
    const known = shape === undefined ? Known.any : withCommon(shape).field(text)
    if (known === undefined && kind !== undefined) {
      problems.error(
        span,
        `${kind.text} has no field "${text}"`,
        problems.hint(text, () => shape?.fields ?? [])
      )
    }
    add(name, known ?? Known.any)
  }
  return bound
}

const shapeOf = ({ text }: Name, { file }: Context): Known.Shape | undefined => file.types.named.get(text)?.shape

// A failure's own fields never hide what all failures have.
const withCommon = ({ field, fields, name }: Known.Shape): Known.Shape => ({
  name,
  fields: [...fields, ...failureFields.keys()],
  field: (text) => failureFields.get(text) ?? field(text)
})

const shownLimit = 8
