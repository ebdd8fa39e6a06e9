/** The user's configuration: a TOML file, of which plugins are one part and the status surfaces another. */
import { Configuration, ConfigurationProblem } from "@lanyard/flash-host"
import { Data, Effect, FileSystem, Path } from "effect"
import { Toml } from "effect/encoding"
import { Places } from "../Places.ts"
import * as Templates from "./Templates.ts"

/** The file cannot be read. */
export class ConfigurationUnreadable extends Data.TaggedError("ConfigurationUnreadable")<{ readonly file: string }> {
  override get message(): string {
    return `${this.file} cannot be read`
  }
}

/** The file is no TOML; `reason` says where. */
export class ConfigurationMalformed extends Data.TaggedError("ConfigurationMalformed")<{
  readonly file: string
  readonly reason: string
}> {
  override get message(): string {
    return `${this.file}: ${this.reason}`
  }
}

/** The file breaks rules, and all of them are told; no part of it is taken. */
export class ConfigurationRefused extends Data.TaggedError("ConfigurationRefused")<{
  readonly file: string
  readonly problems: ReadonlyArray<ConfigurationProblem.Problem>
}> {
  override get message(): string {
    return this.problems.map((problem) => `${this.file}: ${ConfigurationProblem.print(problem)}`).join("\n")
  }
}

/** Why there is no configuration. */
export type ConfigurationFailure = ConfigurationUnreadable | ConfigurationMalformed | ConfigurationRefused

/** What the file says. */
export interface Configured {
  readonly plugins: Configuration.Configuration
  /** Templates of the status surfaces; absent when the file says nothing of any. */
  readonly templates: Templates.Templates | undefined
}

/** Reads the file. */
export const read = Effect.fn("ConfigurationFile.read")(function* (
  file: string
): Effect.fn.Return<Configured, ConfigurationFailure, FileSystem.FileSystem | Path.Path | Places> {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const { home } = yield* Places
  const text = yield* Effect.mapError(files.readFileString(file), () => new ConfigurationUnreadable({ file }))
  const table = yield* Effect.mapError(
    Effect.fromResult(Toml.parse(text)),
    ({ message }) => new ConfigurationMalformed({ file, reason: message })
  )
  const folder = path.dirname(path.resolve(file))
  const plugins = yield* Effect.mapError(
    Configuration.decode(table, { folder, home }),
    ({ problems }) => new ConfigurationRefused({ file, problems })
  )
  return { plugins, templates: Templates.of(table) }
})
