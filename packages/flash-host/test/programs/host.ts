/**
 * A host of its own process, over fixture plugins: the first argument is their data folder, each other one a folder of
 * `fixtures/plugins`, or `fault:NAME`. Writes each plugin that comes up as a line, `ID PID`, and stays.
 */
import { Effect } from "effect"
import { hostOf, specOf } from "../support/live.ts"

const [, , data = "", ...names] = process.argv

const specs = names.map((name) => {
  const [folder = "", fault] = name.split(":")
  const spec = specOf(folder, data)
  if (fault === undefined) return spec
  return { ...spec, manifest: { ...spec.manifest, id: fault, sources: [], commands: [] }, settings: { fault } }
})

const main = Effect.gen(function* () {
  const { plugins, until } = yield* hostOf(specs)
  yield* plugins.start
  for (const { pid, plugin } of yield* until("Ready", specs.length)) process.stdout.write(`${plugin} ${pid}\n`)
  return yield* Effect.never
})

Effect.runFork(Effect.scoped(main))
