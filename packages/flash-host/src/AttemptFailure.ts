/** Why one life of a plugin ended unplanned, one tag per decision. All but `HandshakeRejected` are tried again (F1). */
import type { Child, Environment, ProcessError } from "@lanyard/process"
import type { PeerFailure } from "@lanyard/wire"
import { Data } from "effect"

/** The plugin did not accept the handshake; another attempt would go the same way, so it parks at once. */
export class HandshakeRejected extends Data.TaggedError("HandshakeRejected")<{
  readonly reason: "wrong version" | "refused" | "malformed"
  /** The plugin's own version, when it sent an integer. */
  readonly version?: number
}> {}

/** No usable reply to initialize came within the startup deadline. */
export class HandshakeUnanswered extends Data.TaggedError("HandshakeUnanswered")<{
  /** Milliseconds waited for at most. */
  readonly deadline: number
}> {}

/** The process ended by itself, whatever its status. */
export class PluginExited extends Data.TaggedError("PluginExited")<{
  readonly exit: Child.ChildExit
  /** Whether the handshake had succeeded. */
  readonly ready: boolean
}> {}

/** The process closed a pipe for good and still runs. */
export class ConnectionLost extends Data.TaggedError("ConnectionLost")<{
  readonly reason: PeerFailure.CloseReason["_tag"]
}> {}

/** The plugin stopped reading and its queue filled up. */
export class TransportOverflowed extends Data.TaggedError("TransportOverflowed")<{
  readonly frames: number
  readonly bytes: number
}> {}

/** The program, its folder or its environment cannot be started. */
export type LaunchFailure = ProcessError.StartFailure | Environment.VariableRefused

/** Why an attempt ended. */
export type AttemptFailure =
  | HandshakeRejected
  | HandshakeUnanswered
  | PluginExited
  | ConnectionLost
  | TransportOverflowed
  | LaunchFailure
