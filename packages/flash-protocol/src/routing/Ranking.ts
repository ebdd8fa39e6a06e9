/**
 * The parts that rankings between plugins are made of. Each ranking ends with the plugin's id, so over distinct ids it is a
 * total order: the winner never depends on the order in which plugins were found.
 */
import { Order } from "effect"
import type { Manifest } from "../manifest/Model.ts"

/** A plugin that takes part in the app in front. */
export interface Candidate {
  readonly plugin: Manifest
  /** As `Selector.specificity` counts it: 0 is an unscoped plugin, 1 one whose selector matches. */
  readonly specificity: number
}

/** True before false. */
export const trueFirst: Order.Order<boolean> = Order.flip(Order.Boolean)

/** A matching selector before none. */
export const bySpecificity: Order.Order<{ readonly specificity: number }> = Order.mapInput(
  Order.flip(Order.Number),
  ({ specificity }) => specificity
)

/** The id that sorts first by its characters. */
export const byId: Order.Order<Manifest> = Order.mapInput(Order.String, ({ id }) => id)

/** The order of a roster: the higher manifest priority first, then the id. */
export const byPriorityThenId: Order.Order<Manifest> = Order.combine(
  Order.mapInput(Order.flip(Order.Number), ({ priority }: Manifest) => priority),
  byId
)

/** Ranks what a plugin contributes by the plugin. */
export const ofPlugin = (order: Order.Order<Manifest>): Order.Order<{ readonly plugin: Manifest }> =>
  Order.mapInput(order, ({ plugin }) => plugin)

/** A matching selector before none, then the higher priority, then the id. */
export const byCandidate: Order.Order<Candidate> = Order.combineAll<Candidate>([
  bySpecificity,
  ofPlugin(byPriorityThenId)
])
