/** Folders in memory that commands run in, and what they write. */
import { ModuleFiles } from "@lanyard/sos-module"
import { Effect, Layer } from "effect"
import { TestConsole } from "effect/testing"
import * as Cli from "../../src/Cli.ts"
import { Places } from "../../src/Places.ts"
import { type Marks, plain, Screen } from "../../src/rendering/Screen.ts"
import { idle } from "./idle.ts"

/** A definition without a problem. */
export const git = `schema = 1

[module]
path = "local/git"
version = "1.0.0"

[runtime]
kind = "command"

[capabilities]
process = true
filesystem = "workspace-read"

[[action]]
name = "status"
effects = ["filesystem-read"]

[[action.parameter]]
name = "root"
type = "folder"

[action.result]
type = "text"

[action.command]
program = "git"
arguments = ["status"]
working_directory_parameter = "root"
`

/** A project that registers it, and a module of another path. */
export const project = `version = 1

[[module.external]]
path = "local/git"
definition = "git/module.sos.toml"

[[module.external]]
path = "local/other"
definition = "git/module.sos.toml"

[[module.external]]
path = "local/gone"
definition = "gone.toml"
`

/** What a call wrote, and how it ended. */
export interface Called {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Calls the program in `/w`, where these files are. */
export const call = (
  args: ReadonlyArray<string>,
  files: Readonly<Record<string, string>> = {},
  screen: { readonly marks: Marks; readonly excerpts: boolean } = { marks: plain, excerpts: false }
): Effect.Effect<Called> =>
  Effect.gen(function* () {
    const code = yield* Cli.main(args)
    const stdout = (yield* TestConsole.logLines).map((line) => `${line}\n`).join("")
    const stderr = (yield* TestConsole.errorLines).map((line) => `${line}\n`).join("")
    return { code, stdout, stderr }
  }).pipe(
    Effect.provide([
      ModuleFiles.layerMemory(files),
      Places.layerOf({ workspace: "/w", config: "/home/config.toml" }),
      Layer.succeed(Screen, screen),
      idle
    ]),
    // Of its own, so that a test can call the program twice.
    Effect.provide(TestConsole.layer, { local: true })
  )
