/** Every layer that the program stands on, put together in this one place. */

import type { Child, Executable } from "@lanyard/process"
import { Leftovers, layer as processes } from "@lanyard/process/node"
import { Layer } from "effect"

/** This system, as far as the program needs it. */
export const layer: Layer.Layer<Child.Spawner | Executable.ProgramFiles> = Leftovers.guard.pipe(
  Layer.provideMerge(processes)
)
