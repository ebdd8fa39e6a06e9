/**
 * Keys pressed together, as `cmd+shift+]` names them (decision F8). Two spellings of one chord are one value: modifiers and
 * keys lose their aliases, and a shifted punctuation character names the key it is on (`}` is `]`, `plus` is `=`).
 */
import { Data, Result } from "effect"

/** A modifier key. */
export type Modifier = "command" | "control" | "option" | "shift"

/** A key with the modifiers held while it is pressed. */
export interface Chord {
  /** Sorted by name, each once. */
  readonly modifiers: ReadonlyArray<Modifier>
  /** One character, or a name such as `return` or `f5`. */
  readonly key: string
}

/** Text that names no chord. */
export class ChordRejected extends Data.TaggedError("ChordRejected")<{
  /** What a part of it should have been. */
  readonly expected: string
}> {}

/** What a template has where the number of a tab goes. */
export const indexMark = "{index}"

/** Reads a chord, in any case and with any alias. */
export const parse = (text: string): Result.Result<Chord, ChordRejected> => {
  const tokens = lowerCase(text.trim()).split("+")
  const key = keys.get(tokens.pop() ?? "")
  if (key === undefined) return noKey
  const held = new Set<Modifier>()
  for (const token of tokens) {
    const modifier = modifiers.get(token)
    if (modifier === undefined) return noModifier
    held.add(modifier)
  }
  return Result.succeed({ modifiers: [...held].sort(), key })
}

/** Reads a template for one index, counted from 1. `cmd+{index}` has no chord for 10, since there is no such key. */
export const parseAt = (template: string, index: number): Result.Result<Chord, ChordRejected> =>
  parse(withIndex(template, index))

/** Puts an index into a template; other text stays as it is. */
export const withIndex = (template: string, index: number): string => template.replaceAll(indexMark, String(index))

/** Prints the one form of a chord that every alias of it parses to: short modifiers in a fixed order, then the key. */
export const print = ({ modifiers, key }: Chord): string =>
  [...modifiers.map((modifier) => shortName[modifier]), key].join("+")

/** The names of the keys, without aliases; a host has a key code for each. */
export const keyNames = (): ReadonlySet<string> => new Set(keys.values())

// Beyond ASCII, letters that are no keys have lower-case forms that are.
const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const shortName: Readonly<Record<Modifier, string>> = {
  command: "cmd",
  control: "ctrl",
  option: "alt",
  shift: "shift"
}

const modifiers: ReadonlyMap<string, Modifier> = new Map(
  Object.entries({
    command: ["cmd", "command", "super", "meta"],
    control: ["ctrl", "control"],
    option: ["alt", "opt", "option"],
    shift: ["shift"]
  }).flatMap(([modifier, names]) =>
    // The keys of a literal, which `entries` widens.
    names.map((name): readonly [string, Modifier] => [name, modifier as Modifier])
  )
)

// The characters that shift puts on the keys of an ANSI keyboard, `+` aside: it separates.
const plain = "abcdefghijklmnopqrstuvwxyz0123456789`-=[]\\;',./"
const shifted = { from: '~!@#$%^&*()_{}|:"<>?', to: "`1234567890-[]\\;',./" }

const named = [
  ..."return tab space delete escape left right up down home end pageup pagedown".split(" "),
  ...Array.from({ length: 20 }, (_, index) => `f${index + 1}`)
]

const keys: ReadonlyMap<string, string> = new Map([
  ...[...plain, ...named].map((name) => [name, name] as const),
  ...[...shifted.from].map((name, at) => [name, shifted.to.charAt(at)] as const),
  ["plus", "="],
  ["enter", "return"],
  ["backspace", "delete"],
  ["esc", "escape"]
])

const noKey = Result.fail(
  new ChordRejected({ expected: "a key after the last +: a letter, a digit, punctuation or the name of a key" })
)
const noModifier = Result.fail(new ChordRejected({ expected: "cmd, ctrl, alt or shift before each +" }))
