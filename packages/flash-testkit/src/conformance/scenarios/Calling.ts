/** What the plugin asks of its host: lawful requests, for what its manifest declares, whose answer may be no, or none at all. */
import { Capability } from "@lanyard/flash-protocol"
import * as Check from "../Check.ts"
import type * as Requirement from "../Requirement.ts"
import * as Run from "../Run.ts"
import { type Answering, always, type Scenario } from "../Scenario.ts"
import { barrier, opening } from "../Step.ts"
import * as Verdict from "../Verdict.ts"
import * as Activity from "./Activity.ts"

/** Judges the calls of a run together. */
const calls = (
  requirement: Requirement.Id,
  against: (calls: ReadonlyArray<Run.Came>, run: Run.Run) => string | undefined
) =>
  Check.make(requirement, (run) => {
    const made = Run.hostCalls(run)
    return made.length === 0 ? Verdict.inapplicable("it called nothing") : Verdict.of(against(made, run))
  })

const methodOf = ({ frame }: Run.Came): string => (typeof frame.method === "string" ? frame.method : "")

const scenario = (name: string, about: string, answering: Answering, checks: Scenario["checks"]): Scenario => ({
  name,
  about,
  applies: always,
  answering,
  steps: (manifest) => [...opening(manifest), ...Activity.all(manifest), barrier("ping after host calls")],
  checks
})

/** Grants what is declared, denies everything, and goes away. */
export const calling: ReadonlyArray<Scenario> = [
  scenario("host calls granted", "grants every call that the manifest declares", "grant", [
    calls("FLASH-ENV-06", (_, run) => {
      const overlaps = run.asked.filter(({ name }) => name.startsWith("overlap"))
      const unanswered = overlaps.filter(({ id }) => Run.repliesTo(run, id).length !== 1)
      return unanswered.length === 0
        ? undefined
        : `${unanswered.length} of ${overlaps.length} requests with the id of a waiting call got no reply of their own`
    }),
    calls("FLASH-ENV-07", (made) => {
      const ids = made.map(({ frame }) => Number(frame.id))
      return ids.every((id, at) => at === 0 || id > Number(ids[at - 1]))
        ? undefined
        : "the ids of its calls do not count up"
    }),
    calls("FLASH-CAP-05", (made) =>
      made.every((call) => Capability.isMethod(methodOf(call))) ? undefined : "calls an unknown method"
    ),
    calls("FLASH-CAP-02", (made, { manifest }) => {
      const granted = new Set(manifest.capabilities)
      const denied = made.find((call) => Capability.gate(methodOf(call), granted)._tag === "Denied")
      return denied === undefined ? undefined : "calls what its manifest declares no capability for"
    })
  ]),
  scenario("host calls denied", "denies every call", "deny", [
    Check.make("FLASH-SDK-07", (run) =>
      Run.hostCalls(run).length === 0
        ? Verdict.inapplicable("it called nothing")
        : Check.answered(run, "ping after host calls", Check.yes)
    )
  ]),
  scenario("host gone", "leaves every call without a reply, and ends the input", "silence", [
    calls("FLASH-SDK-09", (_, { signals }) =>
      signals.length === 0
        ? undefined
        : `waits for a reply when its host is gone: it took ${signals.join(" and ")} to end it`
    )
  ])
]
