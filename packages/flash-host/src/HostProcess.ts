/** The process that hosts the plugins: where their environment begins, and whose end is their end. */
import { Context } from "effect"

/** Tells about this process. */
export class HostProcess extends Context.Service<
  HostProcess,
  {
    readonly pid: number
    /** A snapshot of the host's variables. */
    readonly environment: Readonly<Record<string, string | undefined>>
  }
>()("@lanyard/flash-host/HostProcess") {}
