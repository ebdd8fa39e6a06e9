/** `flash tour`: what `npm start` shows, on the fixture plugins of this repository. */
import {
  type HostCalls,
  HostProcess,
  LoginEnvironment,
  type Platform,
  PluginFolder,
  PluginHost,
  type PluginsRefused,
  type Presence
} from "@lanyard/flash-host"
import { Effect, type FileSystem, Layer, Path } from "effect"
import type { Killer } from "../Killer.ts"
import { Places } from "../Places.ts"
import * as Steps from "../tour/Tour.ts"
import type { TourSystem } from "../tour/TourSystem.ts"

const plugins = ["calculator", "bookmarks", "stubborn"]

/** What the tour stands on. */
export type Needs = Platform | Presence | HostCalls | Places | Killer | TourSystem | FileSystem.FileSystem | Path.Path

/** Takes the tour; returns whether every step went as told. */
export const run: Effect.Effect<boolean, PluginFolder.ManifestFailure | PluginsRefused, Needs> = Effect.gen(
  function* () {
    const path = yield* Path.Path
    const data = yield* (yield* Places).temporary
    const specs = yield* Effect.forEach(plugins, (name) =>
      Effect.flatMap(
        Effect.orDie(path.fromFileUrl(new URL(`../../../../fixtures/plugins/${name}`, import.meta.url))),
        (folder) => PluginFolder.load(folder, data)
      )
    )
    return yield* Effect.provide(Steps.run, Layer.provide(PluginHost.layer(specs), ownEnvironment))
  }
).pipe(Effect.scoped)

// The plugins run on the Node that runs the tour, which the user's own PATH need not have.
const ownEnvironment = Layer.unwrap(Effect.map(HostProcess, ({ environment }) => LoginEnvironment.layerOf(environment)))
