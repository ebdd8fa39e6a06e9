/** Makes failures of what statements meet, each with the lines that led there. */
import type { CallFailure, ValueRecord } from "@lanyard/sos-module"
import { type Failure, LimitExceeded, Outcome, UncaughtFailure } from "../RunFailure.ts"
import type { Span } from "../Syntax.ts"
import type { Fault } from "./Fault.ts"
import { type Frame, places } from "./Frame.ts"
import { Signal } from "./Step.ts"

const nothing: ValueRecord = new Map()

/** The statement cannot do what it says. `action` is what it called, as the program names it. */
export const fault = (frame: Frame, span: Span, { kind, message }: Fault, action?: string): Signal =>
  failed({
    kind,
    message,
    retryable: false,
    declared: false,
    fields: nothing,
    frames: places(frame, span),
    action,
    call: undefined
  })

/** `fail NAME with …`. */
export const typed = (frame: Frame, span: Span, kind: string, message: string, fields: ValueRecord): Signal =>
  failed({
    kind,
    message,
    retryable: false,
    declared: true,
    fields,
    frames: places(frame, span),
    action: undefined,
    call: undefined
  })

/** A module did not do what it was called for. A cancelled call ends the program: it is the host that wants it to end. */
export const call = (frame: Frame, span: Span, action: string, failure: CallFailure.CallFailure): Signal => {
  const { kind, message, retryable, declared, fields } = failure
  const frames = places(frame, span)
  const raised: Failure = { kind, message, retryable, declared, fields, frames, action, call: failure }
  const cancelled = !declared && kind === "canceled"
  return cancelled ? Signal.End({ end: new UncaughtFailure({ failure: raised }) }) : failed(raised)
}

/** A limit of the run is spent. */
export const limit = (frame: Frame, span: Span, which: "steps" | "recursion"): Signal =>
  Signal.End({
    end: new LimitExceeded({ limit: which, allowed: frame.run.limits[which], frames: places(frame, span) })
  })

/** `stop`. */
export const stop = (frame: Frame, span: Span, message: string | undefined): Signal => {
  const [place] = places(frame, span)
  // Every span has a place.
  return Signal.End({ end: Outcome.Stopped({ message, place: place! }) })
}

const failed = (failure: Failure): Signal => Signal.Failed({ failure })
