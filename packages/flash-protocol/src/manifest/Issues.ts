/** Turns what the schema found into findings: every one of them, and all unknown keys of one object together. */
import { Json } from "@lanyard/wire"
import type { SchemaAST, SchemaIssue } from "effect"
import { noOtherKey } from "../Rejection.ts"
import { hint } from "./Nearest.ts"
import type { Finding, Path } from "./Problem.ts"

/** Lists what is wrong with `value`, which stands at a path. */
export const findings = (issue: SchemaIssue.Issue, value: unknown, at: Path = []): ReadonlyArray<Finding> => {
  switch (issue._tag) {
    case "Pointer":
      return findings(issue.issue, issue.path.reduce(member, value), [...at, ...issue.path.map(part)])
    case "Composite": {
      if (value instanceof Json.Decimal) return [{ at, expected: "an object" }]
      const keys = issue.issues.flatMap(unknownKey)
      // A value that breaks several rules of its own is one problem.
      const broken = issue.issues.find(({ _tag }) => _tag === "Filter")
      const others = issue.issues.filter((inner) =>
        inner._tag === "Filter" ? inner === broken : unknownKey(inner).length === 0
      )
      return [...unknownKeys(at, keys, issue.ast), ...others.flatMap((inner) => findings(inner, value, at))]
    }
    case "AnyOf":
      return issue.issues.length === 0
        ? [wrongValue(at, value, issue.ast)]
        : issue.issues.flatMap((inner) => findings(inner, value, at))
    case "Filter": {
      const expected = issue.filter.annotations?.expected
      return [{ at, expected: typeof expected === "string" ? expected : anotherValue }]
    }
    case "MissingKey":
      return [{ at, expected: "a value, for the key is required" }]
    case "InvalidType":
      return [wrongValue(at, value, issue.ast)]
    default:
      return [{ at, expected: anotherValue }]
  }
}

const anotherValue = "another value"

// Symbols are no keys of JSON.
const part = (key: PropertyKey): string | number => (typeof key === "symbol" ? "" : key)

const member = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined

const unknownKey = (issue: SchemaIssue.Issue): ReadonlyArray<string> =>
  issue._tag === "Pointer" && issue.issue._tag === "UnexpectedKey" ? issue.path.map(String) : []

const knownKeys = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

const unknownKeys = (at: Path, keys: ReadonlyArray<string>, ast: SchemaAST.AST): ReadonlyArray<Finding> => {
  const once = at.length === 0 ? keys.filter((key) => retired.has(key)) : []
  const never = keys.filter((key) => !once.includes(key)).sort()
  return [
    ...once.map((key) => ({ at: [key], expected: retired.get(key) ?? noOtherKey })),
    ...(never.length === 0 ? [] : [{ at, expected: noOtherKey, keys: never, ...hinted(never, knownKeys(ast)) }])
  ]
}

// What a manifest used to have.
const retired: ReadonlyMap<string, string> = new Map([
  ["verbs", 'no verbs: a verb was one word, and an entry of "commands" is two']
])

const wrongValue = (at: Path, value: unknown, ast: SchemaAST.AST): Finding => ({
  at,
  expected: expectation(ast),
  ...(typeof value === "string" ? hinted([value], words(ast)) : {})
})

const hinted = (words: ReadonlyArray<string>, known: ReadonlyArray<string>): Pick<Finding, "hint"> => {
  const guess = hint(words, known)
  return guess === undefined ? {} : { hint: guess }
}

/** A value that may be null is announced as what it is otherwise. */
const expectation = (ast: SchemaAST.AST): string => {
  const expected = ast.annotations?.expected ?? ast.checks?.[0].annotations?.expected
  if (typeof expected === "string") return expected
  const [first] = ast._tag === "Union" ? ast.types : []
  return first === undefined ? anotherValue : expectation(first)
}

const words = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag === "Union") return ast.types.flatMap(words)
  return ast._tag === "Literal" && typeof ast.literal === "string" ? [ast.literal] : []
}
