/**
 * What a login shell is asked, and how its answer is read. The shell hands over to awk, which prints every variable between
 * marks: no shell's quoting has to be understood, a value may hold anything, and what start-up files print does no harm.
 */
import { Data, Effect, Random, Result } from "effect"

/** Text that nothing but the answer holds. The question has only its halves, so that a shell that shows it gives none. */
export interface Mark {
  readonly left: string
  readonly right: string
}

/** Why output is no answer: no mark at all, or none at the end of the variables. */
export class AnswerUnreadable extends Data.TaggedError("AnswerUnreadable")<{
  readonly reason: "no marks" | "cut off"
}> {}

/** Makes a new mark, of 128 random bits. */
export const makeMark: Effect.Effect<Mark> = Effect.map(
  Effect.replicateEffect(Random.nextIntBetween(0, 0xffff), 8),
  (words) => {
    const digits = words.map((word) => word.toString(16).padStart(4, "0")).join("")
    return { left: digits.slice(0, 16), right: digits.slice(16) }
  }
)

/** The arguments that have a shell, of whatever syntax, print its exported variables as a login shell. */
export const argumentsFor = (shell: string, { left, right }: Mark): ReadonlyArray<string> => {
  // By `exec`, which takes neither an alias nor a function for awk, and lets no trap or file of a logout run.
  const question = `exec awk 'BEGIN { ORS = "${left}" "${right}"; ${program} }'`
  // The C shells take -l alone or not at all; what they read at every start is where their users set PATH.
  return /(^|\/)t?csh$/.test(shell) ? ["-c", question] : ["-l", "-c", question]
}

/** Reads the variables out of everything that was printed. */
export const parse = (
  output: string,
  { left, right }: Mark
): Result.Result<Readonly<Record<string, string>>, AnswerUnreadable> => {
  const [, ...parts] = output.split(left + right)
  if (parts.length === 0) return Result.fail(new AnswerUnreadable({ reason: "no marks" }))
  const end = parts.indexOf("")
  // What follows the last mark is not closed by one.
  if (end === -1 || end === parts.length - 1) return Result.fail(new AnswerUnreadable({ reason: "cut off" }))
  return Result.succeed(Object.fromEntries(parts.slice(0, end).map(toEntry)))
}

// One mark, then each variable and a mark behind it, then one more.
const program = 'print ""; for (name in ENVIRON) print name "=" ENVIRON[name]; print ""'

// A name holds no equals sign, a value may.
const toEntry = (part: string): readonly [string, string] => {
  const [name = ""] = part.split("=", 1)
  return [name, part.slice(name.length + 1)]
}
