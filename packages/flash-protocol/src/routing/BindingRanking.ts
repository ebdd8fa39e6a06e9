/** Which of the bindings of all plugins holds in the app in front: one winner, whatever the order of the plugins. */
import { Array as Arrays, Order } from "effect"
import type { Binding } from "../manifest/Binding.ts"
import type { Action } from "../manifest/Model.ts"
import * as Ranking from "./Ranking.ts"
import * as Roster from "./Roster.ts"
import type { App } from "./Selector.ts"

/** A binding that holds in the app in front, with what ranks it. */
export interface Bound extends Ranking.Candidate {
  /** The entry is for the app's bundle id rather than for every app. */
  readonly isExact: boolean
  readonly binding: Binding
}

/**
 * The bindings of an action that hold in an app, the winner first: an entry for the app's bundle id before one for every app,
 * then a matching selector before none, then the higher priority, then the id.
 */
export const rank = (roster: Roster.Roster, app: App, action: Action): ReadonlyArray<Bound> =>
  Arrays.sort(
    Roster.inApp(roster, app).flatMap((candidate) => bound(candidate, app, action)),
    ranking
  )

const ranking: Order.Order<Bound> = Order.combineAll<Bound>([
  Order.mapInput(Ranking.trueFirst, ({ isExact }) => isExact),
  Ranking.byCandidate
])

/** The key of a plugin's entry for every app that its selector matches. */
const everyApp = ""

const bound = ({ plugin, specificity }: Ranking.Candidate, app: App, action: Action): ReadonlyArray<Bound> => {
  const entries = plugin.action_bindings.get(action)
  return [...new Set([app.bundleId, everyApp])].flatMap((key) => {
    const binding = entries?.get(key)
    return binding === undefined ? [] : [{ plugin, specificity, isExact: key !== everyApp, binding }]
  })
}
