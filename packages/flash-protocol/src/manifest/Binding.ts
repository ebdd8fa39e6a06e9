/** What an app does for an action: chords, a press in its menu bar, or nothing at all. */
import { Data } from "effect"
import { indexMark } from "./Chord.ts"

/** A binding as the manifest has it; templates keep their `{index}`. */
export type Binding = Data.TaggedEnum<{
  /** Chords sent in order, at least one. */
  Chords: { readonly chords: ReadonlyArray<string> }
  /** Titles from the menu down to the item, at least two. */
  Menu: { readonly path: ReadonlyArray<string> }
  /** The app has no such action; no other binding is tried. */
  Nothing: {}
}>
export const Binding = Data.taggedEnum<Binding>()

/** Tells whether a binding names the tab it selects. */
export const hasIndex: (binding: Binding) => boolean = Binding.$match({
  Chords: ({ chords }) => chords.some((chord) => chord.includes(indexMark)),
  Menu: ({ path }) => path.some((title) => title.includes(indexMark)),
  Nothing: () => false
})
