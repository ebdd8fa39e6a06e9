/** The tour's words. Pure: data in, lines out. */
import type { HostEvent } from "@lanyard/flash-host"
import type { Child, Lifecycle, Termination } from "@lanyard/process"
import { Duration, Option } from "effect"
import { counted, millis } from "../rendering/Amounts.ts"
import { exit, failure } from "../rendering/Failures.ts"
import * as Table from "../rendering/Table.ts"
import type { Look } from "./TourSystem.ts"

/** Aligned rows, indented as everything under a title is. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  Table.lines(rows).map((line) => `  ${line}`)

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
