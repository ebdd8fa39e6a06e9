/** `sos check`: what is wrong with a program. Nothing is started, looked up on a PATH or fetched. */
import { Diagnostic } from "@lanyard/sos-module"
import { Console, Effect } from "effect"
import { onProgram, Refused, tell } from "../Complaints.ts"
import * as Programs from "../Programs.ts"

/** Says whether a program is sound, and what is wrong with it. */
export const run = Effect.fn("sos check")(function* (path: string) {
  const { diagnostics } = yield* Programs.sound(path)
  yield* tell(onProgram("check"), diagnostics)
  yield* Console.log(`${path}: sound`)
})

/** Writes the same as one JSON object; the command is done only when there is no error. */
export const json = Effect.fn("sos check --json")(function* (path: string) {
  const { actions, diagnostics } = yield* Programs.read(path)
  const possibleFailures = Object.fromEntries(actions.map((action) => [action.name, action.possibleFailures]))
  yield* Console.log(JSON.stringify({ diagnostics: diagnostics.map(asJson), actions, possibleFailures }))
  if (Diagnostic.hasErrors(diagnostics)) return yield* new Refused({ complaints: [] })
})

const asJson = ({ file, hint, message, range, severity }: Diagnostic.Diagnostic) => ({
  line: range.start.line,
  column: range.start.column,
  message,
  severity,
  file,
  ...(hint === undefined ? {} : { hint })
})
