/** The tour's words. Pure: data in, lines out; colour is one switch. */
import type { AttemptFailure, HostEvent } from "@lanyard/flash-host"
import type { Child, Lifecycle, Termination } from "@lanyard/process"
import { Duration, Option } from "effect"

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
    case "ExecutableNotPermitted":
      return `${self.executable} may not be executed`
    case "PluginExited":
      return `${exit(self.exit)}${self.ready ? "" : " before the handshake"}`
    case "HandshakeUnanswered":
      return `no reply to initialize within ${millis(self.deadline)}`
    case "HandshakeRejected":
      return `the handshake was not accepted: ${self.reason}`
    default:
      return self._tag
  }
}

/** The state a plugin entered. */
export const state = (self: Lifecycle.Lifecycle): string => {
  switch (self._tag) {
    case "Backoff":
      return `backoff: failure ${self.failures} inside the window, next attempt in ${Duration.format(self.delay)}`
    case "Starting":
      return `${Option.getOrElse(self.stage, () => "starting")}, generation ${self.generation}`
    case "Parked":
      return `parked: ${self.reason}`
    default:
      return self._tag.toLowerCase()
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
    default:
      return undefined
  }
}

/** What each rung of a stop did, and when. */
export const stop = (report: Termination.StopReport): string => {
  const steps = report.steps.map(
    ({ rung, at, delivered }) => `${rung} at ${millis(at)}${delivered ? "" : " (nobody left)"}`
  )
  const survivors = report.survivors.map(({ pid, name }) => `; ${name} (pid ${pid}) had left the group and runs on`)
  return `${steps.join(" → ")} → ${exit(report.exit)}, group gone at ${millis(report.elapsed)}${survivors.join("")}`
}
