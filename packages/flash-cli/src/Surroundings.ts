/** What a plugin that is judged or probed gets of this process: its folder, its variables, its pid and room for data. */
import { HostProcess, LoginEnvironment } from "@lanyard/flash-host"
import type { ConformanceCommand } from "@lanyard/flash-testkit"
import type { Child, Executable } from "@lanyard/process"
import { Effect, type FileSystem, Path } from "effect"
import { Places } from "./Places.ts"

/** All of a choice that does not stand on the command line. */
export type Surroundings = Omit<ConformanceCommand.Choice, "argv" | "manifest">

/** What they are read from, and what starts a plugin in them. */
export type Needs = HostProcess | Places | Path.Path | FileSystem.FileSystem | Child.Spawner | Executable.ProgramFiles

/** Reads them. The variables are those of this process, as far as the contract lets a plugin see them, and not of a login shell. */
export const surroundings: Effect.Effect<Surroundings, never, HostProcess | Places | Path.Path> = Effect.gen(
  function* () {
    const { environment, pid } = yield* HostProcess
    const { temporary } = yield* Places
    const path = yield* Path.Path
    const variables = yield* Effect.provide(
      LoginEnvironment.use((own) => own.variables),
      LoginEnvironment.layerOf(environment)
    )
    return { cwd: path.resolve("."), variables, pid, dataFolder: temporary }
  }
)
