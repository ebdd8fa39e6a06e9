/** `sos fmt`: a program with its white space tidied, on standard output or in its file. */
import { Formatter } from "@lanyard/sos-language"
import { Effect } from "effect"
import { Refused } from "../Complaints.ts"
import * as Scripts from "../Scripts.ts"
import { Stdout } from "../Stdout.ts"
import { Writing } from "../Writing.ts"

/** Formats a program; a file that is tidy already is not touched. */
export const run = Effect.fn("sos fmt")(function* (path: string, inPlace: boolean) {
  const { file, text } = yield* Scripts.read(path)
  const formatted = yield* Scripts.orRefuse(Formatter.format(path, text))
  if (!inPlace) return yield* (yield* Stdout).write(formatted)
  if (formatted === text) return
  const { replace } = yield* Writing
  yield* Effect.mapError(
    replace(file, formatted),
    ({ message }) => new Refused({ complaints: [`${path}: ${message}`] })
  )
})
