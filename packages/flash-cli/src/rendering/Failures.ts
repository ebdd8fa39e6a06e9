/** Why a plugin does not run, for people. */
import type { AttemptFailure } from "@lanyard/flash-host"
import { Constants } from "@lanyard/flash-protocol"
import type { ConformanceCommand } from "@lanyard/flash-testkit"
import type { Child } from "@lanyard/process"
import type * as Hosting from "../hosting/Hosting.ts"
import { millis } from "./Amounts.ts"

/** How a process ended. */
export const exit = (self: Child.ChildExit): string =>
  self._tag === "Exited" ? `exited with status ${self.code}` : `killed by ${self.signal}`

/** Why an attempt ended, for people. */
export const failure = (self: AttemptFailure.AttemptFailure): string => {
  switch (self._tag) {
    case "ExecutableNotFound":
      return self.executable.includes("/")
        ? `${self.executable} is not there; does it have to be built?`
        : `${self.executable} was not found on the PATH`
    case "InterpreterNotFound":
      return `${self.executable} names an interpreter or loader that is not there`
    case "ExecutableNotPermitted":
      return `${self.executable} is no program, is closed to this user, or leads out of its folder`
    case "WorkingDirectoryMissing":
      return `${self.directory} is no folder that this user can enter`
    case "ArgumentsTooBig":
      return `the arguments and the environment of ${self.executable} are too big together`
    case "SystemLimitReached":
      return `the system is out of descriptors, processes or memory (${self.limit})`
    case "ExecutableBusy":
      return `${self.executable} is still being written`
    case "SpawnFailed":
      return `${self.executable} could not be started (${self.code})`
    case "VariableRefused":
      return `the ${self.part} of an environment variable cannot be passed on`
    case "PluginExited":
      return `${exit(self.exit)}${self.ready ? "" : " before the handshake"}${self.refused === undefined ? "" : `: ${self.refused}`}`
    case "HandshakeUnanswered":
      return `no reply to initialize within ${millis(self.deadline)}`
    case "HandshakeGarbled":
      return "the reply to initialize was not readable"
    case "HandshakeRejected":
      return `the handshake was not accepted: ${self.reason}${versions(self)}`
    case "ConnectionLost":
      return `the connection was lost: ${lost(self.reason)}`
    case "TransportOverflowed":
      return "it stopped reading and its queue filled up"
    case "PingMissed":
      return `it missed a probe: ${self.reason}`
    case "InstallFailed":
      return self.overdue ? "its install took too long" : `its install ${exit(self.exit)}`
    case "SettingsNotEncodable":
      return "its settings cannot be written as JSON"
    case "DataFolderRefused":
      return `the data folder ${self.folder} could not be made (${self.code})`
  }
}

const versions = ({ version }: AttemptFailure.HandshakeRejected): string =>
  version === undefined ? "" : `, ${version} instead of ${Constants.protocolVersion}`

const lost = (reason: AttemptFailure.ConnectionLost["reason"]): string => {
  switch (reason) {
    case "EndOfInput":
      return "the plugin closed its output and still ran"
    case "BrokenPipe":
      return "the plugin closed its input and still ran"
    case "Violated":
      return "the plugin broke the protocol"
    case "Released":
      return "the host let go of it"
  }
}

/** Why there is no host, for people; a line for each reason. */
export const hosting = (self: Hosting.HostingFailure): string =>
  self._tag === "DataFolderRefused" ? failure(self) : self.message

/** Why a plugin could be neither judged nor probed, for people. */
export const unjudged = (self: ConformanceCommand.CommandFailure): string =>
  self._tag === "NothingToJudge" ? self.message : failure(self)
