/** Where the tour writes. */
import { Console, Effect } from "effect"
import { Marks } from "../rendering/Style.ts"

/** Writes lines. */
export const lines = (...text: ReadonlyArray<string>): Effect.Effect<void> => Console.log(text.join("\n"))

/** Writes the title of a step. */
export const heading = (text: string): Effect.Effect<void> =>
  Effect.flatMap(Marks, ({ title }) => lines("", title(text)))
