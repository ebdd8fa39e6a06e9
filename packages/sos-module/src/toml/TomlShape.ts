/**
 * Decodes a TOML document by a strict codec and says everything that is wrong with it at once: where, what was found, what is
 * expected, and what an unknown key or word may have meant.
 */
import { Option, Result, Schema, type SchemaAST, type SchemaIssue } from "effect"
import * as Diagnostic from "../diagnostics/Diagnostic.ts"
import { hint } from "../diagnostics/Nearest.ts"
import * as QuickDecoder from "./QuickDecoder.ts"
import * as Toml from "./Toml.ts"
import * as TomlSpans from "./TomlSpans.ts"

/**
 * Makes the decoder of a codec without services. A key that the codec does not know refuses the document. Every check of the
 * codec carries what it expects as its `expected` annotation.
 */
export const decoder = <A, I>(codec: Schema.Codec<A, I>) => {
  const accept = QuickDecoder.make(codec)
  const explain = Schema.decodeUnknownResult(codec, { errors: "all", onExcessProperty: "error" })
  return (file: string, document: Toml.Document): Result.Result<A, ReadonlyArray<Diagnostic.Diagnostic>> =>
    Option.match(accept(document.value), {
      onNone: () => Result.mapError(explain(document.value), ({ issue }) => diagnostics(issue, file, document)),
      onSome: Result.succeed
    })
}

/** Lists what a schema found in a document, in the order of the text. */
export const diagnostics = (
  issue: SchemaIssue.Issue,
  file: string,
  { value, spans }: Toml.Document
): ReadonlyArray<Diagnostic.Diagnostic> =>
  Diagnostic.sort(
    findings(issue, value, []).map(({ at, key, message, guess }) =>
      Diagnostic.error(file, (key ? spans.key(at) : undefined) ?? spans.nearest(at), message, {
        key: TomlSpans.printPath(at),
        ...(guess === undefined ? {} : { hint: guess })
      })
    )
  )

/** Says what stands at a path and what is expected there, in one sentence: `runtime.kind is "x"; expected "stdio"`. */
export const wrong = (at: TomlSpans.Path, value: unknown, expected: string): string =>
  value === undefined
    ? `${TomlSpans.printPath(at)} is missing; expected ${expected}`
    : `${at.length === 0 ? "the file" : TomlSpans.printPath(at)} is ${Toml.found(value)}; expected ${expected}`

interface Finding {
  readonly at: TomlSpans.Path
  /** True when the key is wrong and not its value. */
  readonly key: boolean
  readonly message: string
  readonly guess: string | undefined
}

const findings = (issue: SchemaIssue.Issue, value: unknown, at: TomlSpans.Path): ReadonlyArray<Finding> => {
  switch (issue._tag) {
    case "Pointer":
      return findings(issue.issue, issue.path.reduce(member, value), [...at, ...issue.path.map(part)])
    case "Encoding":
      return findings(issue.issue, value, at)
    case "Composite": {
      const { ast } = issue
      // A decimal or a moment is an object too, with members that no file has.
      if (ast._tag === "Objects" && !Toml.isTable(value)) return [mismatch(at, value, "a table")]
      // A value that breaks several rules of its own is one problem.
      const broken = issue.issues.find(({ _tag }) => _tag === "Filter")
      return issue.issues.flatMap((inner) => {
        if (inner._tag === "Filter" && inner !== broken) return []
        if (inner._tag !== "Pointer") return findings(inner, value, at)
        const path = [...at, ...inner.path.map(part)]
        if (inner.issue._tag === "UnexpectedKey") return [unknownKey(path, ast)]
        return inner.issue._tag === "MissingKey"
          ? [mismatch(path, undefined, expectationOf(path.at(-1), ast))]
          : findings(inner, value, at)
      })
    }
    case "AnyOf":
      return issue.issues.length === 0
        ? [mismatch(at, value, expectation(issue.ast), words(issue.ast))]
        : issue.issues.flatMap((inner) => findings(inner, value, at))
    case "Filter": {
      const { expected } = issue.filter.annotations ?? {}
      return [mismatch(at, value, typeof expected === "string" ? expected : anotherValue)]
    }
    case "InvalidType":
      return [mismatch(at, value, expectation(issue.ast), words(issue.ast))]
    default:
      return [mismatch(at, value, anotherValue)]
  }
}

const anotherValue = "another value"

// Symbols are no keys of TOML.
const part = (key: PropertyKey): string | number => (typeof key === "symbol" ? "" : key)

const member = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined

const mismatch = (
  at: TomlSpans.Path,
  value: unknown,
  expected: string,
  known: ReadonlyArray<string> = []
): Finding => ({
  at,
  key: false,
  message: wrong(at, value, expected),
  guess: typeof value === "string" ? hint([value], known) : undefined
})

const unknownKey = (at: TomlSpans.Path, ast: SchemaAST.AST): Finding => {
  const known = ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []
  const expected = known.length === 0 ? "no key here" : `one of ${known.join(", ")}`
  return {
    at,
    key: true,
    message: `${TomlSpans.printPath(at)} is no known key; expected ${expected}`,
    guess: hint([String(at.at(-1))], known)
  }
}

const expectationOf = (key: string | number | undefined, ast: SchemaAST.AST): string => {
  const signature = ast._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === key) : undefined
  return signature === undefined ? anotherValue : expectation(signature.type)
}

/** What a schema expects: its annotation, or the name of its kind. */
const expectation = (ast: SchemaAST.AST): string => {
  const expected = ast.annotations?.expected ?? ast.checks?.[0].annotations?.expected
  if (typeof expected === "string") return expected
  switch (ast._tag) {
    case "String":
      return "text"
    case "Number":
      return "a number"
    case "Boolean":
      return "true or false"
    case "Arrays":
      return "a list"
    case "Objects":
      return "a table"
    case "Literal":
      return JSON.stringify(ast.literal)
    case "Union":
      return [...new Set(ast.types.map(expectation))].join(" or ")
    default:
      return anotherValue
  }
}

const words = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag === "Union") return ast.types.flatMap(words)
  return ast._tag === "Literal" && typeof ast.literal === "string" ? [ast.literal] : []
}
