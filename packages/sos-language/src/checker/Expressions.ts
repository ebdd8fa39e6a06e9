/** Checks expressions: the names in them, the fields that they ask for, and operands that no run could work with. */
import { type Mismatch, parseTimestamp } from "@lanyard/sos-module"
import { Result } from "effect"
import type { BinaryOperator, Expression } from "../Syntax.ts"
import type { Context } from "./Context.ts"
import * as Known from "./Known.ts"
import { lookUp } from "./Scope.ts"

const { Known: Kinds } = Known

/** Checks an expression; returns what is known of its value. */
export const check = (expression: Expression, context: Context): Known.Known => {
  switch (expression._tag) {
    case "Number":
    case "Duration":
    case "Boolean":
    case "Null":
      return Kinds[expression._tag]()
    case "Now":
      return Kinds.Timestamp()
    case "Text":
      for (const part of expression.parts) if (typeof part !== "string") check(part, context)
      return Kinds.Text()
    case "List": {
      const items = expression.items.map((item) => check(item, context))
      return Kinds.List({ of: items.length === 0 ? Known.any : items.reduce(Known.join) })
    }
    case "Record": {
      const entries = expression.entries.map(([name, value]) => [name.text, check(value, context)] as const)
      return ofFields(entries)
    }
    case "Variable":
      return lookUp(context.scope, expression.name, expression.span, context.file.problems)
    case "Field":
      return field(expression, context)
    case "Count":
      expect(expression.of, ["list", "record", "text"], "count", context)
      return Kinds.Number()
    case "Words":
      expect(expression.of, ["text"], "words", context)
      return Kinds.List({ of: Kinds.Text() })
    case "Items":
      expect(expression.count, ["number"], `${expression.end} … items`, context)
      return Known.present(expect(expression.of, ["list"], `${expression.end} … items`, context))
    case "Unary": {
      const [kind, word] =
        expression.operator === "not" ? (["boolean", "not"] as const) : (["number", "a minus"] as const)
      expect(expression.operand, [kind], word, context)
      return kind === "boolean" ? Kinds.Boolean() : Kinds.Number()
    }
    case "Binary":
      return row(expression, context)
  }
}

/** Checks an expression whose value has to be of one of these kinds, and says what asks for it otherwise. */
export const expect = (
  expression: Expression,
  kinds: ReadonlyArray<string>,
  asker: string,
  context: Context
): Known.Known => admit(expression, check(expression, context), kinds, asker, context)

const admit = (
  expression: Expression,
  known: Known.Known,
  kinds: ReadonlyArray<string>,
  asker: string,
  context: Context
): Known.Known => {
  const kind = Known.kindOf(known)
  if (kind === undefined || kinds.includes(kind)) return known
  const expected = kinds.length === 1 ? kinds[0] : `${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`
  context.file.problems.error(expression.span, `${asker} gets ${kind}; expected ${expected}`)
  return Known.any
}

/** Tells how the value of an expression, of which so much is known, differs from a type; literals are looked at. */
export const mismatch = (
  expression: Expression,
  found: Known.Known,
  expected: Known.Known
): Mismatch.Mismatch | undefined =>
  Known.mismatch(found, expected) ?? literalMismatch(expression, Known.present(expected))

/** What is known of a record from its fields; of several with one name the last counts. */
export const ofFields = (fields: ReadonlyArray<readonly [string, Known.Known]>): Known.Known =>
  Kinds.Record({ shape: Known.shape(undefined, new Map(fields.map(([name, known]) => [name, () => known]))) })

const literalMismatch = (expression: Expression, expected: Known.Known): Mismatch.Mismatch | undefined => {
  const differs = (found: string) => ({ path: "", found, expected: Known.print(expected) })
  if (expression._tag === "Number" && expected._tag === "Integer") {
    return Number.isSafeInteger(expression.value) ? undefined : differs(`${expression.value}`)
  }
  if (expression._tag !== "Text" || expression.parts.some((part) => typeof part !== "string")) return undefined
  const text = expression.parts.join("")
  if (expected._tag === "Timestamp") {
    const read = parseTimestamp(text)
    return Result.isFailure(read) ? differs(`text that is not ${read.failure}`) : undefined
  }
  return text === "" && (expected._tag === "File" || expected._tag === "Folder") ? differs("empty text") : undefined
}

const field = (
  { of, field: { span, text } }: Extract<Expression, { _tag: "Field" }>,
  context: Context
): Known.Known => {
  const { problems } = context.file
  const known = Known.present(check(of, context))
  if (known._tag === "Any") return known
  if (known._tag !== "Record") {
    problems.error(span, `field "${text}" is asked of ${Known.kindOf(known)}; expected record`)
    return Known.any
  }
  const found = known.shape.field(text)
  if (found !== undefined) return found
  const { fields, name = "the record" } = known.shape
  problems.error(
    span,
    `${name} has no field "${text}"`,
    problems.hint(text, () => fields)
  )
  return Known.any
}

type Binary = Extract<Expression, { _tag: "Binary" }>

// The left sides of operators in a row lie inside each other, as deep as the row is long; they are taken one by one.
const row = (expression: Binary, context: Context): Known.Known => {
  const chain: Array<Binary> = []
  let first: Expression = expression
  for (; first._tag === "Binary"; first = first.left) chain.push(first)
  return chain.reduceRight((left, each) => binary(each, left, context), check(first, context))
}

const binary = ({ operator, left, right, span }: Binary, known: Known.Known, context: Context): Known.Known => {
  if (operator === "and" || operator === "or") {
    admit(left, known, ["boolean"], operator, context)
    expect(right, ["boolean"], operator, context)
    return Kinds.Boolean()
  }
  const [one, other] = [Known.kindOf(known), Known.kindOf(check(right, context))]
  const isComparison = comparisons.has(operator)
  if (one !== undefined && other !== undefined && !isDefined(operator, one, other)) {
    context.file.problems.error(span, `${operator} gets ${one} and ${other}; expected ${operands(operator)}`)
    return isComparison ? Kinds.Boolean() : Known.any
  }
  if (isComparison) return Kinds.Boolean()
  if (operator !== "+") return Kinds.Number()
  const kind = one ?? other
  return kind === "text" ? Kinds.Text() : kind === "number" ? Kinds.Number() : Known.any
}

const comparisons: ReadonlySet<BinaryOperator> = new Set(["==", "!=", "<", ">", "<=", ">=", "contains"])

const isDefined = (operator: BinaryOperator, one: string, other: string): boolean => {
  switch (operator) {
    case "==":
    case "!=":
      return true
    case "contains":
      return one === "list" || ((one === "text" || one === "record") && other === "text")
    case "+":
      return one === other && (one === "text" || one === "number")
    case "<":
    case ">":
    case "<=":
    case ">=":
      return one === other && ["number", "text", "timestamp", "duration"].includes(one)
    default:
      return one === "number" && other === "number"
  }
}

const operands = (operator: BinaryOperator): string => {
  if (operator === "+") return "two numbers or two texts"
  if (operator === "contains") return "two texts, a list and an item, or a record and the name of a field"
  return comparisons.has(operator) ? "two numbers, texts, timestamps or durations" : "two numbers"
}
