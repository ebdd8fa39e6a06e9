/** The tour's words. Pure: data in, lines out; colour is one switch. */
import type { AttemptFailure, HostEvent } from "@lanyard/flash-host"
import type { Child, Lifecycle, Termination } from "@lanyard/process"
import { Duration, Option } from "effect"
import type { Look } from "./TourSystem.ts"

/** How text is marked on this screen. */
export interface Style {
  readonly title: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly faint: (text: string) => string
}

const same = (text: string) => text
const marked = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`

/** Plain lines, for pipes and files. */
export const plain: Style = { title: same, good: same, bad: same, faint: same }

/** Terminal colours. */
export const coloured: Style = { title: marked(1), good: marked(32), bad: marked(31), faint: marked(2) }

/** Milliseconds with one decimal below ten. */
export const millis = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** `1 row`, `2 rows`, `3 processes`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`

/** Columns as wide as their widest cell. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("   ")}`.trimEnd())
}

/** How a process ended. */
export const exit = (self: Child.ChildExit): string =>
  self._tag === "Exited" ? `exited with status ${self.code}` : `killed by ${self.signal}`

/** Why an attempt ended, for people. */
export const failure = (self: AttemptFailure.AttemptFailure): string => {
  switch (self._tag) {
    case "ExecutableNotFound":
      return `${self.executable} was not found on the PATH`
    case "InterpreterNotFound":
      return `${self.executable} names an interpreter or loader that is not there`
    case "ExecutableNotPermitted":
      return `${self.executable} may not be executed`
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
      return `${exit(self.exit)}${self.ready ? "" : " before the handshake"}`
    case "HandshakeUnanswered":
      return `no reply to initialize within ${millis(self.deadline)}`
    case "HandshakeGarbled":
      return "the reply to initialize was not readable"
    case "HandshakeRejected":
      return `the handshake was not accepted: ${self.reason}`
    case "ConnectionLost":
      return `the connection was lost: ${lost(self.reason)}`
    case "TransportOverflowed":
      return "it stopped reading and its queue filled up"
    case "PingMissed":
      return `it missed a probe: ${self.reason}`
    case "SettingsNotEncodable":
      return "its settings cannot be written as JSON"
    case "DataFolderRefused":
      return `its data folder ${self.folder} could not be made (${self.code})`
  }
}

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

/** The name of a state. */
export const stateName = (self: Lifecycle.Lifecycle): string => {
  switch (self._tag) {
    case "Stopped":
      return "stopped"
    case "Starting":
      return "starting"
    case "Running":
      return "running"
    case "Backoff":
      return "backoff"
    case "Parked":
      return "parked"
  }
}

/** The state a plugin entered. */
export const state = (self: Lifecycle.Lifecycle): string => {
  switch (self._tag) {
    case "Backoff":
      return `backoff: failure ${self.failures} inside the window, next attempt in ${Duration.format(self.delay)}`
    case "Starting":
      return `${Option.getOrElse(self.stage, () => stateName(self))}, generation ${self.generation}`
    case "Parked":
      return `parked: ${parked(self.reason)}`
    case "Stopped":
    case "Running":
      return stateName(self)
  }
}

const parked = (reason: Lifecycle.ParkReason): string => {
  switch (reason) {
    case "exhausted":
      return "the failure budget is spent"
    case "rejected":
      return "another attempt would fail in the same way"
  }
}

/** One event of a plugin that is being watched; undefined for those that need no line. */
export const event = (self: HostEvent): string | undefined => {
  switch (self._tag) {
    case "AttemptFailed":
      return `attempt over: ${failure(self.failure)}`
    case "StateChanged":
      return self.state._tag === "Running" ? undefined : state(self.state)
    case "Launched":
      return `launched, pid ${self.pid}, handshake to come`
    case "Ready":
      return `running, pid ${self.pid}, ready after ${millis(self.elapsed)}`
    case "Stopped":
    case "Published":
    case "Dropped":
    case "Violated":
    case "Logged":
    case "Diagnostic":
    case "DiagnosticsDropped":
      return undefined
  }
}

const named = ({ pid, name }: Child.SeenProcess) => `${name} (pid ${pid})`

/** What each rung of a stop did, and when. */
export const stop = (report: Termination.StopReport): string => {
  const steps = report.steps.map(
    ({ rung, at, delivered }) => `${rung} at ${millis(at)}${delivered ? "" : " (nobody left)"}`
  )
  const survivors = report.survivors.map((seen) => `; ${named(seen)} had left the group and runs on`)
  return `${steps.join(" → ")} → ${exit(report.exit)}, group gone at ${millis(report.elapsed)}${survivors.join("")}`
}

/** How many there are before a stop, as far as the system shows. */
export const members = (look: Look, groups: ReadonlyArray<number>): string => {
  switch (look._tag) {
    case "Processes":
      return `${counted(look.running.length, "process")} in ${counted(groups.length, "group")}`
    case "Groups":
      return `${counted(look.alive.length, "group")}; this system does not show their members`
    case "Hidden":
      return `${counted(groups.length, "plugin")}; this system has no process groups to look at`
  }
}

/** Who is left after a stop; `clean` unless somebody was seen. */
export const leftovers = (
  look: Look,
  groups: ReadonlyArray<number>
): { readonly clean: boolean; readonly text: string } => {
  switch (look._tag) {
    case "Processes":
      return look.running.length === 0
        ? { clean: true, text: `nothing: the groups ${groups.join(", ")} have no running member` }
        : { clean: false, text: `still running: ${look.running.map(named).join(", ")}` }
    case "Groups":
      return look.alive.length === 0
        ? { clean: true, text: `nothing: the groups ${groups.join(", ")} have no member` }
        : { clean: false, text: `there are still members of the groups ${look.alive.join(", ")}` }
    case "Hidden":
      return { clean: true, text: "nobody can tell: this system has no process groups to look at" }
  }
}
