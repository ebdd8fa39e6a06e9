/** What is wrong with a configuration. Keys are named, for it is the user's own file; no value is. */
import { Data, SchemaIssue } from "effect"
import { isTable } from "./Settings.ts"

/** One thing that is wrong. */
export interface Problem {
  /** Where, as in `plugins.third_party[1]`; empty for the whole. */
  readonly key: string
  /** What should be there. */
  readonly expected: string
  /** The kind of what is there. */
  readonly found: Kind
}

/** The kinds of values that a configuration can hold. */
export type Kind = "text" | "a number" | "true or false" | "a list" | "a table" | "something else"

/** A configuration that breaks rules, and all of them; no part of it is taken. */
export class ConfigurationRejected extends Data.TaggedError("ConfigurationRejected")<{
  readonly problems: readonly [Problem, ...Array<Problem>]
}> {
  override get message(): string {
    return this.problems.map(print).join("\n")
  }
}

/** Prints a problem as one line. */
export const print = ({ key, expected, found }: Problem): string =>
  `${key === "" ? "" : `${key}: `}expected ${expected}, found ${found}`

/** Makes the rejection of a value that a schema refused. */
export const reject = (issue: SchemaIssue.Issue, value: unknown): ConfigurationRejected => {
  const [first, ...rest] = format(issue).issues.map(({ message, path = [] }) => {
    const keys = path.map((part) => (typeof part === "object" ? part.key : part))
    const expected = message.replace(/^Expected /, "")
    return {
      key: keys.reduce<string>(step, ""),
      expected: inWords.get(expected) ?? expected,
      found: kindOf(keys.reduce(member, value))
    }
  })
  return new ConfigurationRejected({ problems: [first ?? unexplained, ...rest] })
}

const unexplained: Problem = { key: "", expected: "another value", found: "something else" }

const inWords: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["integer", "an integer"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "a table"]
])

// Prints no value unless it is asked to.
const format = SchemaIssue.makeFormatterStandardSchemaV1()

const member = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined

const step = (path: string, key: PropertyKey): string => {
  if (typeof key === "number") return `${path}[${key}]`
  const name = String(key)
  const part = /^[\w-]+$/.test(name) ? name : JSON.stringify(name)
  return path === "" ? part : `${path}.${part}`
}

const kindOf = (value: unknown): Kind => {
  if (typeof value === "string") return "text"
  if (typeof value === "number") return "a number"
  if (typeof value === "boolean") return "true or false"
  if (Array.isArray(value)) return "a list"
  return isTable(value) ? "a table" : "something else"
}
