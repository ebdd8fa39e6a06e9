/** `sos config`: what holds for a program, and which files say so. */
import { EffectiveSettings } from "@lanyard/sos-module"
import { Console, Effect } from "effect"
import * as Scripts from "../Scripts.ts"

/** Prints the settings as JSON. */
export const run = Effect.fn("sos config")(function* (path: string) {
  const { file, text } = yield* Scripts.read(path)
  const { settings } = yield* Scripts.settings(path, file, text)
  yield* Console.log(JSON.stringify(EffectiveSettings.toJson(settings), undefined, 2))
})
