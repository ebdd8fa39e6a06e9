/** Checks statements one by one, and the bodies in them. */
import * as Limits from "../Limits.ts"
import type { Name, Statement } from "../Syntax.ts"
import * as Calls from "./Calls.ts"
import type { Context, Recovery } from "./Context.ts"
import * as Endings from "./Endings.ts"
import * as Expressions from "./Expressions.ts"
import * as Fields from "./Fields.ts"
import * as Handlers from "./Handlers.ts"
import * as Known from "./Known.ts"
import { lookUp, namesIn } from "./Scope.ts"
import * as Types from "./Types.ts"

type Of<Tag extends Statement["_tag"]> = Extract<Statement, { readonly _tag: Tag }>

/** Checks a body; returns whether a run may come to its end. */
export const block = (body: ReadonlyArray<Statement>, context: Context): boolean => {
  let goesOn = true
  let told = false
  for (const statement of body) {
    if (!goesOn && !told && !isDeclaration(statement)) {
      told = true
      context.file.problems.warning(statement.span, "no run comes to this statement")
    }
    goesOn = check(statement, context) && goesOn
  }
  return goesOn
}

const isDeclaration = ({ _tag }: Statement): boolean => _tag === "Import" || _tag === "Action" || _tag === "Define"

const check = (statement: Statement, context: Context): boolean => {
  switch (statement._tag) {
    case "Import":
    case "Action":
    case "Define":
      if (!context.isTopLevel) context.file.problems.error(statement.span, misplaced[statement._tag])
      return true
    case "Call":
    case "Show":
    case "Make":
    case "MakeRecord":
    case "Append":
    case "Take":
    case "MapEach":
      operation(statement, context)
      return true
    case "Capture": {
      Calls.check({ ...statement, form: "call" }, context)
      bind(statement.sink, captured, context)
      return true
    }
    case "ForEach":
      forEach(statement, context)
      return true
    case "While":
      loop(statement.body, context, () => Expressions.expect(statement.condition, ["boolean"], "while", context))
      return !(statement.condition._tag === "Boolean" && statement.condition.value)
    case "Repeat":
      Expressions.expect(statement.times, ["number"], "repeat", context)
      loop(statement.body, context)
      return true
    case "When":
      return when(statement, context)
    default:
      Endings.check(statement, context)
      return false
  }
}

const misplaced = {
  Import: "an import inside of a block; expected it at the top level of the file",
  Action: "an action inside of a block; expected it at the top level of the file",
  Define: "a declaration inside of a block; expected it at the top level of the file"
} as const

const bind = ({ text }: Name, known: Known.Known, { scope }: Context): void => scope.bindings.set(text, known)

/** Checks a statement that may fail and its handlers; the handlers see nothing of its result. */
const operation = (statement: Handlers.Operation, context: Context): void => {
  const { bindings } = context.scope
  const { name, result, sink } = resultOf(statement, context)
  const recovery: Recovery = { sink: sink?.text, result }
  const ways = Handlers.check(statement, recovery, name, context)
  // A binding of the file is changed by other actions too.
  const isOwn = sink !== undefined && context.scope.own.has(sink.text)
  const done = new Map(isOwn ? [[sink.text, result]] : [])
  // A handler may recover, or leave the result unset.
  bindings.join([done, ...ways, ...ways.map((way) => new Map([...way, ...done]))])
}

interface Operated {
  /** Of the action that is called. */
  readonly name?: string | undefined
  readonly sink: Name | undefined
  readonly result: Known.Known
}

const resultOf = (statement: Handlers.Operation, context: Context): Operated => {
  switch (statement._tag) {
    case "Call": {
      const signature = Calls.check(statement, context)
      return { name: signature?.name, sink: statement.sink, result: signature?.result ?? Known.any }
    }
    case "Show":
      show(statement, context)
      return { sink: undefined, result: Known.any }
    case "Make": {
      const known = Expressions.check(statement.value, context)
      if (statement.verb !== "make")
        lookUp(context.scope, statement.name.text, statement.name.span, context.file.problems)
      return { sink: statement.name, result: known }
    }
    case "MakeRecord": {
      const { type } = statement
      const shape = type && Types.find(type, "record", context.file.types, context.file.problems)
      const made = Fields.check(statement.fields, shape, statement.name.span, context)
      return { sink: statement.name, result: type !== undefined && shape === undefined ? Known.any : made }
    }
    case "Append":
      append(statement, context)
      return { sink: undefined, result: Known.any }
    case "Take": {
      Expressions.expect(statement.count, ["number"], `take ${statement.end}`, context)
      const list = Known.present(Expressions.expect(statement.list, ["list"], `take ${statement.end}`, context))
      return { sink: statement.sink, result: list }
    }
    case "MapEach":
      return { sink: statement.sink, result: mapEach(statement, context) }
  }
}

