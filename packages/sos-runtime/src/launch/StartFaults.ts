/** Why a module's program did not start, as its caller reads it. */
import type { ProcessError } from "@lanyard/process"
import { Fault } from "../Fault.ts"

/** Words a failure of the start; `subject` is what the message is about, `module local/git` for example. */
export const from = (subject: string, program: string, failure: ProcessError.StartFailure): Fault =>
  new Fault({ phase: "start", message: `${subject} cannot start ${program}: ${reasonOf(failure)}` })

const reasonOf = (failure: ProcessError.StartFailure): string => {
  switch (failure._tag) {
    case "ExecutableNotFound":
      return "it was not found"
    case "InterpreterNotFound":
      return "the interpreter that it names was not found"
    case "ExecutableNotPermitted":
      return "it is no program that this user may start"
    case "WorkingDirectoryMissing":
      return "the folder where it should run does not exist"
    case "ArgumentsTooBig":
      return "its arguments are larger than the system takes"
    case "SystemLimitReached":
      return `the system has no more to give (${failure.limit})`
    case "ExecutableBusy":
      return "its file is being written"
    case "SpawnFailed":
      return `the system refused (${failure.code})`
  }
}
