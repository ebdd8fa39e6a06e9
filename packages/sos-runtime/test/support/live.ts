/** The fixture modules as real processes. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Environment, Executable } from "@lanyard/process"
import { layer as processes } from "@lanyard/process/node"
import { DefinitionFile } from "@lanyard/sos-module"
import { Context, Effect, Layer, Redacted, Result } from "effect"
import { Launch } from "../../src/Launch.ts"
import * as StartFaults from "../../src/launch/StartFaults.ts"
import { ModuleStderr } from "../../src/ModuleStderr.ts"
import { Modules } from "../../src/Modules.ts"
import { RunHost } from "../../src/RunHost.ts"
import type { RunnableModule } from "../../src/Runner.ts"
import * as Redaction from "../../src/secrets/Redaction.ts"
import { layerLines } from "../../src/Trace.ts"

const fixtures = fileURLToPath(new URL("../../../../fixtures/sos/modules/", import.meta.url))

/** Reads a fixture's definition. */
export const fixture = (name: string): Effect.Effect<RunnableModule> => {
  const folder = join(fixtures, name)
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

/** Starts what a definition names in its folder, with arguments behind its own and PATH alone. */
const launch = (args: ReadonlyArray<string>, redactor: Redaction.Redactor) =>
  Layer.effect(
    Launch,
    Effect.gen(function* () {
      const context = yield* Effect.context<Executable.ProgramFiles>()
      const path = process.env.PATH ?? ""
      const environment = yield* Effect.orDie(
        Effect.fromResult(Environment.make({ values: { PATH: path }, source: process.env, allow: ["SystemRoot"] }))
      )
      return Launch.of({
        stdio: ({ definition: { runtime }, folder }) => {
          const [program = "", ...rest] = runtime.kind === "stdio" ? runtime.command : []
          // The node that runs the tests, whatever an older one on the PATH is.
          const found =
            program === "node" ? Effect.succeed(process.execPath) : Executable.resolve(program, { root: folder, path })
          return found.pipe(
            Effect.map((executable) => ({
              spec: { executable, args: [...rest, ...args], cwd: folder, environment },
              redactor
            })),
            Effect.mapError((failure) => StartFaults.from("the fixture", program, failure)),
            Effect.provideContext(context)
          )
        },
        command: () => Effect.die("a persistent module makes no command")
      })
    })
  )

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
export const running = Effect.fn(function* (
  names: ReadonlyArray<string>,
  options: { readonly args?: ReadonlyArray<string>; readonly secret?: string } = {}
) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "lanyard-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const file = join(folder, "effects")
  const trace: Array<string> = []
  const stderr: Array<string> = []
  const redactor = Redaction.make(options.secret === undefined ? [] : [Redacted.make(options.secret)])
  const modules = yield* Effect.forEach(names, fixture)
  const services = Layer.mergeAll(
    launch(options.args ?? [], redactor),
    Layer.succeed(RunHost, {
      workspace: folder,
      variables: {},
      target: "linux-x64",
      sosVersion: "0.1.0",
      runId: "run-live"
    }),
    layerLines((line) => trace.push(line)),
    Layer.succeed(ModuleStderr, { write: (_, text) => Effect.sync(() => void stderr.push(text)) })
  )
  const context = yield* Layer.build(Modules.layer(modules).pipe(Layer.provide(services), Layer.provide(processes)))
  const { call } = Context.get(context, Modules)
  const effects = () =>
    Result.getOrElse(
      Result.try(() => readFileSync(file, "utf8").split("\n").slice(0, -1)),
      () => []
    )
  const all: Running = { call, trace, stderr, file, effects }
  return all
})
