/** Which typed failures may leave statements and actions. What actions do not declare is found from what their bodies do. */
import type { Action, Handler, Span, Statement } from "../Syntax.ts"
import type { File, Files } from "./Files.ts"
import { Target } from "./Files.ts"
import type { Shape } from "./Known.ts"

/** A failure on its way out. */
export interface Leaving {
  readonly shape: Shape | undefined
  /** The statement that fails. */
  readonly span: Span
  /** The action that fails there; `undefined` for a `fail`. */
  readonly action: string | undefined
}

/** Failures by their names. */
export type AllLeaving = ReadonlyMap<string, Leaving>

/** Whether an action writes types, so that it has to declare its failures as well. */
export const isTyped = ({ mayFailWith, parameters, returning }: Action): boolean =>
  mayFailWith.length > 0 || returning !== undefined || parameters.some(({ type }) => type !== undefined)

/** What may leave a statement before its own handlers; `undefined` when that cannot be known. */
export const ofOperation = (
  statement: Statement,
  file: File,
  files: Files,
  called?: Called
): AllLeaving | undefined => {
  switch (statement._tag) {
    case "Call": {
      const target = files.find(file, statement.qualifier, statement.action)
      if (!Target.$is("Found")(target)) return undefined
      const { action, failures, name } = target.signature
      if (action !== undefined) called?.add(action)
      const { span } = statement
      return new Map([...failures].map(([kind, shape]) => [kind, { shape, span, action: name }]))
    }
    case "MapEach":
      return statement.collectingFailures ? none : ofBody(statement.body, file, files, none, called)
    case "Fail": {
      const shape = file.types.named.get(statement.failure.text)?.shape
      return new Map([[statement.failure.text, { shape, span: statement.span, action: undefined }]])
    }
    default:
      return none
  }
}

/** What may leave a body; `passed` is what `pass failure on` passes on in it. */
export const ofBody = (
  body: ReadonlyArray<Statement>,
  file: File,
  files: Files,
  passed: AllLeaving = none,
  called?: Called
): AllLeaving => {
  const all = new Map<string, Leaving>()
  const add = (some: AllLeaving) => {
    for (const [kind, leaving] of some) if (!all.has(kind)) all.set(kind, leaving)
  }
  const inner = (statements: ReadonlyArray<Statement>, more = passed) =>
    add(ofBody(statements, file, files, more, called))
  for (const statement of body) {
    switch (statement._tag) {
      case "PassFailureOn":
        add(passed)
        break
      case "ForEach":
      case "While":
      case "Repeat":
        inner(statement.body)
        break
      case "When":
        inner(statement.body)
        inner(statement.otherwise)
        break
      default: {
        const operation = ofOperation(statement, file, files, called) ?? none
        const handlers = "handlers" in statement ? statement.handlers : []
        add(behind(operation, handlers, (handler, taken) => inner(handler.body, taken)))
      }
    }
  }
  return all
}

/** Finds what may leave every action of the program. Actions that call each other are looked at until nothing more is found. */
export const infer = (files: Files): void => {
  const callers = new Map<Action, Set<Action>>()
  const homes = new Map<Action, File>()
  for (const file of files.all) {
    for (const action of file.actions.values()) {
      if (isTyped(action)) files.failures.set(action, declaredBy(action, file))
      else homes.set(action, file)
    }
  }
  const waiting = new Set(homes.keys())
  for (const action of waiting) {
    waiting.delete(action)
    const home = homes.get(action)
    if (home === undefined) continue
    const called = new Set<Action>()
    const leaving = ofBody(action.body, home, files, none, called)
    for (const each of called) callers.set(each, (callers.get(each) ?? new Set()).add(action))
    if (leaving.size === (files.failures.get(action)?.size ?? 0)) continue
    files.failures.set(action, new Map([...leaving].map(([kind, { shape }]) => [kind, shape])))
    for (const caller of callers.get(action) ?? []) waiting.add(caller)
  }
}

type Called = Set<Action>

const none: AllLeaving = new Map()

const declaredBy = ({ mayFailWith }: Action, { types }: File) =>
  new Map(mayFailWith.map(({ text }) => [text, types.named.get(text)?.shape]))

/** What is left behind handlers, each of which is shown what it takes. */
const behind = (
  operation: AllLeaving,
  handlers: ReadonlyArray<Handler>,
  see: (handler: Handler, taken: AllLeaving) => void
): AllLeaving => {
  let left = operation
  for (const handler of handlers) {
    const { kind } = handler
    see(handler, kind === undefined ? left : new Map([...left].filter(([name]) => name === kind.text)))
    left = kind === undefined ? none : new Map([...left].filter(([name]) => name !== kind.text))
  }
  return left
}
