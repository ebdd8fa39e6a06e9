/** Files that commands write. */
import { Context, Data, type Effect, type Scope } from "effect"

/** A file could not be written; `message` says why, without its name. */
export class NotWritten extends Data.TaggedError("NotWritten")<{ readonly message: string }> {}

/** Takes lines. */
export interface LineWriter {
  /** Hands a line to the system before it returns. Never throws: after a failure nothing more is written. */
  readonly write: (line: string) => void
  /** The first failure of a write. */
  readonly failure: () => NotWritten | undefined
}

/** Writes files by their absolute path. */
export class Writing extends Context.Service<
  Writing,
  {
    /** Replaces the content of a file that is there: all of it or nothing. */
    readonly replace: (file: string, text: string) => Effect.Effect<void, NotWritten>
    /** Empties or makes a file for lines; the scope closes it. */
    readonly lines: (file: string) => Effect.Effect<LineWriter, NotWritten, Scope.Scope>
  }
>()("@lanyard/sos-cli/Writing") {}
