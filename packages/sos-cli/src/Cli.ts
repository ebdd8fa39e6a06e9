/**
 * The commands of `sos`: which words lead to which, and the exit status that each of their ends becomes. The words are few and
 * fixed, so they are matched to the letter; `sos run` reads its own flags, since what follows a file belongs to the script.
 */
import { Console, Effect } from "effect"
import * as Usage from "./Usage.ts"

/** The version of the program, which modules are told too. */
export const version = "0.1.0"

/** Exit statuses: all was done, something was not, the call made no sense. */
export const status = { done: 0, failed: 1, misused: 2 } as const

/** Does what arguments ask for, and returns the exit status. */
export const main = (args: ReadonlyArray<string>): Effect.Effect<number> => {
  const [word, ...rest] = args
  switch (word) {
    case "version":
      return rest.length === 0 ? Effect.as(Console.log(`sos ${version}`), status.done) : misused
    case "help":
      return rest.length === 0 ? Effect.as(Console.log(Usage.text), status.done) : misused
    default:
      return misused
  }
}

const misused = Effect.as(Console.error(Usage.text), status.misused)
