/**
 * A system that exists only in a test: its programs are all there, its processes follow a script on the Effect clock, and
 * nothing outside of the test is touched.
 */
import { Child, Executable } from "@lanyard/process"
import { ScriptedChild } from "@lanyard/process/testing"
import { Effect, Layer } from "effect"
import { Presence } from "../clocks/Presence.ts"
import { LoginEnvironment } from "../environment/LoginEnvironment.ts"
import { HostProcess } from "../HostProcess.ts"
import { HostCalls } from "../hostcalls/HostCalls.ts"
import { InstallFiles } from "../install/InstallFiles.ts"
import { DataFolders } from "../Launch.ts"
import type { Needs } from "../PluginHost.ts"

/** All that a host needs but processes. Host calls are judged, and none of them is made. */
export const withoutProcesses: Layer.Layer<Exclude<Needs, Child.Spawner>> = Layer.mergeAll(
  Layer.succeed(Executable.ProgramFiles, {
    look: () => Effect.succeed("executable"),
    real: (path) => Effect.succeedSome(path)
  }),
  Layer.succeed(HostProcess, { pid: 4242, environment: {} }),
  LoginEnvironment.layerOf({ PATH: "/bin" }),
  Presence.layer,
  HostCalls.layerNone,
  Layer.succeed(DataFolders, { ensure: () => Effect.void }),
  InstallFiles.layerMemory
)

/** All that a host needs; each start of a plugin is played as cast. */
export const layer = (cast: ScriptedChild.Casting): Layer.Layer<Needs> =>
  Layer.merge(
    withoutProcesses,
    Layer.effect(
      Child.Spawner,
      Effect.map(ScriptedChild.make(cast), ({ spawner }) => spawner)
    )
  )
