/** How plugins stand, as a table and as objects. */
import type { Failure, Standing } from "@lanyard/flash-host"
import { Duration, Option } from "effect"
import type { Plugin } from "../Listing.ts"
import * as Amounts from "./Amounts.ts"
import * as Failures from "./Failures.ts"
import * as Table from "./Table.ts"

/** A state as Flash shows it to users: between two lives a plugin is stopped, and what was given up has failed. */
export type Label = "stopped" | "installing" | "launching" | "running" | "failed"

/** The label of a plugin; one that is not loaded has failed, unless it is still being fetched. */
export const label = ({ failure, standing }: Pick<Plugin, "failure" | "standing">): Label => {
  if (Option.isNone(standing)) return failure?._tag === "RepositoryAwaited" ? "installing" : "failed"
  const { pid, state } = standing.value
  switch (state._tag) {
    case "Stopped":
    case "Backoff":
      return "stopped"
    case "Starting":
      return Option.contains(state.stage, "installing") ? "installing" : "launching"
    case "Running":
      return Option.isSome(pid) ? "running" : "stopped"
    case "Parked":
      return "failed"
  }
}

/** A table with a line for each plugin below its heads. */
export const table = (plugins: ReadonlyArray<Plugin>): ReadonlyArray<string> =>
  plugins.length === 0 ? ["no plugins"] : Table.lines([heads, ...plugins.map(cells)])

const heads = ["ID", "STATE", "ACTIVATION", "FAILURES", "PID", "MEMORY", "SANDBOX", "LAST ERROR"]

const cells = (listed: Plugin): ReadonlyArray<string> => {
  const { plugin, standing, failure, memory } = listed
  const loadError = Option.map(Option.fromUndefinedOr(failure), ({ message }) => first(message))
  const [state, activation, failures, pid, sandbox, lastError] = Option.match(standing, {
    onNone: () => [label(listed), none, none, none, none, none],
    onSome: (known) => [
      known.state._tag === "Backoff" ? `stopped, retry after ${Duration.format(known.state.delay)}` : label(listed),
      known.activation,
      String(known.failures),
      Option.match(known.pid, { onNone: () => none, onSome: String }),
      confinement(known.sandbox),
      Option.match(known.lastFailure, { onNone: () => none, onSome: error })
    ]
  })
  const size = Option.match(memory, { onNone: () => none, onSome: Amounts.bytes })
  return [plugin, state, activation, failures, pid, size, sandbox, Option.getOrElse(loadError, () => lastError)]
}

const none = "-"

/** The sandbox that a plugin has, and the one it asks for where that is another. */
export const confinement = ({ asked, enforced }: Standing["sandbox"]): string =>
  asked === enforced ? enforced : `${enforced}, not ${asked}`

/** The first of several lines, and how many more there are. */
const first = (message: string): string => {
  const [line = "", ...more] = message.split("\n")
  return more.length === 0 ? line : `${line} (and ${more.length} more)`
}

const error = (failure: Failure): string =>
  `${failure.phase}: ${reason(failure)}${failure.lastLine === undefined ? "" : `: ${failure.lastLine}`}`

const reason = ({ failure }: Failure): string =>
  failure === undefined ? "a defect of the host" : Failures.failure(failure)

/** A plugin as an object. Sizes are bytes, times milliseconds; what is not known, or not there, is null. */
export const object = (listed: Plugin): object => ({
  type: "plugin",
  id: listed.plugin,
  place: listed.key,
  origin: listed.origin.replace(" ", "_"),
  state: label(listed),
  ...Option.match(listed.standing, { onNone: () => unloaded, onSome: loaded }),
  memory_bytes: Option.getOrNull(listed.memory),
  load_error: listed.failure === undefined ? null : { error: listed.failure._tag, message: listed.failure.message }
})

const loaded = ({ state, activation, failures, pid, sandbox, lastFailure }: Standing) => ({
  activation: activation.replace("-", "_"),
  failures,
  pid: Option.getOrNull(pid),
  retry_after_ms: state._tag === "Backoff" ? Duration.toMillis(state.delay) : null,
  sandbox,
  last_error: Option.getOrNull(Option.map(lastFailure, lastError))
})

const unloaded: Readonly<Record<keyof ReturnType<typeof loaded>, null>> = {
  activation: null,
  failures: null,
  pid: null,
  retry_after_ms: null,
  sandbox: null,
  last_error: null
}

const lastError = (failure: Failure) => ({
  at: failure.at,
  phase: failure.phase,
  error: failure.failure?._tag ?? null,
  reason: reason(failure),
  last_line: failure.lastLine ?? null
})
