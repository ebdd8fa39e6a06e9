/** A plugin manager over folders in memory and scripted plugins, under a test clock. */
import type { ScriptedChild } from "@lanyard/process/testing"
import { Context, Effect, FileSystem, Latch, Layer, Path, PlatformError, Stream } from "effect"
import * as Configuration from "../../src/manager/Configuration.ts"
import { DataFolderLock } from "../../src/manager/DataFolderLock.ts"
import { Materializer } from "../../src/manager/Materializer.ts"
import { PluginManager } from "../../src/manager/PluginManager.ts"
import { Report } from "../../src/manager/Report.ts"
import { ThirdParty } from "../../src/manager/ThirdParty.ts"
import { PluginHost } from "../../src/PluginHost.ts"
import * as ScriptedFolders from "../../src/testing/ScriptedFolders.ts"
import { FolderWatch } from "../../src/watch/FolderWatch.ts"
import { fileInfo } from "./fileInfo.ts"
import { advance, host } from "./scripted.ts"

/** Files by their absolute paths. */
export type Files = Readonly<Record<string, string>>

/** The text of a manifest; a section that is given takes the place of its default. */
export const manifest = (id: string, sections: Readonly<Record<string, unknown>> = { query: {} }): string =>
  JSON.stringify({ id, name: id, version: "1", description: "A plugin.", exec: [`/programs/${id}`], ...sections })

/** A plugin folder: its manifest and a program. */
export const plugin = (folder: string, text: string): Files => ({
  [`${folder}/manifest.json`]: text,
  [`${folder}/program`]: "first"
})

/** A file system of these files, all of them regular. While `gate` is closed, no file can be looked at. */
const fileSystem = (texts: ReadonlyMap<string, string>, gate: Latch.Latch) => {
  const missing = (method: string) =>
    Effect.fail(PlatformError.systemError({ _tag: "NotFound", module: "FileSystem", method }))
  const below = (folder: string) => [...texts.keys()].filter((path) => path.startsWith(`${folder}/`))
  const stat = (path: string) =>
    Effect.suspend(() => {
      const text = texts.get(path)
      if (text !== undefined) return Effect.succeed(fileInfo("File", text.length))
      return below(path).length > 0 ? Effect.succeed(fileInfo("Directory", 0)) : missing("stat")
    })
  return FileSystem.layerNoop({
    stat: (path) => Effect.andThen(gate.await, stat(path)),
    readFile: (path) =>
      Effect.suspend(() => {
        const text = texts.get(path)
        return text === undefined ? missing("readFile") : Effect.succeed(new TextEncoder().encode(text))
      }),
    readDirectory: (folder) =>
      Effect.suspend(() => {
        const inside = below(folder).map((path) => path.slice(folder.length + 1))
        return inside.length === 0
          ? missing("readDirectory")
          : Effect.succeed([...new Set(inside.map((path) => path.split("/", 1).join("")))].toReversed())
      })
  })
}

/** How a manager differs from the usual one. */
export interface Differences {
  readonly roots?: ReadonlyArray<string>
  readonly lock?: DataFolderLock["Service"]["take"]
  readonly materializer?: Layer.Layer<Materializer>
}

/** Says that these folders are third parties' plugins; without any, only official ones are there. */
export const configured = (...folders: ReadonlyArray<string>): Configuration.Configuration => ({
  ...Configuration.empty,
  thirdParty: folders.map((path) => ThirdParty.Folder({ path }))
})

/** Builds a manager of a started host; official plugins are in /official. It has loaded nothing yet. */
export const managed = Effect.fn(function* (cast: ScriptedChild.Casting, files: Files, differences: Differences = {}) {
  const scripted = yield* host(cast, [])
  const texts = new Map(Object.entries(files))
  const folders = ScriptedFolders.make(files)
  const gate = Latch.makeUnsafe(true)
  const services = Layer.mergeAll(
    Layer.succeed(PluginHost, scripted.plugins),
    Layer.provide(FolderWatch.layer, folders.layer),
    differences.materializer ?? Materializer.layerNone,
    Layer.succeed(DataFolderLock, { take: differences.lock ?? (() => Effect.void) }),
    fileSystem(texts, gate),
    Path.layer
  )
  const options = { roots: differences.roots ?? ["/official"], dataBase: "/data" }
  const manager = Context.get(
    yield* Layer.build(PluginManager.layer(options).pipe(Layer.provide(services))),
    PluginManager
  )
  const reports: Array<Report> = []
  yield* manager.reports.pipe(
    Stream.runForEach((report) => Effect.sync(() => reports.push(report))),
    Effect.forkScoped({ startImmediately: true })
  )
  yield* scripted.plugins.start
  const write = (path: string, text: string) => {
    texts.set(path, text)
    folders.write(path, text)
  }
  const remove = (path: string) => {
    texts.delete(path)
    folders.remove(path)
  }
  /** Brings a configuration into force, and lets time pass in which plugins start. */
  const load = (configuration: Configuration.Configuration = Configuration.empty) =>
    Effect.andThen(manager.reconcile(configuration), advance(100))
  /** Rows without what is not asked for here: name, whether loaded, the tag of a failure. */
  const rows = Effect.map(manager.plugins, (all) =>
    all.map(({ failure, isLoaded, plugin }) => [plugin, isLoaded, failure?._tag] as const)
  )
  /** What was reported since the last question, by plugin and tag. */
  const told = () =>
    reports.splice(0).map(
      Report.$match({
        Failed: ({ plugin, failure, isLoaded }) => [plugin, failure._tag, isLoaded],
        Recovered: ({ plugin }) => [plugin, "Recovered"],
        Polled: ({ folder, code }) => [folder, code]
      })
    )
  return { ...scripted, manager, folders, gate, write, remove, load, rows, told }
})
