/** Decides about every start of a module's program, with the grant of one run. */
import type { Child, Executable } from "@lanyard/process"
import { Argv, type Definition, type Policy } from "@lanyard/sos-module"
import { Effect, Layer, Result, Semaphore } from "effect"
import { Fault } from "../Fault.ts"
import { Launch, type Launched } from "../Launch.ts"
import { RunHost } from "../RunHost.ts"
import type { Call, RunnableModule } from "../Runner.ts"
import type { SecretStore } from "../secrets/SecretStore.ts"
import * as Authorisation from "./Authorisation.ts"
import * as ChildEnvironment from "./ChildEnvironment.ts"
import type { Folders } from "./Folders.ts"
import * as Prerequisites from "./Prerequisites.ts"
import * as Programs from "./Programs.ts"
import * as WorkingFolder from "./WorkingFolder.ts"

/** What launching needs of the machine. */
export type Services = RunHost | SecretStore | Folders | Executable.ProgramFiles | Child.Spawner

/** Launches under a grant. What a module requires is checked once in a run, before the first program that needs it. */
export const layer = (grant: Policy.Grant): Layer.Layer<Launch, never, Services> =>
  Layer.effect(
    Launch,
    Effect.gen(function* () {
      const context = yield* Effect.context<Services>()
      const once = prerequisitesOnce()
      return {
        stdio: (module) => Effect.provideContext(stdio(module, grant, once), context),
        command: (module, call, adapter) =>
          Effect.provideContext(command(module, call, adapter, { grant, once }), context),
        inspect: (module) => Effect.provideContext(inspect(module, grant, once), context)
      }
    })
  )

const stdio = Effect.fnUntraced(function* (module: RunnableModule, grant: Policy.Grant, once: Once) {
  const { definition, folder: definitionFolder } = module
  const authorised = yield* Authorisation.authorise(definition, definition.capabilities, grant)
  const folder = yield* WorkingFolder.fixed(definition.runtime.workingDirectory, definitionFolder)
  const words = definition.runtime.kind === "stdio" ? definition.runtime.command : []
  return yield* launched({ module, grant, once, authorised, folder, words, args: [] })
})

const command = Effect.fnUntraced(function* (
  module: RunnableModule,
  call: Call,
  adapter: Definition.CommandAction,
  { grant, once }: Pick<Launching, "grant" | "once">
) {
  const { definition, folder: definitionFolder } = module
  const { action, alias, values } = call
  const authorised = yield* Authorisation.authorise(definition, action.capabilities, grant)
  const named = adapter.workingDirectoryParameter
  const given = (parameter: string) =>
    WorkingFolder.given(parameter, values.get(parameter), grant.filesystem === "explicit")
  const folder =
    named === undefined
      ? yield* WorkingFolder.fixed(definition.runtime.workingDirectory, definitionFolder)
      : yield* given(named)
  const { workspace } = yield* RunHost
  const filled = Argv.fill(adapter.arguments, {
    given: values,
    places: { workspace, definition_dir: definitionFolder }
  })
  if (Result.isFailure(filled)) {
    const { parameter, reason } = filled.failure
    return yield* new Fault({
      phase: "validate",
      message: `${alias}.${action.name} cannot pass ${parameter} on: ${reason}`
    })
  }
  const words = [adapter.program]
  const found = yield* launched({ module, grant, once, authorised, folder, words, args: filled.success })
  // What the module requires may have been asked meanwhile, which takes as long as others like.
  if (named !== undefined && (yield* given(named)) !== folder) {
    return yield* new Fault({ phase: "validate", message: `${named} names a folder that was replaced meanwhile` })
  }
  return found
})

const inspect = Effect.fnUntraced(function* (module: RunnableModule, grant: Policy.Grant, once: Once) {
  const { definition, folder: definitionFolder } = module
  const authorised = yield* Authorisation.authorise(definition, definition.capabilities, grant)
  const folder = yield* WorkingFolder.fixed(definition.runtime.workingDirectory, definitionFolder)
  const programs = new Set(definition.actions.flatMap((action) => action.command?.program ?? []))
  yield* Effect.forEach(
    programs,
    (program) => launched({ module, grant, once, authorised, folder, words: [program], args: [] }),
    { discard: true }
  )
})

interface Launching {
  readonly module: RunnableModule
  readonly grant: Policy.Grant
  readonly once: Once
  readonly authorised: Authorisation.Authorised
  readonly folder: string
  /** The program of the definition and what it is given first; a development command takes its place. */
  readonly words: ReadonlyArray<string>
  readonly args: ReadonlyArray<string>
}

const launched = Effect.fnUntraced(function* ({ args, authorised, folder, grant, module, once, words }: Launching) {
  const { definition } = module
  const { target, variables, workspace } = yield* RunHost
  const places: Readonly<Record<string, string>> = {
    [place("workspace")]: workspace,
    [place("definition_dir")]: module.folder
  }
  const line = (definition.runtime.development?.command ?? words).map((word) => places[word] ?? word)
  const environmentWith = (secrets: Authorisation.Authorised["secrets"]) =>
    Effect.suspend(() =>
      Effect.fromResult(ChildEnvironment.make({ host: variables, target, runtime: definition.runtime, secrets }))
    )
  const [program = "", ...first] = line
  const executable = yield* Programs.locate({ definition, program, folder, grant })
  const checked = Effect.flatMap(environmentWith(new Map()), (environment) =>
    Prerequisites.check({ definition, command: line, folder, environment, grant })
  )
  yield* once(definition.path, checked)
  const environment = yield* environmentWith(authorised.secrets)
  const result: Launched = {
    spec: { executable, args: [...first, ...args], cwd: folder, environment },
    redactor: authorised.redactor
  }
  return result
})

const place = (name: Definition.Place) => `\${${name}}`

/** Lets the check of one module succeed once; whoever comes meanwhile waits for it, and a failure is checked again. */
type Once = <R>(path: string, check: Effect.Effect<void, Fault, R>) => Effect.Effect<void, Fault, R>

const prerequisitesOnce = (): Once => {
  const passed = new Set<string>()
  const turns = new Map<string, Semaphore.Semaphore>()
  return (path, check) =>
    Effect.suspend(() => {
      if (passed.has(path)) return Effect.void
      const turn = turns.get(path) ?? Semaphore.makeUnsafe(1)
      turns.set(path, turn)
      const checked = Effect.tap(check, () => Effect.sync(() => passed.add(path)))
      return turn.withPermit(Effect.suspend(() => (passed.has(path) ? Effect.void : checked)))
    })
}
