/** Turns a commit of a repository into a folder on this host. */
import { Context, Data, Effect, Layer } from "effect"
import { print, type ThirdParty } from "./ThirdParty.ts"

/** A commit of a repository. */
export type Repository = Extract<ThirdParty, { readonly _tag: "Repository" }>

/** There is no folder that holds the commit. */
export class NotMaterialised extends Data.TaggedError("NotMaterialised")<{
  /** The entry, as a configuration has it. */
  readonly entry: string
}> {
  override get message(): string {
    return `${this.entry} is not materialised on this host`
  }
}

/** Finds or makes the folders of third-party plugins that come from repositories. */
export class Materializer extends Context.Service<
  Materializer,
  {
    /** The absolute path of a folder that holds exactly this commit. */
    readonly folder: (repository: Repository) => Effect.Effect<string, NotMaterialised>
  }
>()("@lanyard/flash-host/Materializer") {
  /** Makes nothing, and says so of every repository. */
  static readonly layerNone: Layer.Layer<Materializer> = Layer.succeed(Materializer, {
    folder: (repository) => Effect.fail(new NotMaterialised({ entry: print(repository) }))
  })
}
