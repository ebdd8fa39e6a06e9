/** What the host tells of processes, and the one signal it sends. */
import { Result, Schema } from "effect"
import { hostCallBounds, hostCallErrors } from "../Constants.ts"
import { FiniteNumber, isPid, Pid } from "../Scalar.ts"
import * as HostCall from "./HostCall.ts"
import { Count, clamp, isAbsent, membersOf, optional } from "./Member.ts"

/** Which processes to list, and for how long to measure them. */
export interface Query {
  /** Milliseconds; 150 where it is left out, moved into 10 to 2000. */
  readonly sample_window_ms?: number
  /** One process, to be listed with all below it as a single row; every process where it is left out. */
  readonly pid?: number
}

/** A query with the window that holds. */
export type Sample = Query & Required<Pick<Query, "sample_window_ms">>

/** One row. The members from `memory_bytes` on are those of a query for one process, over its whole tree. */
export const Row = Schema.Struct({
  pid: Pid,
  comm: Schema.String,
  cpu_percent: FiniteNumber,
  mem_percent: FiniteNumber,
  memory_bytes: optional(Count),
  disk_read_bytes: optional(Count),
  disk_write_bytes: optional(Count),
  uptime_seconds: optional(FiniteNumber),
  process_count: optional(Count),
  thread_count: optional(Count),
  socket_count: optional(Count)
})
export interface Row extends Schema.Schema.Type<typeof Row> {}

/** The processes; none where the one that was asked for is not there. */
export interface Listed {
  readonly processes: ReadonlyArray<Row>
}

/** Lists processes. */
export const processTable: HostCall.HostCall<"host.process_table", Query, Sample, Listed> = HostCall.make(
  "host.process_table",
  {
    encodeParams: HostCall.write("sample_window_ms", "pid"),
    decodeParams: (params) => {
      const { sample_window_ms, pid } = membersOf(params)
      const window = { sample_window_ms: clamp(sample_window_ms, hostCallBounds.process_sample_window_ms) }
      if (isAbsent(pid)) return Result.succeed(window)
      return isPid(pid) ? Result.succeed({ ...window, pid }) : Result.fail(hostCallErrors.process_table_pid)
    },
    ...HostCall.reply(Schema.Struct({ processes: Schema.Array(Row) }))
  }
)

/** Names the process to end. */
export interface Signalled {
  /** At least 2: the system's first process is out of reach. */
  readonly pid: number
}

/** Sends SIGTERM to a process. */
export const signal: HostCall.HostCall<"host.signal", Signalled, Signalled, void> = HostCall.make("host.signal", {
  encodeParams: HostCall.write("pid"),
  decodeParams: (params) => {
    const { pid } = membersOf(params)
    return isPid(pid) && pid >= hostCallBounds.signal_pid_least
      ? Result.succeed({ pid })
      : Result.fail(hostCallErrors.signal_pid)
  },
  ...HostCall.nothing
})
