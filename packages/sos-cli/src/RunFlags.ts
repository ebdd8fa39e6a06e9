/**
 * The words behind `sos run`: flags stand before or after the file, and what follows the file and its flags belongs to the script.
 */
import { parseDuration, type SosDuration } from "@lanyard/sos-module"
import { Result } from "effect"

/** What a run was asked for. */
export interface RunFlags {
  /** As it was written. */
  readonly file: string
  /** How long the run may take. */
  readonly timeout: SosDuration | undefined
  /** The file that gets the trace, as it was written. */
  readonly trace: string | undefined
  /** What the script is given. */
  readonly args: ReadonlyArray<string>
}

/** Reads the words; the failure says which one makes no sense and what is expected. */
export const parse = (words: ReadonlyArray<string>): Result.Result<RunFlags, string> => {
  const flags = new Map<string, string>()
  let file: string | undefined
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] ?? ""
    if (word === "--" && file !== undefined) return finished(file, flags, words.slice(at + 1))
    if (!word.startsWith("-")) {
      if (file !== undefined) return finished(file, flags, words.slice(at))
      file = word
      continue
    }
    const [name = "", inline] = word.split(/=(.*)/s)
    if (!known.includes(name)) return Result.fail(`unknown flag ${name}; expected ${known.join(" or ")}`)
    if (flags.has(name)) return Result.fail(`${name} is given twice; expected it once`)
    const value = inline ?? words[++at]
    if (value === undefined || value === "") return Result.fail(`${name} has no value; expected ${expectations[name]}`)
    flags.set(name, value)
  }
  return file === undefined ? Result.fail("no file; expected a program") : finished(file, flags, [])
}

const expectations: Readonly<Record<string, string>> = {
  "--timeout": "a duration above zero such as 30s, or seconds",
  "--trace": "a file"
}
const known = Object.keys(expectations)

const finished = (
  file: string,
  flags: ReadonlyMap<string, string>,
  args: ReadonlyArray<string>
): Result.Result<RunFlags, string> => {
  const written = flags.get("--timeout")
  const timeout = written === undefined ? undefined : durationOf(written)
  if (written !== undefined && timeout === undefined) {
    return Result.fail(`--timeout ${JSON.stringify(written)}; expected ${expectations["--timeout"]}`)
  }
  return Result.succeed({ file, timeout, trace: flags.get("--trace"), args })
}

/** A duration above zero; a plain number is in seconds. */
const durationOf = (text: string): SosDuration | undefined => {
  const read = parseDuration(/^\d+(?:\.\d+)?$/.test(text) ? `${text}s` : text)
  return Result.isSuccess(read) && read.success.nanos > 0n ? read.success : undefined
}
