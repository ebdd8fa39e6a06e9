/**
 * Why a call of a module failed, in the words that scripts, traces and people share. The message is safe: secrets are
 * replaced and nothing in it is longer than a line of text a person reads.
 */
import { Data } from "effect"
import type { ValueRecord } from "../values/Value.ts"

/** Where in its life a call failed. */
export const phases = [
  "resolve",
  "authorize",
  "start",
  "initialize",
  "invoke",
  "decode",
  "validate",
  "cancel",
  "shutdown",
  "exit"
] as const
export type Phase = (typeof phases)[number]

/** How the program ended, when that is why the call failed. */
export type Ended =
  | { readonly _tag: "Exited"; readonly code: number }
  | { readonly _tag: "Signalled"; readonly signal: string }

/** The line of the program that made the call; `undefined` when a host made it that is no program. */
export interface SourceFrame {
  readonly file: string
  readonly line: number
}

/** A failed call. */
export class CallFailure extends Data.TaggedError("CallFailure")<{
  readonly module: string
  readonly version: string
  readonly action: string
  readonly phase: Phase
  /** Stable: a failure that the definition declares, what the plugin said, `timeout`, `canceled`, `limit` or `runtime`. */
  readonly kind: string
  readonly message: string
  readonly retryable: boolean
  /** True when the definition declares `kind` for this action, so that `fields` follow its record. */
  readonly declared: boolean
  /** The payload of a declared failure; empty otherwise. */
  readonly fields: ValueRecord
  /** The number of a plugin's error reply. */
  readonly code: number | undefined
  readonly ended: Ended | undefined
  readonly frame: SourceFrame | undefined
}> {}
