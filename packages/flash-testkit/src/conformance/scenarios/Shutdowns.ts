/** How a plugin leaves: at the end of its input, and when its host is gone. */
import * as Check from "../Check.ts"
import * as Run from "../Run.ts"
import { always, type Scenario } from "../Scenario.ts"
import { barrier, handshake, opening, Step } from "../Step.ts"
import * as Verdict from "../Verdict.ts"

/** The end of input is the shutdown signal. */
export const shutdown: Scenario = {
  name: "shutdown",
  about: "ends the input after the handshake",
  applies: always,
  isAlone: true,
  steps: (manifest) => [...opening(manifest), barrier("ping before the end")],
  checks: [
    Check.make("FLASH-SHUT-01", (run) =>
      Run.askedAs(run, "ping before the end") === undefined
        ? Verdict.unreached
        : Verdict.of(run.signals.length === 0 ? undefined : `it took ${run.signals.join(" and ")} to end it`)
    ),
    Check.make("FLASH-SDK-14", (run) => {
      const exit = Run.exitOf(run)?.exit
      if (Run.askedAs(run, "ping before the end") === undefined || run.signals.length > 0) return Verdict.unreached
      return Verdict.of(exit?._tag === "Exited" && exit.code === 0 ? undefined : "it ends with another status than 0")
    })
  ]
}

/** Milliseconds in which a plugin should notice that its host is gone. */
const parentWatch = 8_000

/** A plugin does not outlive its host, whatever keeps its input open. */
export const orphaned: Scenario = {
  name: "orphaned",
  about: "ends the process in FLASH_PLUGIN_PARENT_PID and keeps the input open",
  applies: always,
  isOrphaned: true,
  steps: () => [handshake, Step.Orphan(), Step.Leave({ patience: parentWatch })],
  checks: [
    Check.make("FLASH-SHUT-03", (run) => {
      if (Run.replies(run).length === 0) return Verdict.unreached
      const exit = Run.exitOf(run)
      const left = exit !== undefined && exit.at < (Run.endedAt(run) ?? Number.POSITIVE_INFINITY)
      return Verdict.of(left ? undefined : `it is still there ${parentWatch} ms after its host`)
    })
  ]
}
