/** Every layer that the program stands on, put together in this one place. */

import type { Child, Executable } from "@lanyard/process"
import { Leftovers, layer as processes } from "@lanyard/process/node"
import type { ModuleFiles } from "@lanyard/sos-module"
import * as Disk from "@lanyard/sos-module/node"
import { Effect, Layer } from "effect"
import { Places } from "../Places.ts"
import { coloured, plain, Screen } from "../rendering/Screen.ts"

const places = Layer.unwrap(
  Effect.gen(function* () {
    const workspace = yield* Disk.workspace
    const config = yield* Disk.configFile
    return Places.layerOf({ workspace, config, slashed: Disk.slashed })
  })
)

const hasColours = process.stderr.isTTY && process.env.NO_COLOR === undefined

const screen = Layer.succeed(Screen, { marks: hasColours ? coloured : plain, excerpts: process.stderr.isTTY })

const machine: Layer.Layer<Child.Spawner | Executable.ProgramFiles> = Leftovers.guard.pipe(
  Layer.provideMerge(processes)
)

/** This system, as far as the program needs it. */
export const layer: Layer.Layer<Child.Spawner | Executable.ProgramFiles | ModuleFiles | Places> = Layer.mergeAll(
  machine,
  places,
  screen,
  Disk.layer
)
