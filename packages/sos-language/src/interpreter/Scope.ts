/**
 * Which bindings a body has, found before it runs. An action has its parameters and everything that it makes; every other name in it
 * is a binding of its file.
 */
import type { Handler, Statement } from "../Syntax.ts"

/** Where a name lives: in the frame of the body, or in that of the file. */
export interface Binding {
  readonly of: "own" | "file"
  readonly slot: number
}

/** The names of a body and their slots. */
export interface Scope {
  readonly slots: ReadonlyMap<string, number>
  /** The scope of the file around an action; `undefined` for the file itself. */
  readonly file: Scope | undefined
}

/** Finds the names of a body. `first` are bound before it begins. */
export const make = (first: Iterable<string>, body: ReadonlyArray<Statement>, file: Scope | undefined): Scope => {
  const slots = new Map<string, number>()
  const add = (name: string) => {
    if (!slots.has(name)) slots.set(name, slots.size)
  }
  for (const name of first) add(name)
  collect(body, add)
  return { slots, file }
}

/** Finds where a name lives; `undefined` for one that nothing binds. */
export const find = (scope: Scope, name: string): Binding | undefined => {
  const own = scope.slots.get(name)
  if (own !== undefined) return { of: "own", slot: own }
  const outer = scope.file?.slots.get(name)
  return outer === undefined ? undefined : { of: "file", slot: outer }
}

const collect = (body: ReadonlyArray<Statement>, add: (name: string) => void): void => {
  for (const statement of body) {
    for (const name of boundBy(statement)) add(name)
    if ("handlers" in statement) for (const handler of statement.handlers) collectHandler(handler, add)
    if (statement._tag === "Action") continue
    if ("body" in statement) collect(statement.body, add)
    if (statement._tag === "When") collect(statement.otherwise, add)
  }
}

const collectHandler = (handler: Handler, add: (name: string) => void): void => {
  add("error")
  add("failure")
  if (handler.called !== undefined) add(handler.called.text)
  for (const field of handler.using) add(field.text)
  collect(handler.body, add)
}

const boundBy = (statement: Statement): ReadonlyArray<string> => {
  switch (statement._tag) {
    case "Make":
      return statement.verb === "make" ? [statement.name.text] : []
    case "MakeRecord":
      return [statement.name.text]
    case "ForEach":
      return statement.numberedFrom === undefined ? [statement.name.text] : [statement.name.text, "number"]
    case "MapEach":
      return [statement.name.text, statement.sink.text]
    case "Call":
      return statement.sink === undefined ? [] : [statement.sink.text]
    case "Capture":
    case "Take":
      return [statement.sink.text]
    default:
      return []
  }
}