const show = ({ table, value }: Of<"Show">, context: Context): void => {
  if (table === undefined) {
    Expressions.check(value, context)
    return
  }
  const list = Known.present(Expressions.expect(value, ["list"], "show as table", context))
  const row = list._tag === "List" ? Known.present(list.of) : Known.any
  const kind = Known.kindOf(row)
  if (kind !== undefined && kind !== "record") {
    context.file.problems.error(value.span, `show as table gets a list of ${kind}; expected a list of records`)
  }
  if (row._tag !== "Record") return
  for (const { span, text } of table) {
    if (row.shape.field(text) !== undefined) continue
    context.file.problems.warning(
      span,
      `${row.shape.name ?? "the record"} has no field "${text}"; the column stays empty`
    )
  }
}

const append = ({ list, value }: Of<"Append">, context: Context): void => {
  const { problems } = context.file
  const item = Expressions.check(value, context)
  const known = lookUp(context.scope, list.text, list.span, problems)
  const kind = Known.kindOf(known)
  if (kind !== undefined && kind !== "list") {
    problems.error(list.span, `append gets ${kind}; expected list`)
    return
  }
  const isOwn = context.scope.bindings.get(list.text) !== undefined
  const of = known._tag === "List" && Known.print(known.of) === Known.print(item) ? known.of : Known.any
  if (isOwn) bind(list, Known.Known.List({ of }), context)
}

const mapEach = ({ body, list, name, span, workers }: Of<"MapEach">, context: Context): Known.Known => {
  const { problems } = context.file
  const items = Known.present(Expressions.expect(list, ["list"], "map each", context))
  Expressions.expect(workers, ["number"], "map each", context)
  if (workers._tag === "Number" && !isWorkers(workers.value)) {
    problems.error(workers.span, `${workers.value} running; expected a whole number from 1 to ${Limits.workers}`)
  }
  const { bindings } = context.scope
  const bound = new Map([[name.text, items._tag === "List" ? items.of : Known.any]])
  // What an item makes is its own.
  bindings.aside(() => {
    bindings.within(bound, () => {
      if (!context.block(body, { ...context, ending: { of: "item" } })) return
      problems.error(span, 'the body of "map each" comes to its end without a value; expected "return" with one')
    })
  })
  return Known.Known.List({ of: Known.any })
}

const isWorkers = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= Limits.workers

const forEach = ({ body, list, name, numberedFrom }: Of<"ForEach">, context: Context): void => {
  const items = Known.present(Expressions.expect(list, ["list"], "for each", context))
  const bound = new Map([[name.text, items._tag === "List" ? items.of : Known.any]])
  if (numberedFrom !== undefined) bound.set("number", Known.Known.Integer())
  loop(body, context, () => undefined, bound)
}

/** Checks a body that runs any number of times: what it changes can have any value whenever it begins. */
const loop = (
  body: ReadonlyArray<Statement>,
  context: Context,
  before: () => void = () => undefined,
  bound: ReadonlyMap<string, Known.Known> = new Map()
): void => {
  const { bindings } = context.scope
  const { changed, made } = namesIn(body)
  const loosen = () => bindings.loosen([...made, ...[...changed].filter((name) => bindings.get(name) !== undefined)])
  // A condition is looked at before the body has run.
  before()
  loosen()
  bindings.within(bound, () => context.block(body, context))
  loosen()
}

const when = ({ body, condition, otherwise }: Of<"When">, context: Context): boolean => {
  Expressions.expect(condition, ["boolean"], "when", context)
  const { bindings } = context.scope
  const ends: Array<boolean> = []
  const ways = [body, otherwise].map((each) => bindings.aside(() => ends.push(context.block(each, context))))
  bindings.join(ways)
  return ends.includes(true)
}

const captured: Known.Known = Expressions.ofFields([
  ["succeeded", Known.Known.Boolean()],
  ["value", Known.any],
  ["failure", Known.any]
])
