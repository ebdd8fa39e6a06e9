/** Fixture plugins as subjects of a conformance run. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Manifest } from "@lanyard/flash-protocol"
import { Executable } from "@lanyard/process"
import { layer } from "@lanyard/process/node"
import { Effect, Result } from "effect"
import * as Conformance from "../../src/conformance/Conformance.ts"
import * as Report from "../../src/conformance/Report.ts"
import type { Subject } from "../../src/conformance/Subject.ts"

/** The folder of a fixture plugin. */
export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../../fixtures/plugins/${name}`, import.meta.url))

/** A temporary folder that goes with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "lanyard-conformance-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** The variables of the user that plugins get; Node comes first on the PATH, for it is the one that runs the tests. */
export const variables = {
  PATH: [join(process.execPath, ".."), process.env.PATH ?? ""].join(delimiter),
  HOME: process.env.HOME ?? tmpdir()
}

/** The plugin in a folder, started as its manifest says or with these words instead. */
export const subject = (folder: string, file = "manifest.json", exec?: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const manifest = Result.getOrThrow(Manifest.parse(readFileSync(join(folder, file))))
    const [program = "", ...args] = exec ?? manifest.exec ?? []
    const executable = yield* Executable.resolve(program, { root: folder, path: variables.PATH })
    const subject: Subject = {
      manifest,
      executable,
      args,
      cwd: folder,
      variables,
      hostPid: process.pid,
      dataFolder: temporaryFolder
    }
    return subject
  }).pipe(Effect.provide(layer))

/** Judges a plugin. */
export const judge = (plugin: Subject, options?: Conformance.Options) =>
  Effect.provide(Conformance.run(plugin, options), layer)

/** The ids of the rows that broke, warnings included. */
export const broken = ({ rows }: Report.Report): ReadonlyArray<string> =>
  rows.flatMap(({ requirement, verdict }) => (verdict._tag === "Failed" ? [requirement.id] : []))

/** What keeps a plugin from conforming, in words. */
export const breaches = ({ rows }: Report.Report): ReadonlyArray<string> =>
  rows
    .filter(Report.isBreach)
    .map(({ requirement, scenario, verdict }) => [requirement.id, scenario, Report.reasonOf(verdict)].join(": "))
