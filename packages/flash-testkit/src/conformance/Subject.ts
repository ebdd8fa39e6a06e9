/** The plugin that is judged, and how a scenario starts it: as a host would, in an environment that holds nothing else. */
import { Constants, type Manifest } from "@lanyard/flash-protocol"
import { type Child, Environment, OwnedChild, type ProcessError, Termination } from "@lanyard/process"
import { Effect, type Scope } from "effect"

/** A plugin to judge. */
export interface Subject {
  readonly manifest: Manifest.Manifest
  /** An absolute path. */
  readonly executable: string
  readonly args: ReadonlyArray<string>
  /** Where it is started; the plugin's folder. */
  readonly cwd: string
  /** What it gets of the user's environment. */
  readonly variables: Readonly<Record<string, string>>
  /** The process that it is told is its host. */
  readonly hostPid: number
  /** Makes an empty folder that goes with the scope. */
  readonly dataFolder: Effect.Effect<string, never, Scope.Scope>
}

/** Why a plugin could not be judged at all. */
export type LaunchFailure = ProcessError.StartFailure | Environment.VariableRefused

/** Starts one life of a plugin that the scope owns; at its end the plugin gets the grace of the contract. */
export const start = Effect.fnUntraced(function* (
  { args, cwd, dataFolder, executable, hostPid, manifest, variables }: Subject,
  parent: number = hostPid
): Effect.fn.Return<OwnedChild.OwnedChild, LaunchFailure, Child.Spawner | Scope.Scope> {
  const environment = yield* Effect.fromResult(
    Environment.make({
      values: {
        ...variables,
        FLASH_PLUGIN_ID: manifest.id,
        FLASH_PLUGIN_VERSION: manifest.version,
        FLASH_PLUGIN_DATA_DIR: yield* dataFolder,
        FLASH_PLUGIN_CONFIG: "{}",
        FLASH_PLUGIN_PARENT_PID: String(parent)
      }
    })
  )
  const escalation = Termination.escalation(Constants.shutdown.grace)
  return yield* OwnedChild.spawn({ executable, args, cwd, environment }, { escalation })
})
