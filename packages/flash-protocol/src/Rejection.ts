/**
 * Why a payload was refused whole: where, by which rule, and the limit if the rule is a quota. Nothing in it was chosen by
 * the peer: values are left out, and a key that the contract does not name is written `*`.
 */
import { Result, Schema, type SchemaAST, type SchemaIssue } from "effect"
import { make, noOtherKey, type PayloadRejected } from "./PayloadRejected.ts"

export * from "./PayloadRejected.ts"

/**
 * Builds the strict decoder of a schema: unknown keys refuse the value, and the refusal is free of content. `at` is the
 * path of the value inside its payload.
 */
export const decoder = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => decoderOf(schema, "error")

/** Builds the decoder of a schema that ignores unknown keys; otherwise it is as `decoder`. */
export const lenientDecoder = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => decoderOf(schema, "ignore")

const decoderOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, onExcessProperty: "error" | "ignore") => {
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty })
  return (value: unknown, at = ""): Result.Result<S["Type"], PayloadRejected> =>
    Result.mapError(decode(value), ({ issue }) => fromIssue(issue, at))
}

/** The one finding of an issue tree that says most: a broken check before a wrong type before a key too many. */
const fromIssue = (issue: SchemaIssue.Issue, at: string): PayloadRejected => {
  const [first, ...rest] = findings(issue, at, false)
  return rest.reduce((best, next) => (next.rank < best.rank ? next : best), first).rejection
}

interface Finding {
  readonly rank: number
  readonly rejection: PayloadRejected
}

const findings = (issue: SchemaIssue.Issue, at: string, known: boolean): readonly [Finding, ...Array<Finding>] => {
  switch (issue._tag) {
    case "Pointer":
      return findings(issue.issue, issue.path.reduce<string>(step(known), at), false)
    case "Composite":
    case "AnyOf": {
      const names = "propertySignatures" in issue.ast ? issue.ast.propertySignatures.map(({ name }) => name) : []
      const [first, ...rest] = issue.issues.flatMap((inner) => findings(inner, at, isNamed(inner, names)))
      return first === undefined ? [{ rank: 1, rejection: make(at, ruleOf(issue.ast)) }] : [first, ...rest]
    }
    case "Encoding":
      return findings(issue.issue, at, known)
    case "Filter": {
      const { expected, limit } = issue.filter.annotations ?? {}
      const rule = typeof expected === "string" ? expected : anotherValue
      return [{ rank: 0, rejection: make(at, rule, typeof limit === "number" ? limit : undefined) }]
    }
    case "UnexpectedKey":
      return [{ rank: 2, rejection: make(at, noOtherKey) }]
    case "MissingKey":
      return [{ rank: 1, rejection: make(at, "a value") }]
    case "InvalidType":
      return [{ rank: 1, rejection: make(at, ruleOf(issue.ast)) }]
    default:
      return [{ rank: 1, rejection: make(at, anotherValue) }]
  }
}

const isNamed = (issue: SchemaIssue.Issue, names: ReadonlyArray<PropertyKey>): boolean =>
  issue._tag === "Pointer" && issue.path.every((key) => names.includes(key))

const step =
  (known: boolean) =>
  (at: string, key: PropertyKey): string => {
    if (typeof key === "number") return `${at}[${key}]`
    const name = known ? String(key) : "*"
    return at === "" ? name : `${at}.${name}`
  }

/** What should be there, in the contract's words; what may also be null is named as what it is otherwise. */
const ruleOf = (ast: SchemaAST.AST): string => {
  const expected = ast.annotations?.expected
  if (typeof expected === "string") return expected
  switch (ast._tag) {
    case "String":
      return "text"
    case "Number":
      return "a number"
    case "Boolean":
      return "a boolean"
    case "Arrays":
      return "a list"
    case "Objects":
      return "an object"
    case "Literal":
      return String(ast.literal)
    case "Union":
      return ast.types
        .filter(({ _tag }) => _tag !== "Null" && _tag !== "Undefined")
        .map(ruleOf)
        .join(" or ")
    default:
      return anotherValue
  }
}

const anotherValue = "another value"
