/** One interaction reads end to end: what is logged while a traced request is served carries its trace. */
import { Log, type Manifest, Scalar } from "@lanyard/flash-protocol"
import * as Check from "../Check.ts"
import * as Run from "../Run.ts"
import type { Scenario } from "../Scenario.ts"
import { barrier, opening, Step } from "../Step.ts"
import * as Verdict from "../Verdict.ts"
import * as Activity from "./Activity.ts"

const malformed = "Not-A-Trace"

/** Log lines that came while a request of the activity was served, with their traces. */
const served = (run: Run.Run): ReadonlyArray<string | undefined> => {
  const windows = Run.replies(run).filter(({ asked }) => asked.trace === Activity.trace)
  return Run.notifications(run, "log").flatMap(({ at, frame }) =>
    windows.some((reply) => at >= reply.at - reply.millis && at <= reply.at) ? [Log.decode(frame.params).trace] : []
  )
}

/** The first request of the activity again, under a trace that is none. */
const untraceable = (manifest: Manifest.Manifest): ReadonlyArray<Step> =>
  Activity.all(manifest)
    .filter(Step.$is("Ask"))
    .slice(0, 1)
    .map((step) => Step.Ask({ ...step, name: "under a malformed trace", trace: malformed }))

/** Does everything under a trace. */
export const tracing: Scenario = {
  name: "trace",
  about: "does everything under a trace, and one thing under a malformed one",
  applies: (manifest) => Activity.all(manifest).length > 0,
  steps: (manifest) => [
    ...opening(manifest),
    ...Activity.all(manifest),
    barrier("ping after the activity"),
    ...untraceable(manifest),
    barrier("ping after a malformed trace")
  ],
  checks: [
    Check.make("FLASH-LOG-05", (run) => {
      const traces = served(run)
      if (traces.length === 0) return Verdict.inapplicable("it logged nothing while it served a request")
      return Verdict.of(
        traces.includes(Activity.trace) ? undefined : "no line that it logs while it serves a request has its trace"
      )
    }),
    Check.make("FLASH-ENV-18", (run) => {
      const echoed = Run.notifications(run, "log").some(
        ({ frame: { params } }) =>
          Scalar.isObject(params) && params.trace !== undefined && !Scalar.isTrace(params.trace)
      )
      return Verdict.all([
        Verdict.of(echoed ? "it logs under a trace that is none" : undefined),
        Check.answered(run, "ping after a malformed trace", Check.yes)
      ])
    })
  ]
}
