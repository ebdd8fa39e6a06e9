/** Which key bindings of plugins hold in the app in front. */
import { Array as Arrays, Option, Order } from "effect"
import type { Mapping } from "../manifest/Model.ts"
import * as Ranking from "./Ranking.ts"
import type { Roster } from "./Roster.ts"
import * as Selector from "./Selector.ts"

/** A mapping whose selectors match, with what ranks it. */
export interface Applied extends Ranking.Candidate {
  readonly mapping: Mapping
}

/**
 * The mappings that hold in an app, for which the manifest's selector and the mapping's own both have to match. Of two for one
 * key the first wins: the higher sum of priority and specificity, then the id, then the place in the manifest.
 */
export const rank = (roster: Roster, app: Selector.App): ReadonlyArray<Applied> =>
  Arrays.sort(
    roster.plugins.flatMap((plugin) =>
      plugin.mappings.flatMap((mapping) =>
        Option.toArray(
          Option.map(Selector.specificity(app, [plugin, mapping]), (specificity) => ({
            plugin,
            specificity,
            mapping
          }))
        )
      )
    ),
    ranking
  )

// Sorting keeps the mappings of one manifest, and of one rank, in their order.
const ranking: Order.Order<Applied> = Order.combineAll<Applied>([
  Order.mapInput(Order.flip(Order.Number), ({ plugin, specificity }) => plugin.priority + specificity),
  Ranking.ofPlugin(Ranking.byId)
])
