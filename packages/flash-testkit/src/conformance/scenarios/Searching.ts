/** Live sources: asked while the user types, in the shape of a catalog. */
import { Methods, Refusal } from "@lanyard/flash-protocol"
import * as Check from "../Check.ts"
import type { Scenario } from "../Scenario.ts"
import { deadlines, opening, Step } from "../Step.ts"
import * as Activity from "./Activity.ts"
import { bodies } from "./Bodies.ts"
import { inTime } from "./InTime.ts"
import * as Rules from "./Rules.ts"

const { search } = Methods

const rules: ReadonlyArray<Rules.Rule> = [
  ["FLASH-SRCH-03", /^(\*|rows)$/, /^(a list|no key)/],
  ["FLASH-SRCH-04", /^rows($|\[)/, /^(?!a list)/]
]

/** Searches every way there is. */
export const searching: Scenario = {
  name: "search",
  about: "asks the live sources, also with params of other types",
  applies: Activity.has.live,
  isAlone: true,
  steps: (manifest) => [
    ...opening(manifest),
    ...Activity.searching(manifest),
    Step.Ask({ name: "search with a number", method: search.method, params: { query: 5 }, deadline: deadlines.perform })
  ],
  checks: [
    ...Rules.checks(rules, "rows", (run) => {
      const sources = new Set(run.manifest.sources.map(({ name }) => name))
      return bodies(run, search.method).map((body) => search.decodeReply(body, sources))
    }),
    Check.answers("FLASH-SRCH-02", "search with a number", Check.refusal(Refusal.invalidParams(search.method))),
    inTime("FLASH-SRCH-06", search.method, deadlines.live)
  ]
}
