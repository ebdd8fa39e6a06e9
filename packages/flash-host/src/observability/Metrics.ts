/**
 * What a host counts. Counters grow with what happens; gauges are set by `sample`, which whoever exports metrics calls, so
 * that a quiet host causes no wake-up for them. No label holds anything but plugin ids and words of ours.
 */
import { Effect, Metric } from "effect"
import type { HostEvent, Repetition } from "../HostEvent.ts"
import type { Standing } from "../Standing.ts"

const starts = Metric.counter("flash_plugin_starts", { description: "Processes started", incremental: true })
const failures = Metric.counter("flash_plugin_failures", { description: "Attempts that failed", incremental: true })
const rejected = Metric.counter("flash_plugin_rejected", {
  description: "Payloads and lines of a plugin that were refused",
  incremental: true
})
const calls = Metric.counter("flash_calls", { description: "Questions of the host, by outcome", incremental: true })
const ready = Metric.histogram("flash_plugin_ready_millis", {
  description: "Milliseconds from an attempt's begin to its handshake",
  boundaries: Metric.exponentialBoundaries({ start: 10, factor: 2, count: 10 })
})
const queuedFrames = Metric.gauge("flash_plugin_queued_frames", { description: "Frames a plugin has not read" })
const queuedBytes = Metric.gauge("flash_plugin_queued_bytes", { description: "Bytes a plugin has not read" })
const counted = Metric.gauge("flash_plugin_budget_failures", { description: "Failures inside the budget's window" })

const add = <Input, State>(metric: Metric.Metric<Input, State>, attributes: Record<string, string>, value: Input) =>
  Metric.update(Metric.withAttributes(metric, attributes), value)

/** Counts one thing that happened. */
export const record = (event: HostEvent): Effect.Effect<void> => {
  const { plugin } = event
  switch (event._tag) {
    case "Launched":
      return add(starts, { plugin }, 1)
    case "Ready":
      return add(ready, { plugin }, event.elapsed)
    case "AttemptFailed":
      return add(failures, { plugin, failure: event.failure._tag }, 1)
    case "AttemptDied":
      return add(failures, { plugin, failure: "Defect" }, 1)
    case "Dropped":
      return add(rejected, { plugin, kind: event.method }, 1)
    case "Violated":
      return add(rejected, { plugin, kind: event.violation._tag }, 1)
    case "Repeated":
      return isRejection(event.of) ? add(rejected, { plugin, kind: event.kind }, event.count) : Effect.void
    default:
      return Effect.void
  }
}

const isRejection = (of: Repetition["of"]): boolean => of === "Dropped" || of === "Violated"

/** Counts a question of the host and how it was answered. */
export const called = (method: string, outcome: string): Effect.Effect<void> => add(calls, { method, outcome }, 1)

/** Sets the gauges of every plugin. */
export const sample = (standings: ReadonlyArray<Standing>): Effect.Effect<void> =>
  Effect.forEach(
    standings,
    ({ plugin, queued, failures }) =>
      Effect.all(
        [
          add(queuedFrames, { plugin }, queued.frames),
          add(queuedBytes, { plugin }, queued.bytes),
          add(counted, { plugin }, failures)
        ],
        { discard: true }
      ),
    { discard: true }
  )
