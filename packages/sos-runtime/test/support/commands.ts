/** Command adapters as real processes, each in a workspace of its own. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { layer as processes } from "@lanyard/process/node"
import { DefinitionFile, type Policy, type Value } from "@lanyard/sos-module"
import { Context, Effect, Layer } from "effect"
import { ModuleStderr } from "../../src/ModuleStderr.ts"
import { Modules } from "../../src/Modules.ts"
import * as Folders from "../../src/node/Folders.ts"
import { RunHost, type Variables } from "../../src/RunHost.ts"
import type { RunnableModule } from "../../src/Runner.ts"
import * as SecretStore from "../../src/secrets/SecretStore.ts"

/** What everything below may do. */
export const everything: Policy.Grant = {
  process: true,
  network: true,
  filesystem: "explicit",
  secrets: "any",
  programs: []
}

/** The head of a definition whose actions start commands; what follows are its actions. */
export const head = (
  parts: { readonly runtime?: string; readonly rest?: string; readonly capabilities?: string } = {}
) => `
schema = 1
[module]
path = "local/tool"
version = "1.0.0"
[runtime]
kind = "command"
${parts.runtime ?? ""}
[capabilities]
process = true
${parts.capabilities ?? ""}
${parts.rest ?? ""}
`

/** Reads a definition, or dies with what is wrong with it. */
export const read = (text: string, folder: string): Effect.Effect<RunnableModule> =>
  Effect.fromResult(DefinitionFile.readText("module.sos.toml", text)).pipe(
    Effect.map(({ definition, digest }) => ({ definition, digest, folder })),
    Effect.mapError((problems) => new Error(problems.map(({ message }) => message).join("; "))),
    Effect.orDie
  )

/** A module in a workspace that is gone when the scope closes. */
export interface Workspace {
  /** Absolute, without links. */
  readonly folder: string
  /** What modules wrote to stderr for people. */
  readonly stderr: ReadonlyArray<string>
  readonly call: (action: string, ...values: ReadonlyArray<Value>) => ReturnType<(typeof Modules.Service)["call"]>
}

/** Opens a workspace with files and runs one module in it. */
export const open = Effect.fn(function* (
  definition: string,
  options: {
    readonly files?: Readonly<Record<string, string>>
    readonly grant?: Policy.Grant
    readonly secrets?: Variables
    readonly variables?: Variables
  } = {}
) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => realpathSync(mkdtempSync(join(tmpdir(), "lanyard-command-")))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  for (const [name, text] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text, { mode: 0o755 })
  }
  const stderr: Array<string> = []
  const module = yield* read(definition, folder)
  const host = Layer.succeed(RunHost, {
    workspace: folder,
    variables: options.variables ?? { PATH: `${folder}/bin:${process.env.PATH}` },
    target: "linux-x64",
    sosVersion: "0.1.0",
    runId: "run-test"
  })
  const services = Layer.mergeAll(Folders.layer, processes, SecretStore.layerOf(options.secrets ?? {}))
  const notes = Layer.succeed(ModuleStderr, { write: (_, text) => Effect.sync(() => void stderr.push(text)) })
  const context = yield* Layer.build(
    Modules.layer([module], options.grant ?? everything).pipe(
      Layer.provide(services),
      Layer.provide(host),
      Layer.provide(notes)
    )
  )
  const { call } = Context.get(context, Modules)
  const workspace: Workspace = { folder, stderr, call: (action, ...values) => call("local/tool", action, values) }
  return workspace
})
