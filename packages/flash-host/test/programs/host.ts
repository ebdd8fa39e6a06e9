/**
 * A host of its own process, over fixture plugins: the first argument is their data folder, each other one a folder of
 * `fixtures/plugins`, or `fault:NAME`, or `fault:NAME:strict` for one with a sandbox. Writes each plugin that comes up as a line, `ID PID`, and stays.
 */
import { join } from "node:path"
import { Effect } from "effect"
import { hostOf, specOf } from "../support/live.ts"

const [, , data = "", ...names] = process.argv

const nothing = { exec: [], appleevents: false, signal: false, mach: [] }

const specs = names.map((name) => {
  const [folder = "", fault, strict] = name.split(":")
  const spec = specOf(folder, data)
  if (fault === undefined) return spec
  const manifest = { ...spec.manifest, id: fault, sources: [], commands: [] }
  return {
    ...spec,
    manifest: strict === undefined ? manifest : { ...manifest, sandbox: nothing },
    dataDir: join(data, fault),
    settings: { fault }
  }
})

const main = Effect.gen(function* () {
  const { plugins, until } = yield* hostOf(
    specs,
    names.some((name) => name.endsWith(":strict"))
  )
  yield* plugins.start
  for (const { pid, plugin } of yield* until("Ready", specs.length)) process.stdout.write(`${plugin} ${pid}\n`)
  return yield* Effect.never
})

Effect.runFork(Effect.scoped(main))
