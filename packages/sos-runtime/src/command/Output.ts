/**
 * Reads what a command wrote to stdout. The readings are features of this version, named in a definition and tested here;
 * there is no other way to read output (a module that needs one speaks the stdio protocol).
 */
import type { Definition } from "@lanyard/sos-module"
import { Json, Utf8 } from "@lanyard/wire"
import { Result } from "effect"

/** Returns the value that was written, unchecked, or how the output breaks off from what was promised. */
export type Reading = (output: Uint8Array) => Result.Result<unknown, string>

/** Output is ignored. */
const none: Reading = () => Result.succeed(null)

/** All of it as text, without one newline at its end. */
const text: Reading = (output) => Result.map(decode(output), (all) => (all.endsWith("\n") ? all.slice(0, -1) : all))

/** One JSON value, which a byte order mark may precede. */
const json: Reading = (output) =>
  Result.flatMap(decode(output), (all) =>
    all.trim() === "" ? Result.fail("no JSON value") : parse(withoutMark(all), "")
  )

/** A list with one JSON value for each line; the newline of the last line may be missing, and CR LF is taken. */
const jsonLines: Reading = (output) =>
  Result.flatMap(decode(output), (all) => {
    const lines = withoutMark(all).split("\n")
    if (lines.at(-1) === "") lines.pop()
    const values: Array<unknown> = []
    for (const [at, line] of lines.entries()) {
      if (line.trim() === "") return Result.fail(`a blank line ${at + 1}`)
      const value = parse(line, ` in line ${at + 1}`)
      if (Result.isFailure(value)) return Result.fail(value.failure)
      values.push(value.success)
    }
    return Result.succeed(values)
  })

/** The readings by the name that a definition gives them. */
export const readings: Readonly<Record<Definition.CommandAction["stdout"], Reading>> = {
  none,
  text,
  json,
  "json-lines": jsonLines
}

const decode = (output: Uint8Array): Result.Result<string, string> => {
  const decoded = Utf8.decode(output)
  return decoded === undefined ? Result.fail("bytes that are not UTF-8") : Result.succeed(decoded)
}

const withoutMark = (all: string): string => (all.startsWith("\ufeff") ? all.slice(1) : all)

const parse = (one: string, place: string): Result.Result<unknown, string> =>
  Result.mapError(Json.parseValue(one), ({ _tag }) => `${unreadable[_tag] ?? notOne}${place}`)

const notOne = "something that is not one JSON value"

const unreadable: Readonly<Record<string, string>> = {
  NumberOverflow: "a number that is too large",
  LoneSurrogate: "text that is no Unicode",
  TooDeep: "a value nested more than 64 levels deep"
}
