/** Looks at folders and the real paths of files; what it sees decides where programs may run. */
import { Context, type Effect, type Option } from "effect"

/** What stands at a path once every link was followed. */
export interface Found {
  /** Absolute, without a link in it. */
  readonly path: string
  readonly isFolder: boolean
}

/** The file system, as far as launching needs it. The node layer asks the real one. */
export class Folders extends Context.Service<
  Folders,
  {
    /** Follows every link of an absolute path; none for what does not exist, a dangling link or a loop. */
    readonly look: (path: string) => Effect.Effect<Option.Option<Found>>
  }
>()("@lanyard/sos-runtime/Folders") {}
