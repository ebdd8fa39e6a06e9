/**
 * From a plugin to a child: its program looked up on the host's PATH, its environment built from the contract's list and
 * nothing else (decision B7).
 */
import { type Child, type ChildSpec, Environment, Executable } from "@lanyard/process"
import { Context, Effect } from "effect"
import type { LaunchFailure } from "./AttemptFailure.ts"
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

/** What a plugin needs of the system it runs on. */
export type Platform = Child.Spawner | Executable.ProgramFiles | HostProcess

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

/** Builds the child of a plugin. The program is resolved at every attempt, for it may have been installed meanwhile. */
export const childSpec = Effect.fnUntraced(function* (
  spec: PluginSpec
): Effect.fn.Return<ChildSpec.ChildSpec, LaunchFailure, Executable.ProgramFiles | HostProcess> {
  const host = yield* HostProcess
  const [program, ...args] = spec.exec
  const path = host.environment.PATH || FALLBACK_PATH
  const executable = yield* Executable.resolve(program, { root: spec.root, path })
  const environment = yield* Effect.fromResult(
    Environment.make({
      source: host.environment,
      allow: ALLOWED,
      values: {
        PATH: path,
        FLASH_PLUGIN_ID: spec.id,
        FLASH_PLUGIN_VERSION: spec.version,
        FLASH_PLUGIN_DATA_DIR: spec.dataDir,
        FLASH_PLUGIN_CONFIG: JSON.stringify(spec.settings),
        FLASH_PLUGIN_PARENT_PID: String(host.pid)
      }
    })
  )
  return { executable, args, cwd: spec.root, environment }
})
