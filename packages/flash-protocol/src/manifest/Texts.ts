/**
 * The small values that a manifest is made of. A rule on text is a regular expression, so that the JSON Schema says it too;
 * each of them runs in linear time.
 */
import { Schema } from "effect"

/** Any text. */
export const Text = Schema.String.annotate({ expected: "text" })

/** A rule on text; `expected` says it in words. */
export const rule = (expected: string, pattern: RegExp) =>
  Schema.makeFilter((text: string) => pattern.test(text), {
    expected,
    toJsonSchema: () => ({ pattern: pattern.source })
  })

/** Text with something to see in it. */
export const NotBlank = Text.check(rule("text that is not blank", /\S/u))

/** Text that an operating system takes as an argument or a variable. */
export const Argument = Text.check(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what no argument can hold
  rule("text that is not blank and has no NUL", /^(?=[\s\S]*\S)[^\u0000]*$/u)
)

/** Text without white space inside; around it, it does not count. */
export const Word = Text.check(rule("one word", /^\s*\S+\s*$/u))

/** True or false. */
export const Flag = Schema.Boolean.annotate({ expected: "true or false" })

/** An integer token that a double holds exactly; `1.0` is none (decision B2). */
export const Integer = Schema.Int.annotate({ expected: "an integer of at most 53 bits" })

/** An integer token above zero. */
export const PositiveInteger = Integer.check(Schema.isGreaterThan(0, { expected: "a positive integer" }))

/** One of a few words. */
export const oneOf = <const Words extends ReadonlyArray<string>>(
  words: Words,
  expected = `one of ${words.join(", ")}`
) => Schema.Literals(words).annotate({ expected })

/** An object with these keys and no others. */
export const object = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct(fields).annotate({ expected: "an object" })

/** A list. */
export const list = <Item extends Schema.Top>(item: Item) => Schema.Array(item).annotate({ expected: "a list" })

/** A list that has each entry once, which `Repeats` enforces and the JSON Schema says. */
export const distinct = <Item extends Schema.Top>(item: Item) => list(item).annotate({ uniqueItems: true })

/** An argument vector: a program, then what it is given. */
export const ArgumentVector = list(Argument).check(
  Schema.isMinLength(1, { expected: "at least the name of a program" })
)

/** A key that may be left out or null, and what an editor tells of it. */
export const optional = <Value extends Schema.Top>(value: Value, description: string) =>
  Schema.optionalKey(Schema.NullOr(value).annotate({ description }))

/** A key that has to be there, and what an editor tells of it. */
export const required = <Value extends Schema.Top>(value: Value, description: string) => value.annotate({ description })
