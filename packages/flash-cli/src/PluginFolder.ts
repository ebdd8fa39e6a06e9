/** A plugin folder as something a host can run: the members of its `manifest.json` that this host serves so far. */
import type { PluginSpec } from "@lanyard/flash-host"
import { Rejection } from "@lanyard/flash-protocol"
import { Data, Effect, FileSystem, Path, Schema } from "effect"

const notBlank = Schema.String.check(
  Schema.makeFilter((text) => text.trim() !== "", { expected: "text that is not blank" })
)

// The id names the plugin's data folder, so it has to be one part of a path and stay where it is put.
const Id = Schema.String.check(
  Schema.makeFilter((id) => /^[a-z0-9._-]+$/.test(id) && id !== "." && !id.includes(".."), {
    expected: "lower-case letters, digits, '.', '_' and '-', not '.' alone and no '..'"
  })
)

const PositiveInteger = Schema.Int.check(Schema.makeFilter((value) => value > 0, { expected: "a positive integer" }))

const JsonObject = Schema.Record(Schema.String, Schema.Unknown)

const Manifest = Schema.Struct({
  id: Id,
  version: notBlank,
  exec: Schema.NonEmptyArray(notBlank),
  priority: Schema.Int.pipe(Schema.withDecodingDefaultKey(Effect.succeed(25))),
  sources: Schema.Array(Schema.Struct({ name: notBlank })).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  query: Schema.optionalKey(JsonObject),
  commands: Schema.Array(
    Schema.Struct({
      command: notBlank,
      subcommand: notBlank,
      timeout_ms: Schema.optionalKey(PositiveInteger)
    })
  ).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
})

/** There is no `manifest.json` to read in the folder. */
export class ManifestUnreadable extends Data.TaggedError("ManifestUnreadable")<{ readonly file: string }> {
  override get message(): string {
    return `${this.file} cannot be read`
  }
}

/** The manifest breaks a rule. Carries no part of it. */
export class ManifestRefused extends Data.TaggedError("ManifestRefused")<{
  readonly file: string
  /** Where, as in `commands[0].timeout_ms`; empty for the manifest itself. */
  readonly key: string
  /** What should be there. */
  readonly rule: string
}> {
  override get message(): string {
    return `${this.file}: ${this.key === "" ? "" : `${this.key}: `}expected ${this.rule}`
  }
}

/** Reads one plugin; `data` is the folder under which its own data folder goes. */
export const load = Effect.fn("PluginFolder.load")(function* (folder: string, data: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const file = path.join(folder, "manifest.json")
  const text = yield* Effect.mapError(files.readFileString(file), () => new ManifestUnreadable({ file }))
  const value = yield* Effect.mapError(
    parse(text),
    () => new ManifestRefused({ file, key: "", rule: "one JSON object" })
  )
  const manifest = yield* Effect.mapError(Schema.decodeUnknownEffect(Manifest)(value), ({ issue }) => {
    const { path: key, rule } = Rejection.fromIssue(issue)
    return new ManifestRefused({ file, key, rule })
  })
  return {
    id: manifest.id,
    version: manifest.version,
    root: path.resolve(folder),
    exec: manifest.exec,
    dataDir: path.resolve(data, manifest.id),
    settings: {},
    sources: manifest.sources.map(({ name }) => name),
    evaluates: manifest.query !== undefined,
    priority: manifest.priority,
    commands: manifest.commands
  } satisfies PluginSpec
})

const parse = Schema.decodeUnknownEffect(Schema.fromJsonString(JsonObject))
