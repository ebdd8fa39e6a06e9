/**
 * The small values that a definition is made of. A rule on text is a regular expression of linear time, so that the JSON Schema
 * says it too.
 */
import { Effect, Result, Schema, SchemaGetter, SchemaIssue } from "effect"
import * as Requirement from "../policy/Requirement.ts"
import { lengthLimit } from "../resolution/ModulePath.ts"
import { parse as parseDuration, print as printDuration, SosDuration } from "../values/SosDuration.ts"
import { parse as parseType, print as printType, scalars, TypeExpr } from "../values/TypeExpr.ts"

/** Any text. */
export const Text = Schema.String.annotate({ expected: "text" })

/** Text that keeps a rule; `expected` says it in words. The regular expression has to run in linear time. */
export const matching = (expected: string, pattern: RegExp) =>
  Schema.String.annotate({ expected }).check(
    Schema.makeFilter((text: string) => pattern.test(text), {
      expected,
      toJsonSchema: () => ({ pattern: pattern.source })
    })
  )

/** Text with something to see in it. */
export const NotBlank = matching("text that is not blank", /\S/u)

// `ModulePath.parse` has the same rule without a schema, for programs that read no settings.
const pathRule = {
  expected: `a module path: parts of letters, digits, ".", "_" and "-" between "/", none of them "." or "..", and not below std`
}

/** A text that is a path of a module. */
export const ModulePath = Schema.String.check(
  Schema.isPattern(
    /^(?!std(?:\/|$))(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+)*$/u,
    pathRule
  ),
  Schema.isMaxLength(lengthLimit, pathRule)
)

