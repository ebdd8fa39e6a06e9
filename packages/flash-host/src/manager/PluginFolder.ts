/** A plugin folder as something a host can run. */
import { Constants, Manifest } from "@lanyard/flash-protocol"
import { ByteSize, Data, Effect, FileSystem, Path } from "effect"
import type { Origin, PluginSpec, SandboxChoice } from "../PluginSpec.ts"
import type { Settings } from "./Settings.ts"

/** There is no `manifest.json` to read in the folder. */
export class ManifestUnreadable extends Data.TaggedError("ManifestUnreadable")<{
  readonly file: string
  readonly reason: "missing" | "too large" | "unreadable"
}> {
  override get message(): string {
    return `${this.file} ${unreadable[this.reason]}`
  }
}

/** The manifest breaks rules of the contract; all of them are told. */
export class ManifestRefused extends Data.TaggedError("ManifestRefused")<{
  readonly file: string
  readonly problems: ReadonlyArray<Manifest.Problem>
}> {
  override get message(): string {
    return this.problems.map((problem) => `${this.file}: ${Manifest.print(problem)}`).join("\n")
  }
}

/** Why a folder has no definition. */
export type ManifestFailure = ManifestUnreadable | ManifestRefused

/** Reads the manifest of a plugin folder. */
export const read = Effect.fn("PluginFolder.read")(function* (folder: string) {
  const path = yield* Path.Path
  return yield* readManifest(path.join(folder, "manifest.json"))
})

/** Reads a manifest: a regular file, no larger than any message between a plugin and its host. */
export const readManifest = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const failed = (reason: ManifestUnreadable["reason"]) => new ManifestUnreadable({ file, reason })
  const found = yield* Effect.mapError(files.stat(file), ({ reason }) =>
    failed(reason._tag === "NotFound" ? "missing" : "unreadable")
  )
  // Reading a pipe would never end.
  if (found.type !== "File") return yield* failed("unreadable")
  if (ByteSize.isGreaterThan(found.size, mostBytes)) return yield* failed("too large")
  const bytes = yield* Effect.mapError(files.readFile(file), () => failed("unreadable"))
  return yield* Effect.mapError(
    Effect.fromResult(Manifest.parse(bytes)),
    ({ problems }) => new ManifestRefused({ file, problems })
  )
})

/** Reads one official plugin, without settings; its own data folder goes below `dataBase`. */
export const load = Effect.fn("PluginFolder.load")(function* (folder: string, dataBase: string) {
  return yield* toSpec({ manifest: yield* read(folder), folder, origin: "official" }, dataBase)
})

/** A manifest, and where it is from. */
export interface Definition {
  readonly manifest: Manifest.Manifest
  readonly folder: string
  readonly origin: Origin
}

/** What a user's configuration says of one plugin. */
export interface Choices {
  readonly settings?: Settings | undefined
  readonly sandbox?: SandboxChoice | undefined
}

/** What runs the definition that a folder holds. */
export const toSpec = (
  { manifest, folder, origin }: Definition,
  dataBase: string,
  { settings = {}, sandbox }: Choices = {}
): Effect.Effect<PluginSpec, never, Path.Path> =>
  Effect.map(Path.Path, (path) => ({
    manifest,
    root: path.resolve(folder),
    dataDir: path.resolve(dataBase, manifest.id),
    settings,
    origin,
    ...(sandbox === undefined ? {} : { sandbox })
  }))

const mostBytes = ByteSize.bytes(Constants.quotas.frame_bytes)

const unreadable = { missing: "is missing", "too large": "is too large", unreadable: "cannot be read" } as const
