/** Ticks of the host's clock, for what the plugin registered and for what it did not. */
import { Event, Poll } from "@lanyard/flash-protocol"
import { Result } from "effect"
import * as Check from "../Check.ts"
import * as Run from "../Run.ts"
import { always, type Scenario } from "../Scenario.ts"
import { barrier, opening, Step, tell } from "../Step.ts"
import * as Verdict from "../Verdict.ts"
import * as Activity from "./Activity.ts"

/** How often each registration ticks. */
const turns = 3

/** The registrations in force. */
const registered = (run: Run.Run): ReadonlyArray<string> => {
  const last = Run.notifications(run, "poll").at(-1)
  return last === undefined
    ? []
    : Result.getOrElse(
        Result.map(Poll.decode(last.frame.params), (set) => [...set.keys()]),
        () => []
      )
}

const ticks = (run: Run.Run): ReadonlyArray<Step> =>
  registered(run).flatMap((name) => Array.from({ length: turns }, () => tell(Event.tick(name))))

/** Drives whatever the plugin registered. */
export const polling: Scenario = {
  name: "poll",
  about: "ticks for each registration several times, and for one that does not exist",
  applies: always,
  steps: (manifest) => [
    ...opening(manifest),
    ...Activity.all(manifest),
    barrier("ping before the ticks"),
    Step.Then({ steps: ticks }),
    barrier("ping after ticks"),
    tell(Event.tick("nobody")),
    barrier("ping after a stray tick")
  ],
  checks: [
    Check.make("FLASH-EVT-15", (run) =>
      Verdict.all([
        Check.answered(run, "ping after ticks", Check.yes),
        Check.answered(run, "ping after a stray tick", Check.yes)
      ])
    )
  ]
}
