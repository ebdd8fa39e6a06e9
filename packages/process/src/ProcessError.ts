/** Why a child never began, one tag per decision a caller can make. Fields are facts, never a child's content. */
import { Schema } from "effect"

/** There is no such program; trying again would change nothing. */
export class ExecutableNotFound extends Schema.TaggedError<ExecutableNotFound>()("ExecutableNotFound", {
  executable: Schema.String
}) {
  readonly restartable = false
}

/** The program exists, the interpreter or loader that it names does not; only its files can change that. */
export class InterpreterNotFound extends Schema.TaggedError<InterpreterNotFound>()("InterpreterNotFound", {
  executable: Schema.String
}) {
  readonly restartable = false
}

/**
 * The program exists and may not be executed, its path leads out of the place it is bound to, or its file is neither a
 * program nor a script that names its interpreter, so that only a shell could run it.
 */
export class ExecutableNotPermitted extends Schema.TaggedError<ExecutableNotPermitted>()("ExecutableNotPermitted", {
  executable: Schema.String
}) {
  readonly restartable = false
}

/** The working directory is missing, not a directory or closed to this user. */
export class WorkingDirectoryMissing extends Schema.TaggedError<WorkingDirectoryMissing>()("WorkingDirectoryMissing", {
  directory: Schema.String
}) {
  readonly restartable = false
}

/** Arguments and environment together are more than the system accepts. */
export class ArgumentsTooBig extends Schema.TaggedError<ArgumentsTooBig>()("ArgumentsTooBig", {
  executable: Schema.String
}) {
  readonly restartable = false
}

/** The system is out of descriptors, processes or memory just now; `limit` is its error code, such as EMFILE. */
export class SystemLimitReached extends Schema.TaggedError<SystemLimitReached>()("SystemLimitReached", {
  executable: Schema.String,
  limit: Schema.Literals(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"])
}) {
  readonly restartable = true
}

/** The program's file was still open for writing after every retry. */
export class ExecutableBusy extends Schema.TaggedError<ExecutableBusy>()("ExecutableBusy", {
  executable: Schema.String
}) {
  readonly restartable = true
}

/** The system refused for another reason, such as an argument that holds NUL; `code` is its error code. */
export class SpawnFailed extends Schema.TaggedError<SpawnFailed>()("SpawnFailed", {
  executable: Schema.String,
  code: Schema.String
}) {
  readonly restartable = false
}

/** A command was not done within its deadline, `millis` long. */
export class CommandOverdue extends Schema.TaggedError<CommandOverdue>()("CommandOverdue", {
  executable: Schema.String,
  millis: Schema.Finite
}) {
  readonly restartable = true
}

/** A command wrote more than the `limit` bytes that one of its outputs may have. */
export class OutputOverflow extends Schema.TaggedError<OutputOverflow>()("OutputOverflow", {
  executable: Schema.String,
  output: Schema.Literals(["stdout", "stderr"]),
  limit: Schema.Finite
}) {
  readonly restartable = false
}

/** Why an attempt never began. */
export type StartFailure =
  | ExecutableNotFound
  | InterpreterNotFound
  | ExecutableNotPermitted
  | WorkingDirectoryMissing
  | ArgumentsTooBig
  | SystemLimitReached
  | ExecutableBusy
  | SpawnFailed
