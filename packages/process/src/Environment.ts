/**
 * The whole environment of a child, built from an allow list and never inherited (decision B7). Values are held as one
 * `Redacted` record: whoever prints, inspects or serialises an environment sees names only.
 */
import { Redacted, Result, Schema } from "effect"

/** A variable cannot be passed to a child: its name is empty or holds `=` or NUL, or its value holds NUL. */
export class VariableRefused extends Schema.TaggedError<VariableRefused>()("VariableRefused", {
  name: Schema.String,
  part: Schema.Literals(["name", "value"])
}) {}

/** The variables of a child, as many as were passed on. */
export interface Environment {
  /** Names in the order in which they were given. */
  readonly names: ReadonlyArray<string>
  /** Names that were asked for and not passed on, because their values look like exported shell functions. */
  readonly withheld: ReadonlyArray<string>
  readonly values: Redacted.Redacted<Readonly<Record<string, string>>>
}

/** Where variables come from; of one name given twice, the later member wins. */
export interface Parts {
  /** Variables to copy from, such as this process's own. */
  readonly source?: Readonly<Record<string, string | undefined>>
  /** Names to copy from the source where it has them; matched exactly, without patterns. */
  readonly allow?: ReadonlyArray<string>
  /** Explicit values. */
  readonly values?: Readonly<Record<string, string>>
  /** Values that nobody may see outside the child. */
  readonly secrets?: Readonly<Record<string, Redacted.Redacted<string>>>
}

/** Builds an environment, or names the first variable that no system could pass on. */
export const make = (parts: Parts): Result.Result<Environment, VariableRefused> => {
  const variables = new Map<string, string>()
  for (const [name, value] of given(parts)) {
    const part = malformed(name, value)
    if (part !== undefined) return Result.fail(new VariableRefused({ name, part }))
    if (value !== undefined) variables.set(name, value)
  }
  const withheld = [...variables].filter(([name, value]) => isShellFunction(name, value)).map(([name]) => name)
  for (const name of withheld) variables.delete(name)
  return Result.succeed({
    names: [...variables.keys()],
    withheld,
    values: Redacted.make(record(variables), { label: "environment" })
  })
}

/** An environment without a single variable. */
export const empty: Environment = {
  names: [],
  withheld: [],
  values: Redacted.make(record(new Map()), { label: "environment" })
}

/** Opens the environment; only for the call that starts the child. */
export const toRecord = (self: Environment): Readonly<Record<string, string>> => Redacted.value(self.values)

function* given(parts: Parts): Iterable<readonly [string, string | undefined]> {
  const source = parts.source ?? {}
  for (const name of parts.allow ?? []) yield [name, Object.hasOwn(source, name) ? source[name] : undefined]
  yield* Object.entries(parts.values ?? {})
  for (const [name, secret] of Object.entries(parts.secrets ?? {})) yield [name, Redacted.value(secret)]
}

const malformed = (name: string, value: string | undefined): "name" | "value" | undefined => {
  if (name === "" || name.includes("=") || name.includes("\0")) return "name"
  return value?.includes("\0") ? "value" : undefined
}

// Bash writes an exported function as `BASH_FUNC_name%%=() { …`, before 2014 as `name=() { …`.
const isShellFunction = (name: string, value: string): boolean =>
  /^BASH_FUNC_.*(%%|\(\))$/s.test(name) || value.trimStart().startsWith("() {")

// Without a prototype, so that a variable called `__proto__` is one like any other.
function record(variables: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null)
  for (const [name, value] of variables) values[name] = value
  return Object.freeze(values)
}
