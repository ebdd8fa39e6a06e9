/** Where to click: targets of one window, all of them or none. */
import { Methods, Refusal } from "@lanyard/flash-protocol"
import * as Check from "../Check.ts"
import type { Scenario } from "../Scenario.ts"
import { apps, deadlines, opening, Step } from "../Step.ts"
import * as Activity from "./Activity.ts"
import { bodies } from "./Bodies.ts"
import { inTime } from "./InTime.ts"
import * as Rules from "./Rules.ts"

const { hints } = Methods
const [{ pid }] = apps

const ask = (name: string, params: unknown) =>
  Step.Ask({ name, method: hints.method, params, deadline: deadlines.perform })

const rules: ReadonlyArray<Rules.Rule> = [
  ["FLASH-HINT-04", /^(\*|targets)$/],
  ["FLASH-HINT-05", /^context_pid$/],
  ["FLASH-HINT-06", /^targets\[\d+\](\.id)?$/],
  ["FLASH-HINT-07", /^targets\[\d+\]\.frame/],
  ["FLASH-HINT-08", /^targets\[\d+\]\.(role|label|url|pid|context_id|enters_insert_mode)$/],
  ["FLASH-HINT-09", /^targets\[\d+\]\.\*$/],
  ["FLASH-HINT-11", /^targets\[\d+\]\.priority$/]
]

/** Asks for hints every way there is. */
export const hinting: Scenario = {
  name: "hints",
  about: "asks for the targets of a window, also with params that are left out or of other types",
  applies: Activity.has.hints,
  isAlone: true,
  steps: (manifest) => [
    ...opening(manifest),
    ...Activity.hints(manifest),
    ask("hints without params", {}),
    ask("hints with null", { bundle_id: null, pid: null, front_window_frame: null }),
    ask("hints with a pid that is text", { pid: "4242" }),
    ask("hints with a pid that is too large", { pid: 2_147_483_648 })
  ],
  checks: [
    ...Rules.checks(rules, "targets", (run) =>
      bodies(run, hints.method, Activity.hinting).map((body) => hints.decodeReply(body, pid))
    ),
    Check.answers("FLASH-HINT-02", ["hints without params", "hints with null"], ({ error }) =>
      error === Refusal.invalidParams(hints.method) ? "refuses params that may be left out or null" : undefined
    ),
    Check.answers(
      "FLASH-HINT-03",
      ["hints with a pid that is text", "hints with a pid that is too large"],
      Check.refusal(Refusal.invalidParams(hints.method))
    ),
    inTime("FLASH-HINT-17", hints.method, deadlines.hints)
  ]
}
