/**
 * From a plugin to a child: its program found, its environment built from the user's login environment and nothing else
 * (decision B7), its data folder made. Its install runs in the same environment.
 */
import { type Child, type ChildSpec, Environment, type Executable } from "@lanyard/process"
import { Json } from "@lanyard/wire"
import { Context, Effect, Result } from "effect"
import { type DataFolderRefused, type LaunchFailure, SettingsNotEncodable } from "./AttemptFailure.ts"
import { LoginEnvironment } from "./environment/LoginEnvironment.ts"
import * as ProgramLookup from "./environment/ProgramLookup.ts"
import { HostProcess } from "./HostProcess.ts"
import type { InstallFiles } from "./install/InstallFiles.ts"
import type { PluginSpec } from "./PluginSpec.ts"
import * as Sandbox from "./sandbox/Sandbox.ts"

/** Makes the folders that plugins keep data in. */
export class DataFolders extends Context.Service<
  DataFolders,
  {
    /** Makes the folder and what is missing above it, for this user only: mode 0700 (decision F9). One that is there stays. */
    readonly ensure: (folder: string) => Effect.Effect<void, DataFolderRefused>
  }
>()("@lanyard/flash-host/DataFolders") {}

/** What a launch needs. */
export type Services = Child.Spawner | Executable.ProgramFiles | HostProcess | LoginEnvironment | DataFolders

/** What a plugin needs of the system it runs on. */
export type Platform = Services | InstallFiles

/** Prepares what every process of a plugin runs in, once the login environment is known: its data folder, its environment. */
export const prepare = Effect.fnUntraced(function* (
  spec: PluginSpec
): Effect.fn.Return<Environment.Environment, LaunchFailure, Services> {
  const host = yield* HostProcess
  const folders = yield* DataFolders
  const login = yield* LoginEnvironment
  const settings = yield* Effect.fromResult(
    Result.mapError(Json.encode(spec.settings), (reason) => new SettingsNotEncodable({ reason }))
  )
  const environment = yield* Effect.fromResult(
    Environment.make({
      values: {
        ...(yield* login.variables),
        FLASH_PLUGIN_ID: spec.manifest.id,
        FLASH_PLUGIN_VERSION: spec.manifest.version,
        FLASH_PLUGIN_DATA_DIR: spec.dataDir,
        FLASH_PLUGIN_CONFIG: settings.text,
        FLASH_PLUGIN_PARENT_PID: String(host.pid)
      }
    })
  )
  yield* folders.ensure(spec.dataDir)
  return environment
})

/** Prepares the child of a plugin, under what confines it here. All is done again at every attempt, for the program may have been installed meanwhile. */
export const childSpec = Effect.fnUntraced(function* (
  spec: PluginSpec
): Effect.fn.Return<ChildSpec.ChildSpec, LaunchFailure, Services> {
  const [program = "", ...args] = spec.manifest.exec ?? []
  const executable = yield* ProgramLookup.resolve(program, spec.root)
  const environment = yield* prepare(spec)
  return yield* Sandbox.confine(spec, { executable, args, cwd: spec.root, environment })
})
