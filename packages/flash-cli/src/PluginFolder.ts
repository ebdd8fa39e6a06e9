/** A plugin folder as something a host can run: the members of its `manifest.json` that this host serves so far. */
import type { PluginSpec } from "@lanyard/flash-host"
import { Data, Effect, FileSystem, Path, Schema } from "effect"

const Manifest = Schema.fromJsonString(
  Schema.Struct({
    id: Schema.NonEmptyString,
    version: Schema.NonEmptyString,
    exec: Schema.NonEmptyArray(Schema.NonEmptyString),
    priority: Schema.Int.pipe(Schema.withDecodingDefaultKey(Effect.succeed(25))),
    sources: Schema.Array(Schema.Struct({ name: Schema.NonEmptyString })).pipe(
      Schema.withDecodingDefaultKey(Effect.succeed([]))
    ),
    query: Schema.optionalKey(Schema.Struct({})),
    commands: Schema.Array(
      Schema.Struct({
        command: Schema.NonEmptyString,
        subcommand: Schema.NonEmptyString,
        timeout_ms: Schema.optionalKey(Schema.Int)
      })
    ).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
  })
)

/** The folder holds no manifest that this host can read. */
export class PluginFolderUnreadable extends Data.TaggedError("PluginFolderUnreadable")<{
  readonly folder: string
  readonly reason: "no manifest.json" | "malformed manifest.json"
}> {}

/** Reads one plugin; `data` is the folder under which its own data folder goes. */
export const load = Effect.fn("PluginFolder.load")(function* (folder: string, data: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const unreadable = (reason: PluginFolderUnreadable["reason"]) => () => new PluginFolderUnreadable({ folder, reason })
  const text = yield* files
    .readFileString(path.join(folder, "manifest.json"))
    .pipe(Effect.mapError(unreadable("no manifest.json")))
  const manifest = yield* Schema.decodeEffect(Manifest)(text).pipe(
    Effect.mapError(unreadable("malformed manifest.json"))
  )
  return {
    id: manifest.id,
    version: manifest.version,
    root: path.resolve(folder),
    exec: manifest.exec,
    dataDir: path.join(data, manifest.id),
    settings: {},
    sources: manifest.sources.map(({ name }) => name),
    evaluates: manifest.query !== undefined,
    priority: manifest.priority,
    commands: manifest.commands
  } satisfies PluginSpec
})
