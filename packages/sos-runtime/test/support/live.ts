/** The fixture modules as real processes. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { layer as processes } from "@lanyard/process/node"
import { DefinitionFile, type Policy } from "@lanyard/sos-module"
import { Context, Effect, Layer, Result } from "effect"
import { ModuleStderr } from "../../src/ModuleStderr.ts"
import { Modules } from "../../src/Modules.ts"
import { layer as folders } from "../../src/node/Folders.ts"
import { RunHost } from "../../src/RunHost.ts"
import type { RunnableModule } from "../../src/Runner.ts"
import * as SecretStore from "../../src/secrets/SecretStore.ts"
import { layerLines } from "../../src/Trace.ts"

/** The folder of all fixtures. */
export const fixtures = fileURLToPath(new URL("../../../../fixtures/sos/modules/", import.meta.url))

/** Reads the definition of a fixture, by its name or by the folder that it was built in. */
export const fixture = (name: string): Effect.Effect<RunnableModule> => {
  const folder = resolve(fixtures, name)
  const file = join(folder, "module.sos.toml")
  return Effect.orDie(
    Effect.map(Effect.fromResult(DefinitionFile.readText(file, readFileSync(file, "utf8"))), (read) => ({
      ...read,
      folder
    }))
  )
}

/** The paths that the fixtures have. */
export const weather = "example.com/acme/weather"
export const faulty = "example.com/lanyard/faulty"

/** Allows what the fixtures ask for. */
const grant: Policy.Grant = { process: true, network: false, filesystem: "workspace", secrets: "any", programs: [] }

/** What a test changes about the fixtures. */
export interface Options {
  /** Arguments behind those of the definition. */
  readonly args?: ReadonlyArray<string>
  /** The value of a secret that every module is given as `TOKEN`. */
  readonly secret?: string
}

const changed = (module: RunnableModule, { args = [], secret }: Options): RunnableModule => {
  const { capabilities, runtime } = module.definition
  return {
    ...module,
    definition: {
      ...module.definition,
      capabilities: { ...capabilities, secrets: secret === undefined ? [] : ["TOKEN"] },
      runtime: runtime.kind === "stdio" ? { ...runtime, command: [...runtime.command, ...args] } : runtime
    }
  }
}

/** What a test wants to know of the modules that it runs. */
export interface Running {
  readonly call: (typeof Modules.Service)["call"]
  /** The lines of the trace. */
  readonly trace: ReadonlyArray<string>
  readonly stderr: ReadonlyArray<string>
  /** A file of its own for the effects of calls. */
  readonly file: string
  /** The lines that calls have appended to it. */
  readonly effects: () => ReadonlyArray<string>
}

/** Runs fixtures until the scope closes. */
export const running = Effect.fn(function* (names: ReadonlyArray<string>, options: Options = {}) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => realpathSync(mkdtempSync(join(tmpdir(), "lanyard-")))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const file = join(folder, "effects")
  const trace: Array<string> = []
  const stderr: Array<string> = []
  const modules = yield* Effect.forEach(names, fixture)
  const machine = Layer.mergeAll(
    processes,
    folders,
    SecretStore.layerOf({ TOKEN: options.secret }),
    Layer.succeed(RunHost, {
      workspace: folder,
      // The node that runs the tests comes first, whatever an older one there is.
      variables: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
      target: "linux-x64",
      sosVersion: "0.1.0",
      runId: "run-live"
    }),
    layerLines((line) => trace.push(line)),
    Layer.succeed(ModuleStderr, { write: (_, text) => Effect.sync(() => void stderr.push(text)) })
  )
  const changedModules = modules.map((module) => changed(module, options))
  const context = yield* Layer.build(Layer.provide(Modules.layer(changedModules, grant), machine))
  const { call } = Context.get(context, Modules)
  const effects = () =>
    Result.getOrElse(
      Result.try(() => readFileSync(file, "utf8").split("\n").slice(0, -1)),
      () => []
    )
  const all: Running = { call, trace, stderr, file, effects }
  return all
})
