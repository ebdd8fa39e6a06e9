/** The files that projects and modules are made of: read, never written, and nothing in them is run. */
import { Context, Data, Effect, Layer } from "effect"

/**
 * A file could not be read. `Missing` also stands for a folder on the way that is not there, `Hidden` for one that cannot be
 * looked into; `Dangling` is a link that is there and leads to no file.
 */
export class FileUnreadable extends Data.TaggedError("FileUnreadable")<{
  readonly file: string
  readonly reason: "Missing" | "Hidden" | "Dangling" | "NotAFile" | "Refused"
}> {
  override get message(): string {
    return explanations[this.reason]
  }
}

const explanations = {
  Missing: "there is no such file",
  Hidden: "a folder on the way cannot be looked into",
  Dangling: "this is a link that leads nowhere",
  NotAFile: "this is no regular file",
  Refused: "the system does not let it be read"
} as const

/** Reads files by their absolute path, with `/` on every system. */
export class ModuleFiles extends Context.Service<
  ModuleFiles,
  {
    /** The content of a regular file, and of a larger one the first `maxBytes` and one more. Waits for nobody. */
    readonly read: (file: string, maxBytes: number) => Effect.Effect<Uint8Array, FileUnreadable>
    /** The path with links resolved; as it is when the system does not say. */
    readonly real: (path: string) => Effect.Effect<string>
  }
>()("@lanyard/sos-module/ModuleFiles") {
  /** Serves texts by their path; `links` lead from paths to others. */
  static readonly layerMemory = (
    files: Readonly<Record<string, string>>,
    links: Readonly<Record<string, string>> = {}
  ): Layer.Layer<ModuleFiles> =>
    Layer.sync(ModuleFiles, () => {
      const contents = new Map(Object.entries(files))
      const targets = new Map(Object.entries(links))
      const resolved = (path: string): string => {
        for (const [link, target] of targets) {
          if (path === link || path.startsWith(`${link}/`)) return target + path.slice(link.length)
        }
        return path
      }
      return {
        read: (file, maxBytes) =>
          Effect.suspend(() => {
            const text = contents.get(resolved(file))
            return text === undefined
              ? Effect.fail(new FileUnreadable({ file, reason: "Missing" }))
              : Effect.succeed(new TextEncoder().encode(text).subarray(0, maxBytes + 1))
          }),
        real: (path) => Effect.sync(() => resolved(path))
      }
    })
}
