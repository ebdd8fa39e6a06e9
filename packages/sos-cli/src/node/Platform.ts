/** Every layer that the program stands on, put together in this one place. */
import * as Processes from "@lanyard/process/node"
import * as Disk from "@lanyard/sos-module/node"
import type { Launching } from "@lanyard/sos-runtime"
import * as Runtime from "@lanyard/sos-runtime/node"
import { Effect, Layer } from "effect"
import { type Needs, version } from "../Cli.ts"
import { Machine } from "../Machine.ts"
import { Places } from "../Places.ts"
import { coloured, plain, Screen } from "../rendering/Screen.ts"
import * as Stdout from "./Stdout.ts"
import * as Writing from "./Writing.ts"

const places = Layer.unwrap(
  Effect.gen(function* () {
    const workspace = yield* Disk.workspace
    const config = yield* Disk.configFile
    return Places.layerOf({ workspace, config, slashed: Disk.slashed })
  })
)

const hasColours = process.stderr.isTTY && process.env.NO_COLOR === undefined

const screen = Layer.succeed(Screen, { marks: hasColours ? coloured : plain, excerpts: process.stderr.isTTY })

const processes = Processes.Leftovers.guard.pipe(Layer.provideMerge(Processes.layer))

// The secrets of a run are those of the workspace that its facts name.
const services: Layer.Layer<Launching.Services> = Runtime.secrets.pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(Disk.workspace, (folder) => Runtime.runHost(folder, version)))),
  Layer.merge(Layer.merge(processes, Runtime.folders))
)

/** This system, as far as the program needs it. */
export const layer: Layer.Layer<Needs> = Layer.mergeAll(
  Layer.succeed(Machine, { services }),
  places,
  screen,
  Stdout.layer,
  Writing.layer,
  Disk.layer
)
