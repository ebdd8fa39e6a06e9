/** Writes a new plugin into a folder of its own; nothing that is there already is touched. */
import { Manifest } from "@lanyard/flash-protocol"
import { Data, Effect, FileSystem, Path, type PlatformError, Result } from "effect"
import { type Language, rename, type Template, templates } from "./Template.ts"

/** The name cannot be had in this language, for its manifest would break a rule. */
export class NameRefused extends Data.TaggedError("NameRefused")<{
  readonly name: string
  readonly problems: ReadonlyArray<Manifest.Problem>
}> {
  override get message(): string {
    return this.problems.map((problem) => `${this.name}: ${Manifest.print(problem)}`).join("\n")
  }
}

/** There is something in the way. */
export class FolderTaken extends Data.TaggedError("FolderTaken")<{ readonly folder: string }> {
  override get message(): string {
    return `${this.folder} is there already, and is no empty folder`
  }
}

/** A file could not be read or written; `reason` is what the system said. */
export class NotWritten extends Data.TaggedError("NotWritten")<{
  readonly file: string
  readonly reason: string
}> {
  override get message(): string {
    return `${this.file} could not be written (${this.reason})`
  }
}

/** Why there is no new plugin. */
export type GeneratingFailure = NameRefused | FolderTaken | NotWritten

/** Makes `folder` a plugin called `name`; returns the template it was made of. */
export const generate = Effect.fn("Generating.generate")(function* (
  language: Language,
  name: string,
  folder: string
): Effect.fn.Return<Template, GeneratingFailure, FileSystem.FileSystem | Path.Path> {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const template = templates[language]
  const written = yield* contents(template, name)
  if (!(yield* isFree(folder))) return yield* new FolderTaken({ folder })
  for (const [file, text] of written) {
    const target = path.join(folder, file)
    yield* files.makeDirectory(path.dirname(target), { recursive: true }).pipe(
      Effect.andThen(files.writeFileString(target, text)),
      Effect.mapError((error) => failed(target, error))
    )
  }
  if (template.hasSdk) yield* linkSdk(folder)
  return template
})

/** The files of a new plugin. */
const contents = Effect.fnUntraced(function* ({ files: names, fixture }: Template, name: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = yield* own(`../../../../fixtures/plugins/${fixture}`)
  const texts = yield* Effect.forEach(names, (file) => {
    const source = path.join(folder, file)
    const text = Effect.mapError(files.readFileString(source), (error) => failed(source, error))
    return Effect.map(text, (text) => [file, text] as const)
  })
  const read = (text: string) => Manifest.parse(new TextEncoder().encode(text))
  const manifest = texts[0]?.[1] ?? ""
  const known = yield* Effect.orDie(Effect.fromResult(read(manifest)))
  const renamed = texts.map(([file, text]) => [file, rename(text, known, name)] as const)
  return yield* Result.match(read(renamed[0]?.[1] ?? ""), {
    onSuccess: () => Effect.succeed(renamed),
    onFailure: ({ problems }) => Effect.fail(new NameRefused({ name, problems }))
  })
})

/** Whether nothing is there, or an empty folder. */
const isFree = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  if (!(yield* Effect.orElseSucceed(files.exists(folder), () => false))) return true
  return yield* Effect.match(files.readDirectory(folder), {
    onSuccess: (entries) => entries.length === 0,
    onFailure: () => false
  })
})

/** Lets the plugin find the SDK that this program comes with, wherever its folder is. */
const linkSdk = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const link = path.join(folder, "node_modules", "@lanyard", "flash-plugin")
  const sdk = yield* own("../../../flash-plugin")
  yield* files.makeDirectory(path.dirname(link), { recursive: true }).pipe(
    Effect.andThen(files.symlink(sdk, link)),
    Effect.mapError((error) => failed(link, error))
  )
})

/** A folder that this program comes with. */
const own = Effect.fnUntraced(function* (relative: string) {
  return yield* Effect.orDie((yield* Path.Path).fromFileUrl(new URL(relative, import.meta.url)))
})

const failed = (file: string, { reason }: PlatformError.PlatformError) => new NotWritten({ file, reason: reason._tag })
