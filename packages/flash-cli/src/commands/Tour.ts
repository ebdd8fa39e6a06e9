/** `flash tour`: what `npm start` shows, on the fixture plugins of this repository. */
import { HostProcess, LoginEnvironment, PluginFolder, PluginHost } from "@lanyard/flash-host"
import { Effect, Layer, Path } from "effect"
import { Places } from "../Places.ts"
import * as Steps from "../tour/Tour.ts"

const plugins = ["calculator", "bookmarks", "stubborn"]

/** Takes the tour; returns whether every step went as told. */
export const run = Effect.gen(function* () {
  const path = yield* Path.Path
  const data = yield* (yield* Places).temporary
  const specs = yield* Effect.forEach(plugins, (name) =>
    Effect.flatMap(
      Effect.orDie(path.fromFileUrl(new URL(`../../../../fixtures/plugins/${name}`, import.meta.url))),
      (folder) => PluginFolder.load(folder, data)
    )
  )
  return yield* Effect.provide(Steps.run, Layer.provide(PluginHost.layer(specs), ownEnvironment))
}).pipe(Effect.scoped)

// The plugins run on the Node that runs the tour, which the user's own PATH need not have.
const ownEnvironment = Layer.unwrap(Effect.map(HostProcess, ({ environment }) => LoginEnvironment.layerOf(environment)))
