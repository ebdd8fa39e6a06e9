/** A module by the path that it is registered under, for the folder that the program was started in. */
import { type Diagnostic, type EffectiveSettings, type ModuleFiles, ProjectLoader, Resolver } from "@lanyard/sos-module"
import { Effect } from "effect"
import { Refused } from "./Complaints.ts"
import { Places } from "./Places.ts"

/** A module, what holds where the program was started, and the warnings that the module is taken with. */
export interface Registered {
  readonly loaded: Resolver.Loaded
  readonly settings: EffectiveSettings.EffectiveSettings
  readonly warnings: ReadonlyArray<Diagnostic.Diagnostic>
}

/** Opens the settings of the folder and loads the module. */
export const load = Effect.fn("Registered.load")(function* (
  path: string
): Effect.fn.Return<Registered, Refused, ModuleFiles | Places> {
  const { config, shown, workspace } = yield* Places
  const seen = (problems: ReadonlyArray<Diagnostic.Diagnostic>) => problems.map((each) => seenFrom(each, shown))
  const { project, settings } = yield* ProjectLoader.open({ folder: workspace, workspace, config }).pipe(
    Effect.mapError(({ diagnostics }) => new Refused({ complaints: seen(diagnostics) }))
  )
  const resolver = yield* Resolver.make(project)
  const loaded = yield* Effect.mapError(
    resolver.load(path),
    ({ diagnostics, message }) => new Refused({ complaints: diagnostics.length === 0 ? [message] : seen(diagnostics) })
  )
  return { loaded, settings, warnings: seen(loaded.warnings) }
})

/** Names the files of a problem as people see them. */
export const seenFrom = (problem: Diagnostic.Diagnostic, shown: (file: string) => string): Diagnostic.Diagnostic => ({
  ...problem,
  file: shown(problem.file),
  related: problem.related.map((related) => ({ ...related, file: shown(related.file) }))
})
