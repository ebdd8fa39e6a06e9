/** Why one life of a plugin ended unplanned, one tag per decision. All but `HandshakeRejected` are tried again (F1). */
import type { Child, Environment, ProcessError } from "@lanyard/process"
import type { Json, PeerFailure } from "@lanyard/wire"
import { Data } from "effect"
import type * as Seatbelt from "./sandbox/Seatbelt.ts"

/** The plugin did not accept the handshake; another attempt would go the same way, so it parks at once. */
export class HandshakeRejected extends Data.TaggedError("HandshakeRejected")<{
  readonly reason: "wrong version" | "refused" | "malformed"
  /** The plugin's own version, when it sent an integer. */
  readonly version?: number
}> {}

/** No reply to initialize came within the startup deadline. */
export class HandshakeUnanswered extends Data.TaggedError("HandshakeUnanswered")<{
  /** Milliseconds waited for. */
  readonly deadline: number
}> {}

/** The frame that answered initialize was none the host can use; it failed the handshake at once (F4). */
export class HandshakeGarbled extends Data.TaggedError("HandshakeGarbled") {}

/** The process ended by itself, whatever its status. */
export class PluginExited extends Data.TaggedError("PluginExited")<{
  readonly exit: Child.ChildExit
  /** Whether the handshake had succeeded. */
  readonly ready: boolean
  /** Where the sandbox says so: why it never ran the program. */
  readonly refused?: Seatbelt.Refusal
}> {}

/** The process closed a pipe for good and still runs. */
export class ConnectionLost extends Data.TaggedError("ConnectionLost")<{
  readonly reason: Exclude<PeerFailure.CloseReason["_tag"], "Overflowed">
}> {}

/** The plugin stopped reading and its outbox filled up, by requests of the host or by replies to its own. */
export class TransportOverflowed extends Data.TaggedError("TransportOverflowed")<{
  /** Frames and bytes that were waiting, where a request met the full queue. */
  readonly frames?: number
  readonly bytes?: number
}> {}

/** A probe was not answered within its deadline, or by something other than yes. One is enough. */
export class PingMissed extends Data.TaggedError("PingMissed")<{
  readonly reason: "no reply" | "bad reply"
}> {}

/** The plugin's settings have no JSON text: a cycle, a function, a number that is not finite. */
export class SettingsNotEncodable extends Data.TaggedError("SettingsNotEncodable")<{
  readonly reason: Json.Unencodable
}> {}

/** The plugin's data folder could not be made; `code` is the system's. */
export class DataFolderRefused extends Data.TaggedError("DataFolderRefused")<{
  readonly folder: string
  readonly code: string
}> {}

/** The plugin's install ended with another status than 0, or took too long; what it wrote is in the log of the install. */
export class InstallFailed extends Data.TaggedError("InstallFailed")<{
  readonly exit: Child.ChildExit
  /** Whether it was ended for taking too long. */
  readonly overdue: boolean
  /** Bytes kept of what it wrote. */
  readonly stdoutBytes: number
  readonly stderrBytes: number
}> {}

/** The program, its folders, its settings or its environment cannot be started. */
export type LaunchFailure =
  | ProcessError.StartFailure
  | Environment.VariableRefused
  | SettingsNotEncodable
  | DataFolderRefused

/** Why an attempt ended. */
export type AttemptFailure =
  | HandshakeRejected
  | HandshakeUnanswered
  | HandshakeGarbled
  | PluginExited
  | ConnectionLost
  | TransportOverflowed
  | PingMissed
  | InstallFailed
  | LaunchFailure
