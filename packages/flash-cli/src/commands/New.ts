/** `flash new`: a plugin to begin with. */
import { Effect, Path } from "effect"
import * as Generating from "../new/Generating.ts"
import type { Language } from "../new/Template.ts"
import { Output } from "../Output.ts"

/** What stands on the command line. */
export interface Choice {
  readonly name: string
  readonly language: Language
}

/** Writes the plugin into a folder of its name and says what can be done next. */
export const run = Effect.fn("flash new")(function* ({ language, name }: Choice) {
  const { write } = yield* Output
  const path = yield* Path.Path
  const { build, files } = yield* Generating.generate(language, name, path.resolve(name))
  const next = [`cd ${name}`, ...build, "npx flash conformance .", "npx flash probe ."]
  yield* write({
    lines: () => [`${name}: ${files.join(", ")}`, "", "next:", ...next.map((step) => `  ${step}`)],
    objects: () => [{ type: "new", name, language, files, next }]
  })
})
