/** What became of an action, in words and as an object. */
import type { ActionOutcome } from "@lanyard/flash-host"
import { type ActionBindings, Chord, type Manifest } from "@lanyard/flash-protocol"
import * as Outcomes from "./Outcomes.ts"

/** What became of it, in one line. */
export const text = (action: Manifest.Action, outcome: ActionOutcome): string =>
  outcome._tag === "Claimed"
    ? `${outcome.plugin} ${Outcomes.text(outcome.outcome)}`
    : `no plugin performs ${action}; ${resolved(outcome.resolution.outcome)}`

const resolved = (outcome: ActionBindings.Outcome): string => {
  switch (outcome._tag) {
    case "Send":
      return `the host would send ${outcome.chords.map(Chord.print).join(" ")}${by(outcome)}`
    case "Press":
      return `the host would press ${outcome.path.join(" > ")}${by(outcome)}`
    case "NoAction":
      return `the app has no such action${by(outcome)}`
    case "NoChord":
      return `its chord needs an index${by(outcome)}`
    case "Refused":
      return `the terminal would type ${outcome.chords.map(Chord.print).join(" ")} as text${by(outcome)}`
    case "Scroll":
      return "the host would scroll"
    case "Unbound":
      return "nothing is bound to it"
  }
}

const by = ({ winner }: { readonly winner: { readonly plugin: Manifest.Manifest } }): string =>
  `, as ${winner.plugin.id} says`

/** What became of it, as an object. `does` is what the host would do where no plugin performs it. */
export const object = (action: Manifest.Action, outcome: ActionOutcome): object =>
  outcome._tag === "Claimed"
    ? { type: "action", action, plugin: outcome.plugin, ...Outcomes.fields(outcome.outcome) }
    : { type: "action", action, plugin: null, does: resolution(outcome.resolution.outcome) }

const resolution = (outcome: ActionBindings.Outcome): object => {
  switch (outcome._tag) {
    case "Send":
    case "Refused":
      return { ...winner(outcome), chords: outcome.chords.map(Chord.print) }
    case "Press":
      return { ...winner(outcome), menu: outcome.path }
    case "NoAction":
    case "NoChord":
      return winner(outcome)
    case "Scroll":
    case "Unbound":
      return { what: names[outcome._tag], bound_by: null }
  }
}

const winner = ({
  _tag,
  winner
}: Extract<ActionBindings.Outcome, { readonly winner: unknown }>): {
  readonly what: string
  readonly bound_by: string
} => ({
  what: names[_tag],
  bound_by: winner.plugin.id
})

const names = {
  Send: "send",
  Press: "press",
  NoAction: "no_action",
  NoChord: "no_chord",
  Refused: "refused",
  Scroll: "scroll",
  Unbound: "unbound"
} as const
