/** What a host logs: one structured line for each thing that happened, under the source `plugin:<id>`. */
import type { Log } from "@lanyard/flash-protocol"
import { Effect, Result } from "effect"
import { HostEvent } from "../HostEvent.ts"

/** Logs one thing that happened; a plugin's own line under its own level, with its fields and its trace. */
export const record = (event: HostEvent): Effect.Effect<void> =>
  lineOf(event).pipe(Effect.annotateLogs({ source: `plugin:${event.plugin}` }))

const lineOf = HostEvent.$match({
  StateChanged: ({ state }) => Effect.logDebug(`is ${state._tag.toLowerCase()}, generation ${state.generation}`),
  Unconfined: ({ asked, reason }) =>
    Effect.logWarning(
      reason === undefined
        ? "runs without a sandbox, as its user configured"
        : `runs without a sandbox: nothing here enforces ${asked}, because ${reason}`
    ),
  InstallEnded: ({ outcome, elapsed, log }) => {
    const output = Result.match(log, {
      onSuccess: (path) => `its output is in ${path}`,
      onFailure: ({ code }) => `its output could not be kept: ${code}`
    })
    const level = outcome === "installed" && Result.isSuccess(log) ? Effect.logInfo : Effect.logWarning
    return level(`install ended after ${Math.round(elapsed)} ms: ${outcome}; ${output}`)
  },
  Launched: ({ pid }) => Effect.logInfo(`launched, pid ${pid}`),
  Ready: ({ pid, elapsed }) => Effect.logInfo(`running, pid ${pid}, ready after ${Math.round(elapsed)} ms`),
  AttemptFailed: ({ failure }) => Effect.logWarning(`attempt over: ${failure._tag}`),
  AttemptDied: ({ defect }) => Effect.logError("attempt over by a defect of the host", defect),
  Stopped: ({ pid, report: { elapsed, survivors } }) => {
    const gone = `pid ${pid} is gone after ${Math.round(elapsed)} ms`
    if (survivors.length === 0) return Effect.logInfo(gone)
    const left = survivors.map((survivor) => `${survivor.pid} (${survivor.name})`).join(", ")
    return Effect.logWarning(`${gone}; what left its group still runs: ${left}`)
  },
  Published: ({ rows }) => Effect.logDebug(`published ${rows} rows`),
  Dropped: ({ method, reason }) => Effect.logWarning(`dropped ${method}: ${reason}`),
  StorageKeptAside: ({ file }) => Effect.logWarning(`began a new store; what was there is kept as ${file}`),
  StorageUnavailable: ({ code }) => Effect.logWarning(`could not read or write the store: ${code}`),
  Violated: ({ violation }) => Effect.logWarning(`dropped a line: ${violation._tag}`),
  Repeated: ({ kind, count }) => Effect.logWarning(`dropped ${count} more of ${kind}`),
  Logged: ({ entry }) => told(entry),
  Diagnostic: ({ line }) => Effect.logInfo(`stderr: ${line}`),
  DiagnosticsDropped: ({ lines }) => Effect.logWarning(`stderr: ${lines} lines left out`)
})

const levels = { debug: Effect.logDebug, info: Effect.logInfo, warn: Effect.logWarning, error: Effect.logError }

const told = ({ level, message, fields, trace }: Log.Entry): Effect.Effect<void> =>
  levels[level](message).pipe(
    // A field cannot pass for one of ours.
    Effect.annotateLogs(Object.fromEntries([...fields].map(([name, value]) => [`field.${name}`, value]))),
    Effect.annotateLogs(trace === undefined ? {} : { trace })
  )
