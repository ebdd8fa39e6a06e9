/** The names of a body, and what a file and its actions see of each other. */
import type { Action, Handler, Span, Statement } from "../Syntax.ts"
import { Bindings } from "./Bindings.ts"
import { any, type Known } from "./Known.ts"
import type { Problems } from "./Problems.ts"

/** The names of a file or of one of its actions. */
export interface Scope {
  readonly bindings: Bindings
  /** Every name that the body binds anywhere. */
  readonly own: ReadonlySet<string>
  /** Names of the file around an action. */
  readonly outer: ReadonlySet<string>
  /** Names whose values others change too. */
  readonly shared: ReadonlySet<string>
  /** Names that were found to be unknown. */
  readonly told: Set<string>
}

/** The scope of a file. */
export const ofFile = (statements: ReadonlyArray<Statement>): Scope => {
  const own = boundIn(statements)
  const shared = new Set<string>()
  for (const statement of statements) {
    if (statement._tag !== "Action") continue
    const inner = ownOf(statement)
    for (const name of namesIn(statement.body).changed) if (!inner.has(name)) shared.add(name)
  }
  return { bindings: new Bindings(), own, outer: new Set(), shared, told: new Set() }
}

/** The scope of an action; what is known of its parameters comes in their order. */
export const ofAction = (action: Action, parameters: ReadonlyArray<Known>, file: Scope): Scope => {
  const bindings = new Bindings()
  for (const [at, { name }] of action.parameters.entries()) bindings.set(name.text, parameters[at] ?? any)
  return { bindings, own: ownOf(action), outer: file.own, shared: new Set(), told: new Set() }
}

/** Finds what is known of a name; tells once when it can have no value. */
export const lookUp = (scope: Scope, name: string, span: Span, problems: Problems): Known => {
  const known = scope.bindings.get(name)
  if (known !== undefined) return scope.shared.has(name) ? any : known
  const isOwn = scope.own.has(name)
  if ((!isOwn && scope.outer.has(name)) || scope.told.has(name)) return any
  scope.told.add(name)
  if (isOwn) problems.error(span, `"${name}" has no value here; expected a line above that gives it one`)
  else {
    const hint = problems.hint(name, () => [...scope.bindings.names, ...scope.outer])
    problems.error(span, `nothing here is called "${name}"`, hint)
  }
  return any
}

/** The names that a body makes, and those that it changes, in any of its blocks. Names of loops and handlers are theirs alone. */
export const namesIn = (body: ReadonlyArray<Statement>) => {
  const made = new Set<string>()
  const changed = new Set<string>()
  visit(body, (statement) => {
    const name = nameOf(statement)
    if (name !== undefined) (isChange(statement) ? changed : made).add(name)
  })
  return { made, changed }
}

const boundIn = (body: ReadonlyArray<Statement>): Set<string> => {
  const names = new Set<string>()
  const add = (name: string) => names.add(name)
  visit(
    body,
    (statement) => {
      if (statement._tag === "ForEach" || statement._tag === "MapEach") add(statement.name.text)
      if (statement._tag === "ForEach" && statement.numberedFrom !== undefined) add("number")
      const name = nameOf(statement)
      if (name !== undefined && !isChange(statement)) add(name)
    },
    ({ called, using }) => {
      for (const name of ["error", "failure", ...using.map(({ text }) => text)]) add(name)
      if (called !== undefined) add(called.text)
    }
  )
  return names
}

const ownOf = (action: Action): ReadonlySet<string> => {
  const own = boundIn(action.body)
  for (const { name } of action.parameters) own.add(name.text)
  for (const { text } of action.using) own.add(text)
  return own
}

/** The name that a statement gives a value. */
const nameOf = (statement: Statement): string | undefined => {
  switch (statement._tag) {
    case "Make":
    case "MakeRecord":
      return statement.name.text
    case "Append":
      return statement.list.text
    case "Call":
    case "Capture":
    case "Take":
    case "MapEach":
      return statement.sink?.text
    default:
      return undefined
  }
}

/** Whether a statement changes what another has made. */
const isChange = (statement: Statement): boolean =>
  statement._tag === "Append" || (statement._tag === "Make" && statement.verb !== "make")

const visit = (
  body: ReadonlyArray<Statement>,
  see: (statement: Statement) => void,
  seeHandler: (handler: Handler) => void = () => undefined
): void => {
  for (const statement of body) {
    see(statement)
    if (statement._tag === "Action") continue
    if ("handlers" in statement) {
      for (const handler of statement.handlers) {
        seeHandler(handler)
        visit(handler.body, see, seeHandler)
      }
    }
    if ("body" in statement) visit(statement.body, see, seeHandler)
    if (statement._tag === "When") visit(statement.otherwise, see, seeHandler)
  }
}
