/** Follows a plugin through what happens to it. */
import * as Activation from "../../src/Activation.ts"

/** The moves that a plugin's host makes for changes in turn. */
export const moves = (
  activation: Activation.Activation,
  observed: boolean,
  changes: ReadonlyArray<Activation.Change>
): ReadonlyArray<Activation.Move> => {
  let standing = Activation.make(activation, observed)
  return changes.map((change) => {
    const [next, move] = Activation.transition(standing, change)
    standing = next
    return move
  })
}
