/** Checks the statements that end a body: `finish`, `fail`, `recover`, `pass failure on` and `stop`. */
import { Mismatch } from "@lanyard/sos-module"
import type { Statement } from "../Syntax.ts"
import type { Context } from "./Context.ts"
import * as Expressions from "./Expressions.ts"
import * as Fields from "./Fields.ts"
import * as Known from "./Known.ts"
import * as Types from "./Types.ts"

type Of<Tag extends Statement["_tag"]> = Extract<Statement, { readonly _tag: Tag }>

/** A statement behind which its body does not go on. */
export type Ending = Of<"Finish" | "Fail" | "Recover" | "PassFailureOn" | "Stop">

/** Checks the end of a body. */
export const check = (statement: Ending, context: Context): void => {
  const { problems, types } = context.file
  switch (statement._tag) {
    case "Finish":
      finish(statement, context)
      return
    case "Fail": {
      Expressions.check(statement.message, context)
      const shape = Types.find(statement.failure, "failure", types, problems)
      Fields.check(statement.fields, shape, statement.failure.span, context)
      return
    }
    case "Recover":
      recover(statement, context)
      return
    case "PassFailureOn":
      if (context.recovery === undefined) problems.error(statement.span, outside("pass failure on"))
      return
    case "Stop":
      if (statement.message !== undefined) Expressions.check(statement.message, context)
  }
}

const outside = (word: string): string => `"${word}" outside of a handler; there is no failure here`

const finish = ({ span, value }: Of<"Finish">, context: Context): void => {
  const { ending, file } = context
  const known = value === undefined ? Known.Known.Null() : Expressions.check(value, context)
  if (ending.of === "item" && value === undefined) {
    file.problems.error(span, '"finish" without a value; expected the result of the item')
  }
  if (ending.of !== "action" || ending.returning === undefined) return
  const mismatch =
    value === undefined ? Known.mismatch(known, ending.returning) : Expressions.mismatch(value, known, ending.returning)
  if (mismatch !== undefined) file.problems.error((value ?? { span }).span, Mismatch.returned(ending.name, mismatch))
}

const recover = ({ span, value }: Of<"Recover">, context: Context): void => {
  const { file, recovery } = context
  const known = value && Expressions.check(value, context)
  if (recovery === undefined) {
    file.problems.error(span, outside("recover"))
    return
  }
  const { result, sink } = recovery
  if (value === undefined || known === undefined) {
    if (sink !== undefined && result._tag !== "Null") {
      file.problems.error(span, `"recover" without a value; expected one for "${sink}"`)
    }
    return
  }
  if (sink === undefined) {
    file.problems.error(value.span, 'a value for a statement without a result; expected "recover" alone')
    return
  }
  const mismatch = Expressions.mismatch(value, known, result)
  if (mismatch === undefined) return
  file.problems.error(value.span, `"${sink}" gets ${mismatch.found}; expected ${mismatch.expected}`)
}
