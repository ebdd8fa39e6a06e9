/** Who answers a bang of the flashlight. */
import { Array as Arrays, Option, Order } from "effect"
import type { Bang } from "../manifest/Model.ts"
import * as Dispatch from "./Dispatch.ts"
import * as Ranking from "./Ranking.ts"
import * as Roster from "./Roster.ts"
import type { App } from "./Selector.ts"

/** A bang that takes a token, with what ranks it. */
export interface Target extends Ranking.Candidate {
  /** The command it is performed as. */
  readonly command: string
  readonly bang: Bang
  /** The token itself is declared, rather than `*`. */
  readonly isExact: boolean
}

/**
 * The bangs that take a token in the app in front, the one to perform first: a declared token before any `*`, then a matching
 * selector, then the id. None for an empty token.
 */
export const targets = (roster: Roster.Roster, app: App, token: string): ReadonlyArray<Target> =>
  Arrays.sort(
    Roster.inApp(roster, app).flatMap((candidate) => Option.toArray(taking(candidate, token))),
    ranking
  )

/** Builds the perform of a bang: the token as it was typed, and what follows it. */
export const dispatch = ({ command }: Target, token: string, raw: string): Dispatch.CommandParams =>
  Dispatch.command(command, token, raw)

const ranking: Order.Order<Target> = Order.combineAll<Target>([
  Order.mapInput(Ranking.trueFirst, ({ isExact }) => isExact),
  Ranking.bySpecificity,
  Ranking.ofPlugin(Ranking.byId)
])

const catchAll = "*"

const taking = (candidate: Ranking.Candidate, token: string): Option.Option<Target> => {
  const { bangs } = candidate.plugin
  if (bangs === undefined || bangs.command.trim() === "" || token === "") return Option.none()
  const exact = token === catchAll ? undefined : bangs.items.find((bang) => bang.token === token)
  const bang = exact ?? bangs.items.find((item) => item.token === catchAll)
  return bang === undefined
    ? Option.none()
    : Option.some({ ...candidate, command: bangs.command, bang, isExact: exact !== undefined })
}
