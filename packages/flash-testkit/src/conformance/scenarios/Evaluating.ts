/** The evaluator: input in, answers out, never an error. */
import { Methods, Refusal } from "@lanyard/flash-protocol"
import * as Check from "../Check.ts"
import type { Scenario } from "../Scenario.ts"
import { deadlines, opening, Step } from "../Step.ts"
import * as Verdict from "../Verdict.ts"
import * as Activity from "./Activity.ts"
import { bodies } from "./Bodies.ts"
import { inTime } from "./InTime.ts"
import * as Rules from "./Rules.ts"

const { evaluate } = Methods

const ask = (name: string, params: unknown) =>
  Step.Ask({ name, method: evaluate.method, params, deadline: deadlines.perform })

const rules: ReadonlyArray<Rules.Rule> = [
  ["FLASH-ANS-04", /^(\*|answers)$/, /^(a list|no key)/],
  ["FLASH-ANS-06", /^answers\[\d+\](\.\*)?$/],
  ["FLASH-ANS-07", /^answers\[\d+\]\.title$/],
  ["FLASH-ANS-08", /^answers\[\d+\]\.subtitle$/],
  ["FLASH-ANS-09", /^answers\[\d+\]\.effect/],
  ["FLASH-ANS-10", /^answers$/, /entries/],
  ["FLASH-ANS-11", /^answers$/, /encoding/]
]

/** Judged alone, for 50 ms are soon over. */
export const evaluating: Scenario = {
  name: "evaluate",
  about: "asks the evaluator, also with params of other types",
  applies: Activity.has.query,
  isAlone: true,
  steps: (manifest) => [
    ...opening(manifest),
    ...Activity.evaluates(manifest),
    ask("evaluate without a query", {}),
    ask("evaluate with null", { query: null, scope: null, surface: null }),
    ask("evaluate with a number", { query: 5, scope: "all", surface: "conformance" })
  ],
  checks: [
    ...Rules.checks(rules, "answers", (run) => bodies(run, evaluate.method).map((body) => evaluate.decodeReply(body))),
    Check.make("FLASH-ANS-03", (run) =>
      Verdict.all([
        Check.answered(run, "evaluate without a query", Check.yes),
        Check.answered(run, "evaluate with null", Check.yes),
        Check.answered(run, "evaluate with a number", Check.refusal(Refusal.invalidParams(evaluate.method)))
      ])
    ),
    Check.answers("FLASH-ANS-05", ["evaluate text", "evaluate nothing", "evaluate much"], Check.yes),
    inTime("FLASH-DEAD-07", evaluate.method, deadlines.query)
  ]
}
