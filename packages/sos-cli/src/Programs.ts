/** A program with its imports and the settings that hold for it, or everything that is wrong with it. */
import { Checker, type Linked, Linker } from "@lanyard/sos-language"
import { Diagnostic, type EffectiveSettings, ModuleFiles, Resolver } from "@lanyard/sos-module"
import { Effect } from "effect"
import { Refused } from "./Complaints.ts"
import { Places } from "./Places.ts"
import { seenFrom } from "./Registered.ts"
import * as Scripts from "./Scripts.ts"

/** A program that was read. */
export interface Program {
  readonly unit: Linked.Unit
  readonly modules: ReadonlyArray<Resolver.Loaded>
  readonly settings: EffectiveSettings.EffectiveSettings
  /** As people see the files, in order; errors among them. */
  readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
  /** What the program can call; empty while it cannot be read. */
  readonly actions: ReadonlyArray<Checker.CheckedAction>
}

/** Reads a program; `path` is as it was written. Nothing is started. */
export const read = Effect.fn("Programs.read")(function* (
  path: string
): Effect.fn.Return<Program, Refused, ModuleFiles | Places> {
  const { file, text } = yield* Scripts.read(path)
  const { project, settings } = yield* Scripts.settings(path, file, text)
  const { real } = yield* ModuleFiles
  const { shown } = yield* Places
  const entry = yield* real(file)
  const resolver = yield* Resolver.make(project)
  const linked = yield* Linker.link({
    file: entry,
    text,
    project,
    resolver,
    shown: (each) => (each === entry ? path : shown(each))
  })
  // What is missing from a tree that could not be read would be told once more.
  const checked = linked.isRead ? Checker.check(linked.unit) : nothing
  const warnings = linked.modules.flatMap((module) => module.warnings.map((each) => seenFrom(each, shown)))
  return {
    unit: linked.unit,
    modules: linked.modules,
    settings,
    diagnostics: Diagnostic.sort([...linked.diagnostics, ...checked.diagnostics, ...warnings]),
    actions: checked.actions
  }
})

const nothing: Checker.Checked = { diagnostics: [], actions: [] }

/** Reads a program that has to be sound. */
export const sound = Effect.fnUntraced(function* (path: string) {
  const program = yield* read(path)
  if (Diagnostic.hasErrors(program.diagnostics)) return yield* new Refused({ complaints: program.diagnostics })
  return program
})
