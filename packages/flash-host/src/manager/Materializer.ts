/** Turns a commit of a repository into a folder on this host. */
import { Context, Data, Effect, Layer } from "effect"
import { print, type ThirdParty } from "./ThirdParty.ts"

/** A commit of a repository. */
export type Repository = Extract<ThirdParty, { readonly _tag: "Repository" }>

/** Why there is no folder, in words that nobody but the host chose. */
export type Obstacle =
  /** This host materialises nothing. */
  | "nothing here does that"
  | "there is no git on the PATH"
  | "git could not be started"
  | "git took too long"
  | "the commit could not be fetched"
  | "the commit could not be checked out"
  /** What stands where the folder belongs, or what was fetched, is at another commit or at none. */
  | "its checkout is at another commit"
  | "its folder could not be made"

/** There is no folder that holds the commit. */
export class NotMaterialised extends Data.TaggedError("NotMaterialised")<{
  /** The entry, as a configuration has it. */
  readonly entry: string
  readonly obstacle: Obstacle
}> {
  override get message(): string {
    return `${this.entry} is not materialised on this host: ${this.obstacle}`
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
    folder: (repository) =>
      Effect.fail(new NotMaterialised({ entry: print(repository), obstacle: "nothing here does that" }))
  })
}
