/** Where a statement stands: what the checks of statements and expressions need to know around it. */
import type { Statement } from "../Syntax.ts"
import type { File, Files } from "./Files.ts"
import type { Known } from "./Known.ts"
import type { Scope } from "./Scope.ts"

/** What a `finish` ends. */
export type Ending =
  | { readonly of: "program" }
  | { readonly of: "action"; readonly name: string; readonly returning: Known | undefined }
  | { readonly of: "item" }

/** The statement that a handler stands under. */
export interface Recovery {
  /** The name that a value is put into; `undefined` when the statement has no result. */
  readonly sink: string | undefined
  /** What the value stands in for. */
  readonly result: Known
}

/** Around a statement. */
export interface Context {
  readonly files: Files
  readonly file: File
  readonly scope: Scope
  readonly ending: Ending
  /** `undefined` outside of handlers. */
  readonly recovery: Recovery | undefined
  readonly isTopLevel: boolean
  /** Checks a body inside of the statement; returns whether a run may come to its end. */
  readonly block: (body: ReadonlyArray<Statement>, context: Context) => boolean
}
