/** `flash plugins`: starts every plugin once and shows how they stand. */
import { Effect } from "effect"
import { Surfaces } from "../hosting/Surfaces.ts"
import * as Listing from "../Listing.ts"
import { Output } from "../Output.ts"
import * as Plugins from "../rendering/Plugins.ts"
import { Standings } from "../Standings.ts"

/** Waits until nothing more is on its way, and shows every plugin. */
export const run = Effect.gen(function* () {
  const output = yield* Output
  yield* Surfaces.arrived
  yield* (yield* Standings).settled
  const plugins = yield* Listing.plugins
  yield* output.write({ lines: () => Plugins.table(plugins), objects: () => plugins.map(Plugins.object) })
})
