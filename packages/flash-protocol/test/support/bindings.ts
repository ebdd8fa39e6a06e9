/** Bindings as they are after reading, and what becomes of them, in words. */
import { Binding } from "../../src/manifest/Binding.ts"
import * as Chord from "../../src/manifest/Chord.ts"
import type { Action, Manifest } from "../../src/manifest/Model.ts"
import * as ActionBindings from "../../src/routing/ActionBindings.ts"
import * as Roster from "../../src/routing/Roster.ts"
import { browser, emulator, plugin } from "./plugins.ts"

/** Chords sent in order. */
export const chords = (...written: ReadonlyArray<string>) => Binding.Chords({ chords: written })

/** A path in the menu bar. */
export const menu = (...path: ReadonlyArray<string>) => Binding.Menu({ path })

/** The app has no such action. */
export const nothing = Binding.Nothing()

/** A plugin with one action bound, by bundle id. */
export const binding = (id: string, action: Action, entries: Record<string, Binding>, fields: Partial<Manifest> = {}) =>
  plugin(id, { action_bindings: new Map([[action, new Map(Object.entries(entries))]]), ...fields })

/** Declares the emulator. */
const terminals = plugin("terminals", { terminal_emulators: [emulator] })

/** Resolves an action among plugins, the emulator being declared. */
export const resolve = (
  plugins: ReadonlyArray<Manifest>,
  request: ActionBindings.Request,
  bundleId: string = browser
) => {
  const roster = Roster.make([terminals, ...plugins])
  return ActionBindings.resolve(roster, Roster.app(roster, bundleId), request)
}

/** An outcome in words: its tag, who decided, and what is sent or pressed. */
export const said = (outcome: ActionBindings.Outcome): string => {
  switch (outcome._tag) {
    case "Scroll":
    case "Unbound":
      return outcome._tag
    case "Send":
    case "Refused":
      return `${outcome._tag} ${outcome.winner.plugin.id} ${outcome.chords.map(Chord.print).join(" ")}`
    case "Press":
      return `Press ${outcome.winner.plugin.id} ${outcome.path.join(" > ")}`
    default:
      return `${outcome._tag} ${outcome.winner.plugin.id}`
  }
}

/** What becomes of an action, in words. */
export const outcome = (
  plugins: ReadonlyArray<Manifest>,
  request: ActionBindings.Request,
  bundleId: string = browser
) => said(resolve(plugins, request, bundleId).outcome)
