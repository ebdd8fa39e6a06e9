/** What a source's salience weighs among the rows of the flashlight. */
import { Order } from "effect"
import { sourceWeights } from "../Constants.ts"
import type { Salience } from "../Scalar.ts"

/** The weight of a salience; heavier comes first. */
export const of = (salience: Salience): number => sourceWeights[salience]

/** What places a row: how well it matches (0 is best, an exact hit), and the salience of its source. */
export interface Placed {
  readonly tier: number
  readonly salience: Salience
}

/** Better tiers first, then heavier sources: no salience lifts a partial hit above an exact one. */
export const order: Order.Order<Placed> = Order.combine(
  Order.mapInput(Order.Number, ({ tier }) => tier),
  Order.mapInput(Order.flip(Order.Number), ({ salience }) => of(salience))
)