/** The program of a launch: one name or path, and never a line for a shell. */
export const Program = matching(
  `a program: its name or path, without NUL or \${…}`,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what no argument can hold
  /^(?=[\s\S]*\S)(?![\s\S]*\$\{)[^\u0000]*$/u
)

/** Text that reaches a program as it is. */
export const Literal = matching(
  `text without NUL or \${…}`,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what no argument can hold
  /^(?![\s\S]*\$\{)[^\u0000]*$/u
)

/** An argument of a launch (decision S10). */
export const LaunchArgument = matching(
  `text without NUL, in which \${workspace} or \${definition_dir} is the whole element`,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what no argument can hold
  /^(?:\$\{(?:workspace|definition_dir)\}|(?![\s\S]*\$\{)[^\u0000]*)$/u
)

/** An argument of a command action; whether it names a parameter only the action knows (decision S10). */
export const ActionArgument = matching(
  `text without NUL, in which \${parameter.name}, \${workspace} or \${definition_dir} is the whole element`,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what no argument can hold
  /^(?:\$\{(?:parameter\.)?[a-z_][A-Za-z0-9_]*\}|(?![\s\S]*\$\{)[^\u0000]*)$/u
)

/** The name of a field or parameter. */
export const FieldName = matching(
  'a name: letters, digits and "_", a small letter or "_" first',
  /^[a-z_][A-Za-z0-9_]*$/u
)

/** The name of a record or failure. */
export const RecordName = matching('a name: letters, digits and "_", a capital letter first', /^[A-Z][A-Za-z0-9_]*$/u)

/** A name that calls and environments know: of an action, a secret or a variable. */
export const Name = matching('a name: letters, digits and "_", no digit first', /^[A-Za-z_][A-Za-z0-9_]*$/u)

/** The name of a program that a module requires. */
export const ProgramName = matching(
  'the name of a program: letters, digits, ".", "_", "+" and "-", a letter or digits and a letter first',
  /^[0-9]*[A-Za-z][A-Za-z0-9._+-]*$/u
)

/** A version as Semantic Versioning has it. */
export const Version = matching('a version of three numbers such as "1.2.0" or "1.2.0-rc.1"', Requirement.moduleVersion)

/** A file relative to the folder of the definition. */
export const RelativeFile = matching(
  'a relative path with "/"',
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what no path can hold
  /^(?=[\s\S]*\S)(?![A-Za-z]:)[^/\\\u0000][^\\\u0000]*$/u
)

/** The name of a file in a folder that is given. */
export const FileName = matching(
  'the name of a file, without "/"',
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what no path can hold
  /^(?=[\s\S]*\S)(?!\.\.?$)[^/\\\u0000]+$/u
)

/** The SHA-256 of a file, in letters of either case and perhaps behind the name of the algorithm. */
export const Sha256 = matching("the SHA-256 of the file: 64 hexadecimal digits", /^(?:sha256:)?[0-9A-Fa-f]{64}$/u)

/** True or false. */
export const Flag = Schema.Boolean.annotate({ expected: "true or false" })

/** An integer token within bounds, both included (decision B2). */
export const integer = (minimum: number, maximum: number) =>
  Schema.Int.annotate({ expected: `an integer from ${minimum} to ${maximum}` }).check(
    Schema.isBetween({ minimum, maximum }, { expected: `an integer from ${minimum} to ${maximum}` })
  )

/** One of a few words. */
export const oneOf = <const Words extends ReadonlyArray<string>>(words: Words) =>
  Schema.Literals(words).annotate({ expected: words.map((word) => JSON.stringify(word)).join(" or ") })

/** A list. */
export const list = <Item extends Schema.Top>(item: Item) => Schema.Array(item).annotate({ expected: "a list" })

/** A list that has each entry once, which `Repeats` enforces and the JSON Schema says. */
export const distinct = <Item extends Schema.Top>(item: Item) => list(item).annotate({ uniqueItems: true })

/** A key that may be left out, and what an editor tells of it. */
export const optional = <Value extends Schema.Top>(value: Value, description: string) =>
  Schema.optionalKey(required(value, description))

/** A key that has to be there, and what an editor tells of it. */
export const required = <Value extends Schema.Top>(value: Value, description: string) =>
  value.pipe(Schema.annotateEncoded({ description }))

/** An empty text is any value. */
const readResult = (text: string): Result.Result<TypeExpr | null, unknown> =>
  text === "none" ? Result.succeed(null) : text === "" ? Result.succeed(TypeExpr.Any()) : parseType(text)

/** Makes a codec of text that a parser reads. The pattern is what the JSON Schema can say of it. */
const parsed = <A>(
  type: Schema.Codec<A>,
  expected: string,
  pattern: RegExp,
  parse: (text: string) => Result.Result<A, unknown>,
  print: (value: A) => string
) => {
  const text = Schema.String.annotate({ expected, pattern: pattern.source })
  return text.pipe(
    Schema.decodeTo(type, {
      decode: SchemaGetter.transformEffect((source: string) =>
        Result.match(parse(source), {
          onFailure: () => Effect.fail(new SchemaIssue.InvalidType(text.ast)),
          onSuccess: Effect.succeed
        })
      ),
      encode: SchemaGetter.transform(print)
    })
  )
}

/** A length of time above zero. */
export const Timeout = parsed(
  Schema.instanceOf(SosDuration),
  'a duration above zero such as "10s", "1m30s" or "250ms"',
  /^\+?(?=[^1-9]*[1-9])(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/u,
  (text) =>
    Result.filterOrFail(
      parseDuration(text),
      ({ nanos }) => nanos > 0n,
      () => "not above zero"
    ),
  printDuration
)

/** What version a program must have. */
export const VersionRequirement = parsed(
  Schema.declare((value): value is Requirement.Requirement => typeof value === "object"),
  Requirement.expected,
  /^(?:>=|<=|>|<|=)? *(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*))?(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/u,
  Requirement.parse,
  Requirement.print
)

const typePattern = `(?:optional +)?(?:list +of +(?:optional +)?)*(?:${[...scalars.keys()].join("|")}|[A-Z][A-Za-z0-9_]*)`
const typeWords = `a type: ${[...scalars.keys()].join(", ")} or a declared record, perhaps after "optional" or "list of"`

/** The type of a value. Whether a record of that name is declared only the whole definition knows. */
export const Type = parsed(
  Schema.declare((value): value is TypeExpr => typeof value === "object"),
  typeWords,
  new RegExp(`^\\s*${typePattern}\\s*$`, "u"),
  parseType,
  printType
)

/** What an action returns: a type; `null` for `none`. */
export const ResultType = parsed(
  Schema.declare((value): value is TypeExpr | null => typeof value === "object"),
  `none, or ${typeWords}`,
  new RegExp(`^(?:|none|\\s*${typePattern}\\s*)$`, "u"),
  readResult,
  (type) => (type === null ? "none" : printType(type))
)
