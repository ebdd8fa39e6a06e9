/**
 * What happened between a run and its modules, without a word of what they said: no arguments, results, messages or secrets.
 * Nothing but what this record holds is kept anywhere.
 */
import type { CallFailure } from "@lanyard/sos-module"
import { Context, Effect, Layer } from "effect"
import type { Method } from "./PluginProtocol.ts"

/** How a step went. */
export type Outcome =
  /** A process was started, and answers. */
  | "started"
  /** A message was handed to the pipe. */
  | "sent"
  /** A reply that holds a result, or an error. */
  | "result"
  | "error"
  /** A module gave up a cancelled call and stays in use. */
  | "acknowledged"
  /** A module broke the protocol, or what it promised; its process ends. */
  | "violation"
  /** A call has its result, has failed, or was given up. */
  | "completed"
  | "failed"
  | "canceled"
  /** A process is gone: by itself or on being asked, or by a signal of the host. */
  | "left"
  | "killed"

/** One step. */
export interface TraceEvent {
  readonly module: string
  readonly phase: CallFailure.Phase
  readonly outcome: Outcome
  /** Which process of the module it concerns, counted from 1 in each run. */
  readonly process?: number | undefined
  /** The process that this one takes the place of. */
  readonly restartOf?: number | undefined
  /** Whose message it is; left out for what is no message. */
  readonly direction?: "to module" | "from module" | undefined
  readonly method?: Method | undefined
  readonly id?: number | undefined
  readonly action?: string | undefined
  /** Length of the message with its newline. */
  readonly bytes?: number | undefined
  /** How long the step took. */
  readonly millis?: number | undefined
  /** The rule that a module broke, by the name that this project gives it. */
  readonly rule?: string | undefined
}

/** Takes events in the order in which they happened. */
export interface Listener {
  /** Must not throw. */
  readonly record: (event: TraceEvent) => void
}

/** Who listens to a run. Without a listener, which is the default, no event is made. */
export const Trace = Context.Reference<Listener | undefined>("@lanyard/sos-runtime/Trace", {
  defaultValue: () => undefined
})

/** Prints events as JSON, one a line without its newline; `seq` counts from 1 and shows what a reader missed. */
export const layerLines = (write: (line: string) => void): Layer.Layer<never> =>
  Layer.effect(
    Trace,
    Effect.sync(() => {
      let seq = 0
      return { record: (event: TraceEvent) => write(JSON.stringify({ seq: ++seq, ...printed(event) })) }
    })
  )

// Member by member, so that whatever else an object holds stays out.
const printed = (event: TraceEvent): TraceEvent => ({
  module: event.module,
  process: event.process,
  phase: event.phase,
  direction: event.direction,
  method: event.method,
  id: event.id,
  action: event.action,
  bytes: event.bytes,
  millis: event.millis === undefined ? undefined : Math.round(event.millis * 1000) / 1000,
  outcome: event.outcome,
  rule: event.rule,
  restartOf: event.restartOf
})
