/** Which plugin provides the hints of the app in front. The choice is exclusive. */
import { Array as Arrays } from "effect"
import type { Manifest } from "../manifest/Model.ts"
import * as Roster from "./Roster.ts"
import type { App } from "./Selector.ts"

/**
 * The plugins to ask in turn until one has targets: those whose selector matches, the higher priority first, then the id. The
 * first without `fallback_on_empty` ends the list, for its empty reply is an answer. Empty where the host's own model serves.
 */
export const chain = (roster: Roster.Roster, app: App): ReadonlyArray<Manifest> => {
  const providers = Roster.inApp(roster, app)
    .map(({ plugin }) => plugin)
    .filter(({ hints }) => hints !== undefined)
  const [passing, [last]] = Arrays.span(providers, ({ hints }) => hints?.fallback_on_empty === true)
  return last === undefined ? passing : [...passing, last]
}
