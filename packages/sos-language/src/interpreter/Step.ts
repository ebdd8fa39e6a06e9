/**
 * How statements go on. A statement that waits for nothing returns at once; only a call, a `show` or a pause makes an effect, and
 * what follows it is chained behind. So a loop without calls costs no fiber operations.
 */
import type { Value } from "@lanyard/sos-module"
import { Data, Effect } from "effect"
import type { Failure, Outcome, RunFailure } from "../RunFailure.ts"
import type { Frame } from "./Frame.ts"

/** What ends a body before its last statement. */
export type Signal = Data.TaggedEnum<{
  /** `finish` and `return`, and the result of an operation on its way to its sink. */
  Finish: { readonly value: Value }
  Failed: { readonly failure: Failure }
  /** `recover`, on its way to the handler that it stands in. */
  Recover: { readonly value: Value | undefined }
  /** `pass failure on`, on the same way. */
  PassOn: Record<never, never>
  /** Ends the whole run; no handler sees it. */
  End: { readonly end: Outcome | RunFailure }
}>
export const Signal = Data.taggedEnum<Signal>()

/** `undefined` when the next statement is to follow. */
export type Completion = Signal | undefined

/** A completion, or the effect that leads to one. */
export type Step = Completion | Effect.Effect<Completion>

/** A statement or a body, ready to run. */
export type Code = (frame: Frame) => Step

/** Goes on from a step, at once when it has come to its end. */
export const after = (step: Step, next: (completion: Completion) => Step): Step =>
  Effect.isEffect(step) ? Effect.flatMap(step, (completion) => toEffect(next(completion))) : next(step)

/** Makes an effect of a step. */
export const toEffect = (step: Step): Effect.Effect<Completion> => (Effect.isEffect(step) ? step : Effect.succeed(step))
