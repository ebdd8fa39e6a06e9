/**
 * From a plugin to a child: its program looked up on the host's PATH, its environment built from the contract's list and
 * nothing else (decision B7), its data folder made.
 */
import { type Child, type ChildSpec, Environment, Executable } from "@lanyard/process"
import { Json } from "@lanyard/wire"
import { Context, Effect, Result } from "effect"
import { type DataFolderRefused, type LaunchFailure, SettingsNotEncodable } from "./AttemptFailure.ts"
import type { PluginSpec } from "./PluginSpec.ts"

/** The process that hosts the plugins: where their environment is copied from, and whose end is their end. */
export class HostProcess extends Context.Service<
  HostProcess,
  {
    readonly pid: number
    /** A snapshot of the host's variables. */
    readonly environment: Readonly<Record<string, string | undefined>>
  }
>()("@lanyard/flash-host/HostProcess") {}

/** Makes the folders that plugins keep data in. */
export class DataFolders extends Context.Service<
  DataFolders,
  {
    /** Makes the folder and what is missing above it, for this user only: mode 0700 (decision F9). One that is there stays. */
    readonly ensure: (folder: string) => Effect.Effect<void, DataFolderRefused>
  }
>()("@lanyard/flash-host/DataFolders") {}

/** What a plugin needs of the system it runs on. */
export type Platform = Child.Spawner | Executable.ProgramFiles | HostProcess | DataFolders

/** Variables of the host that a plugin may see, where the host has them. */
const ALLOWED = [
  "HOME",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TERM",
  "TMPDIR",
  "USER",
  "__CF_USER_TEXT_ENCODING"
]

/** Stands in for a PATH that is missing or empty. */
const FALLBACK_PATH = "/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

/**
 * Prepares the child of a plugin: afterwards its data folder is there. All is done again at every attempt, for the program
 * may have been installed meanwhile.
 */
export const childSpec = Effect.fnUntraced(function* (
  spec: PluginSpec
): Effect.fn.Return<ChildSpec.ChildSpec, LaunchFailure, Exclude<Platform, Child.Spawner>> {
  const host = yield* HostProcess
  const folders = yield* DataFolders
  const [program, ...args] = spec.exec
  const path = host.environment.PATH || FALLBACK_PATH
  const executable = yield* Executable.resolve(program, { root: spec.root, path })
  const settings = yield* Effect.fromResult(
    Result.mapError(Json.encode(spec.settings), (reason) => new SettingsNotEncodable({ reason }))
  )
  const environment = yield* Effect.fromResult(
    Environment.make({
      source: host.environment,
      allow: ALLOWED,
      values: {
        PATH: path,
        FLASH_PLUGIN_ID: spec.id,
        FLASH_PLUGIN_VERSION: spec.version,
        FLASH_PLUGIN_DATA_DIR: spec.dataDir,
        FLASH_PLUGIN_CONFIG: settings.text,
        FLASH_PLUGIN_PARENT_PID: String(host.pid)
      }
    })
  )
  yield* folders.ensure(spec.dataDir)
  return { executable, args, cwd: spec.root, environment }
})
