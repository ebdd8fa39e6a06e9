/** What a host says of one plugin when it is asked how things are. */
import type { Activation } from "@lanyard/flash-protocol"
import type { Lifecycle } from "@lanyard/process"
import type { Option } from "effect"
import type { Failure } from "./Failure.ts"
import type { Queued } from "./Session.ts"
import type { Confinement } from "./sandbox/SandboxMode.ts"

/** How a plugin stands. */
export interface Standing {
  readonly plugin: string
  readonly state: Lifecycle.Lifecycle
  /** Whether it is kept running now; a status-bound plugin is one or the other. */
  readonly activation: Activation.Effective
  /** Present while the plugin can be called; one that is running without it has exited, and its last output is still being read. */
  readonly pid: Option.Option<number>
  /** What waits for the plugin to read it. */
  readonly queued: Queued
  /** The sandbox that it asks for, and the one it has. */
  readonly sandbox: Confinement
  /** Failures that count against the budget now. */
  readonly failures: number
  /** The last failure since a handshake succeeded. */
  readonly lastFailure: Option.Option<Failure>
}
