/** The processes of the machine: what they cost, measured over a window of the caller's, and the one signal that ends them. */
import { Refusal } from "@lanyard/flash-protocol"
import { Clock, Context, Data, Effect, Layer } from "effect"
import type { Handler } from "./Family.ts"
import * as ProcessRows from "./ProcessRows.ts"

/** The system does not show its processes to this host. */
export class ProcessesHidden extends Data.TaggedError("ProcessesHidden") {}

/** The system did not send a signal. */
export class SignalRefused extends Data.TaggedError("SignalRefused")<{
  /** What the system says about it, such as `no such process`. */
  readonly reason: string
}> {}

/** The process table of the system. */
export class ProcessSource extends Context.Service<
  ProcessSource,
  {
    /** Bytes of memory the machine has. */
    readonly memory: number
    /** Every process that has not ended. */
    readonly all: Effect.Effect<ReadonlyArray<ProcessRows.Reading>, ProcessesHidden>
    /** What costs more to know of one process; empty for one that is gone. */
    readonly detail: (pid: number) => Effect.Effect<ProcessRows.Detail>
    /** Whether a signal to this number would reach the host: its own, or that of one of its threads. */
    readonly isHost: (pid: number) => boolean
    /** Sends SIGTERM. */
    readonly terminate: (pid: number) => Effect.Effect<void, SignalRefused>
  }
>()("@lanyard/flash-host/ProcessSource") {}

/** Tells about processes and ends them. */
export class Processes extends Context.Service<
  Processes,
  {
    readonly table: Handler<"host.process_table">
    readonly signal: Handler<"host.signal">
  }
>()("@lanyard/flash-host/Processes") {
  /** Asks the system. The host itself is out of reach of its plugins. */
  static readonly layer: Layer.Layer<Processes, never, ProcessSource> = Layer.effect(
    Processes,
    Effect.map(ProcessSource, (source) => Processes.of({ table: table(source), signal: signal(source) }))
  )
}

type Source = typeof ProcessSource.Service

const table = (source: Source): Handler<"host.process_table"> =>
  Effect.fn("Processes.table")(
    function* ({ pid, sample_window_ms }) {
      const sample = yield* over(source, sample_window_ms)
      if (pid === undefined) return { processes: ProcessRows.each(sample) }
      const members = ProcessRows.tree(sample.after, pid)
      const details = yield* Effect.forEach(members, ({ pid }) => source.detail(pid), { concurrency: 8 })
      return { processes: ProcessRows.total(sample, members, details) }
    },
    Effect.mapError(() => Refusal.unavailable("host.process_table"))
  )

const over = Effect.fnUntraced(function* (source: Source, window: number) {
  const clock = yield* Clock.Clock
  const began = clock.monotonicTimeNanosUnsafe()
  const before = yield* source.all
  yield* Effect.sleep(window)
  const elapsed = Number(clock.monotonicTimeNanosUnsafe() - began) / 1e6
  return { before, after: yield* source.all, elapsed, machine: source.memory }
})

const signal =
  (source: Source): Handler<"host.signal"> =>
  ({ pid }) =>
    Effect.suspend(() =>
      source.isHost(pid)
        ? Effect.fail(Refusal.signalFailed("it is the host"))
        : Effect.mapError(source.terminate(pid), ({ reason }) => Refusal.signalFailed(reason))
    )
