/**
 * What the focused app is made to do for an action: a pure choice among the bindings of all plugins, whose answer says what to
 * do, who decided and why.
 */
import { Array as Arrays, Data, Option, Result } from "effect"
import { Binding, hasIndex } from "../manifest/Binding.ts"
import * as Chord from "../manifest/Chord.ts"
import type { Action } from "../manifest/Model.ts"
import type * as Perform from "../Perform.ts"
import * as BindingRanking from "./BindingRanking.ts"
import * as Ranking from "./Ranking.ts"
import * as Roster from "./Roster.ts"
import type { App } from "./Selector.ts"
import * as TerminalRule from "./TerminalRule.ts"

/** What the host does once no source has performed the action. */
export type Outcome = Data.TaggedEnum<{
  /** Sends chords in order, `[mode] send_key_interval_ms` apart. */
  Send: { readonly winner: BindingRanking.Bound; readonly chords: ReadonlyArray<Chord.Chord> }
  /** Presses a menu item; where it is missing or disabled the action fails, with no fallback. */
  Press: { readonly winner: BindingRanking.Bound; readonly path: ReadonlyArray<string> }
  /** Does nothing: the app has no such action. */
  NoAction: { readonly winner: BindingRanking.Bound }
  /** Sends nothing: a chord does not exist for the index, or no index was given. */
  NoChord: { readonly winner: BindingRanking.Bound }
  /** Sends nothing: the terminal emulator would type a chord as text. */
  Refused: { readonly winner: BindingRanking.Bound; readonly chords: ReadonlyArray<Chord.Chord> }
  /** Scrolls as Flash itself does, for want of a binding. */
  Scroll: {}
  /** Does nothing, for want of a binding. */
  Unbound: {}
}>
export const Outcome = Data.taggedEnum<Outcome>()

/** The way of an action through the focused app; each step is taken when the ones before it have not performed it. */
export interface Resolution {
  /**
   * Plugins that perform the action themselves, in the order to ask. One that is unhandled passes it on; one that fails ends it.
   * The host's own sources, such as the Accessibility tab strip, come after them.
   */
  readonly performers: ReadonlyArray<Ranking.Candidate>
  /** Whether the window's close button is tried before the outcome. */
  readonly triesCloseButton: boolean
  readonly outcome: Outcome
}

/** An action to resolve. */
export interface Request {
  readonly action: Action
  /** The tab of a `tab_select`, counted from 1. */
  readonly index?: number
}

/** Resolves an action in the app in front. */
export const resolve = (roster: Roster.Roster, app: App, { action, index }: Request): Resolution => {
  const outcome = Option.match(Arrays.head(BindingRanking.rank(roster, app, action)), {
    onNone: () => (scrolled.has(action) ? Outcome.Scroll() : Outcome.Unbound()),
    onSome: (winner) => outcomeOf(winner, app, action === "tab_select" ? index : undefined)
  })
  return {
    performers: performers(roster, app, action),
    triesCloseButton: action === "window_close" && outcome._tag !== "NoAction",
    outcome
  }
}

/** The plugins that perform an action in an app: a matching selector before none, then the higher priority, then the id. */
export const performers = (roster: Roster.Roster, app: App, action: Action): ReadonlyArray<Ranking.Candidate> =>
  Arrays.sort(
    Roster.inApp(roster, app).filter(({ plugin }) => plugin.actions.includes(action)),
    Ranking.byCandidate
  )

/** Tells whether an action goes on to the next step after a performer: only when that one had nothing to do with it. */
export const passesOn = (outcome: Perform.Outcome): boolean => outcome._tag === "Unhandled"

const scrolled: ReadonlySet<Action> = new Set(["resource_next", "resource_previous", "scroll_top", "scroll_bottom"])

const outcomeOf = (winner: BindingRanking.Bound, app: App, index: number | undefined): Outcome => {
  if (index === undefined && hasIndex(winner.binding)) return Outcome.NoChord({ winner })
  const fill = (template: string) => (index === undefined ? template : Chord.withIndex(template, index))
  return Binding.$match(winner.binding, {
    Chords: ({ chords }) =>
      Result.match(Result.all(chords.map((template) => Chord.parse(fill(template)))), {
        onFailure: (): Outcome => Outcome.NoChord({ winner }),
        onSuccess: (parsed) =>
          isTyped(winner, app, parsed)
            ? Outcome.Refused({ winner, chords: parsed })
            : Outcome.Send({ winner, chords: parsed })
      }),
    Menu: ({ path }) => Outcome.Press({ winner, path: path.map(fill) }),
    Nothing: () => Outcome.NoAction({ winner })
  })
}

// The ranking puts bindings for this emulator first, so when the winner is none there is none.
const isTyped = (
  { isExact, specificity }: BindingRanking.Bound,
  app: App,
  chords: ReadonlyArray<Chord.Chord>
): boolean => app.isTerminal && !isExact && specificity === 0 && chords.some(TerminalRule.types)
