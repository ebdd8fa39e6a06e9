/** The processes of the machine: what they cost, measured over a window of the caller's, and the one signal that ends them. */
import { Refusal } from "@lanyard/flash-protocol"
import { Clock, Context, Data, Effect, Layer, Semaphore } from "effect"
import * as Alarm from "../clocks/Alarm.ts"
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
  /** Asks the system, for one reading at a time however many ask. The host itself is out of reach of its plugins. */
  static readonly layer: Layer.Layer<Processes, never, ProcessSource> = Layer.effect(
    Processes,
    Effect.gen(function* () {
      const source = yield* ProcessSource
      const reading = readingOf(source, yield* Clock.Clock, yield* Semaphore.make(1))
      return Processes.of({ table: table(source, reading), signal: signal(source) })
    })
  )
}

type Source = ProcessSource["Service"]

/** A reading, and when it began in monotonic milliseconds. */
interface Timed {
  readonly at: number
  readonly readings: ReadonlyArray<ProcessRows.Reading>
}

const readingOf = (
  source: Source,
  clock: Clock.Clock,
  turn: Semaphore.Semaphore
): Effect.Effect<Timed, ProcessesHidden> =>
  turn.withPermit(
    Effect.suspend(() => {
      const at = Alarm.now(clock)
      return Effect.map(source.all, (readings) => ({ at, readings }))
    })
  )

const table = (source: Source, reading: Effect.Effect<Timed, ProcessesHidden>): Handler<"host.process_table"> =>
  Effect.fn("Processes.table")(
    function* ({ pid, sample_window_ms }) {
      const before = yield* reading
      yield* Effect.sleep(sample_window_ms)
      const after = yield* reading
      const sample: ProcessRows.Sample = {
        before: before.readings,
        after: after.readings,
        elapsed: after.at - before.at,
        machine: source.memory
      }
      if (pid === undefined) return { processes: ProcessRows.each(sample) }
      const members = ProcessRows.tree(after.readings, pid)
      const details = yield* Effect.forEach(members, (member) => source.detail(member.pid), { concurrency: 8 })
      return { processes: ProcessRows.total(sample, members, details) }
    },
    Effect.mapError(() => Refusal.unavailable("host.process_table"))
  )

const signal =
  (source: Source): Handler<"host.signal"> =>
  ({ pid }) =>
    Effect.suspend(() =>
      source.isHost(pid)
        ? Effect.fail(Refusal.signalFailed("it is the host"))
        : Effect.mapError(source.terminate(pid), ({ reason }) => Refusal.signalFailed(reason))
    )
