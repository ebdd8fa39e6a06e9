/** Every layer that the program stands on, put together in this one place. */
import * as Disk from "@lanyard/sos-module/node"
import { Effect, Layer } from "effect"
import type { Needs } from "../Cli.ts"
import * as Logs from "../Logs.ts"
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

// Most commands run nothing, and then load nothing that could.
const machine = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("./Machine.ts")),
    ({ services }) => services
  )
)

/** This system, as far as the program needs it. */
export const layer: Layer.Layer<Needs> = Layer.mergeAll(
  Layer.succeed(Machine, { services: machine }),
  Logs.layer,
  places,
  screen,
  Stdout.layer,
  Writing.layer,
  Disk.layer
)
