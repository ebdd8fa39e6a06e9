/** What to start: a program, its arguments, where and with which environment. No shell is ever involved. */
import type { Environment } from "./Environment.ts"

/** A child to start. */
export interface ChildSpec {
  /** An absolute path, as `Executable.resolve` returns it. */
  readonly executable: string
  /** The arguments after the program's own name, passed as they are. */
  readonly args: ReadonlyArray<string>
  /** An existing directory. */
  readonly cwd: string
  /** The whole environment of the child; nothing is inherited beside it (decision B7). */
  readonly environment: Environment
}
