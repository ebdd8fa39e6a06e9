/** Positional arguments of a program on their way to a module: by name, and checked against the parameters of their action. */
import { type Definition, Mismatch, type Value, type ValueCodec } from "@lanyard/sos-module"
import { Result } from "effect"
import type { Call } from "./Runner.ts"

/** What a runner is given: the same values as they are and as plain JSON. */
export type Named = Pick<Call, "values" | "encoded">

/** Names and encodes arguments, or says in which one they differ from the action, `about`, and never what they hold. */
export const encode = (
  codec: ValueCodec.ValueCodec,
  { parameters }: Definition.Action,
  about: string,
  given: ReadonlyArray<Value>
): Result.Result<Named, string> => {
  if (given.length !== parameters.length)
    return Result.fail(`${about} received ${counted(given.length)}; expected ${expected(parameters)}`)
  const values = new Map<string, Value>()
  const encoded: Array<readonly [string, unknown]> = []
  for (const { name, type } of parameters) {
    const value = given[encoded.length] ?? null
    const taken = codec.encode(type, value)
    if (Result.isFailure(taken)) return Result.fail(Mismatch.received(about, Mismatch.inside(name, taken.failure)))
    values.set(name, value)
    encoded.push([name, taken.success])
  }
  return Result.succeed({ values, encoded: Object.fromEntries(encoded) })
}

const counted = (count: number): string => (count === 1 ? "1 argument" : `${count} arguments`)

const expected = (parameters: Definition.Action["parameters"]): string =>
  parameters.length === 0 ? "none" : parameters.map(({ name }) => name).join(", ")
