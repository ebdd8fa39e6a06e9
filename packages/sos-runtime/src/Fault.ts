/**
 * What went wrong inside a call, before anybody says whose call it was: `Invocation` turns a fault into the `CallFailure` of
 * a module, an action and a line. Its message stands alone and is safe to show.
 */
import type { CallFailure, ValueRecord } from "@lanyard/sos-module"
import { Data } from "effect"

/** A fault; what is left out is as in a failure that says no more than its message. */
export class Fault extends Data.TaggedError("Fault")<{
  readonly phase: CallFailure.Phase
  readonly message: string
  /** `runtime` if not given. */
  readonly kind?: string
  readonly retryable?: boolean
  readonly declared?: boolean
  readonly fields?: ValueRecord
  readonly code?: number | undefined
  readonly ended?: CallFailure.Ended | undefined
}> {}
