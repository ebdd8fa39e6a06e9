/** Which question the host asks before it dispatches an action. */
import { Array as Arrays } from "effect"
import type { Action } from "../manifest/Model.ts"
import * as Ranking from "./Ranking.ts"
import * as Roster from "./Roster.ts"
import type { App } from "./Selector.ts"

/** A question, with what ranks it. */
export interface Confirmation extends Ranking.Candidate {
  readonly prompt: string
}

/**
 * The questions that plugins have for an action in the app in front, the one to ask first: a matching selector before none,
 * then the higher priority, then the id. Only that one is asked, and the action goes out only on yes.
 */
export const rank = (roster: Roster.Roster, app: App, action: Action): ReadonlyArray<Confirmation> =>
  Arrays.sort(
    Roster.inApp(roster, app).flatMap((candidate) => {
      const prompt = candidate.plugin.action_confirmations.get(action)
      return prompt === undefined ? [] : [{ ...candidate, prompt }]
    }),
    Ranking.byCandidate
  )
