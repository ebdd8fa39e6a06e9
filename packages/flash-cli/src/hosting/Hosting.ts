/**
 * A resident host for a command: the plugins that were named on the command line and in the configuration, started, watched
 * and logged, and stopped in one grace with the layer's scope.
 */
import {
  type AttemptFailure,
  Configuration,
  type DataFolderLock,
  type DataFolderTaken,
  type FolderWatch,
  type HostCalls,
  type Materializer,
  Observability,
  type Platform,
  PluginHost,
  PluginManager,
  type Presence,
  ThirdParty
} from "@lanyard/flash-host"
import { Effect, FileSystem, Layer, Option, Path } from "effect"
import { Places } from "../Places.ts"
import { Standings } from "../Standings.ts"
import * as ConfigurationFile from "./ConfigurationFile.ts"
import { Surfaces } from "./Surfaces.ts"
import * as Warnings from "./Warnings.ts"

/** What a user chose on the command line. */
export interface Choice {
  /** Folders of plugin folders, or plugin folders. */
  readonly plugins: ReadonlyArray<string>
  /** A configuration file. */
  readonly config: Option.Option<string>
}

/** Why there is no host. */
export type HostingFailure = ConfigurationFile.ConfigurationFailure | DataFolderTaken | AttemptFailure.DataFolderRefused

/** What a host stands on here. */
export type Needs =
  | Platform
  | Presence
  | HostCalls
  | FolderWatch
  | Materializer
  | DataFolderLock
  | Places
  | FileSystem.FileSystem
  | Path.Path

/** A host and those who watch it. */
export type Hosted = PluginHost | PluginManager | Standings | Surfaces

/** Provides a host whose plugins are on their way. */
export const layer = (choice: Choice): Layer.Layer<Hosted, HostingFailure, Needs> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { data } = yield* Places
      const { plugins, templates } = yield* Option.match(choice.config, {
        onNone: () =>
          Effect.succeed<ConfigurationFile.Configured>({ plugins: Configuration.empty, templates: undefined }),
        onSome: ConfigurationFile.read
      })
      const { folders, roots } = yield* sorted(choice.plugins)
      const configuration = {
        ...plugins,
        thirdParty: [...folders.map((path) => ThirdParty.ThirdParty.Folder({ path })), ...plugins.thirdParty]
      }
      return begin(configuration).pipe(
        Layer.provideMerge(
          Layer.mergeAll(Standings.layer, Observability.layer, Warnings.layer, Surfaces.layer(templates))
        ),
        Layer.provideMerge(PluginManager.layer({ roots, dataBase: data })),
        Layer.provideMerge(PluginHost.empty)
      )
    })
  )

/** Starts what is configured, and from now on what comes. Its end stops everything while that is still watched. */
const begin = (configuration: Configuration.Configuration) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const host = yield* PluginHost
      const manager = yield* PluginManager
      const surfaces = yield* Surfaces
      yield* Effect.acquireRelease(host.start, () => host.stop)
      yield* manager.reconcile(configuration)
      yield* surfaces.refresh
      yield* Effect.forkScoped(Surfaces.arrived)
    })
  )

/** Tells folders of plugin folders from plugin folders: those hold a manifest. */
const sorted = Effect.fnUntraced(function* (chosen: ReadonlyArray<string>) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const isPlugin = (folder: string) => Effect.orElseSucceed(files.exists(path.join(folder, manifest)), () => false)
  const folders = yield* Effect.filter(chosen, isPlugin)
  return {
    roots: chosen.filter((folder) => !folders.includes(folder)),
    folders: folders.map((folder) => path.resolve(folder))
  }
})

const manifest = "manifest.json"
