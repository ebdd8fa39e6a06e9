/**
 * Why a payload was refused whole: where, by which rule, and the limit if the rule is a quota. Nothing in it was chosen by
 * the peer: values are left out, and a key that the contract does not name is written `*`.
 */
import { Data, Result, Schema, SchemaIssue } from "effect"

/** A payload broke the contract and no part of it was taken. */
export class PayloadRejected extends Data.TaggedError("PayloadRejected")<{
  /** Where, as in `rows[3].metadata`; empty for the payload itself. */
  readonly path: string
  /** What should be there, in the contract's words. */
  readonly rule: string
  /** The number behind the rule: bytes or a count. */
  readonly limit?: number
}> {
  override get message(): string {
    return this.path === "" ? `expected ${this.rule}` : `${this.path}: expected ${this.rule}`
  }
}

/** The rule that a key of the peer's own choosing breaks; the path has `*` in its place. */
export const noOtherKey = "no key but those of the contract"

/** Names the rule a value at `path` broke. */
export const make = (path: string, rule: string, limit?: number): PayloadRejected =>
  new PayloadRejected(limit === undefined ? { path, rule } : { path, rule, limit })

/**
 * Builds the strict decoder of a schema: unknown keys refuse the value, and the refusal is free of content. `at` is the
 * path of the value inside its payload.
 */
export const decoder = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })
  return (value: unknown, at = ""): Result.Result<S["Type"], PayloadRejected> =>
    Result.mapError(decode(value), (failure) => fromIssue(failure.issue, at))
}

/** The one finding of an issue tree that says most: a broken check before a wrong type before a key too many. */
export const fromIssue = (issue: SchemaIssue.Issue, at = ""): PayloadRejected => {
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
      return first === undefined ? [{ rank: 1, rejection: make(at, ruleOf(issue)) }] : [first, ...rest]
    }
    case "Encoding":
      return findings(issue.issue, at, known)
    case "Filter": {
      const limit = issue.filter.annotations?.limit
      return [{ rank: 0, rejection: make(at, ruleOf(issue), typeof limit === "number" ? limit : undefined) }]
    }
    case "UnexpectedKey":
      return [{ rank: 2, rejection: make(at, noOtherKey) }]
    case "MissingKey":
      return [{ rank: 1, rejection: make(at, "a value") }]
    default:
      return [{ rank: 1, rejection: make(at, ruleOf(issue)) }]
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

const format = SchemaIssue.makeFormatterStandardSchemaV1()

// The formatter never prints a value unless `reportInput` asks for it, and a leaf has no path.
const ruleOf = (issue: SchemaIssue.Issue): string =>
  format(issue).issues[0]?.message.replace(/^Expected /, "") ?? "another value"
