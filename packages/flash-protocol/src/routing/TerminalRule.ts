/**
 * What must not be sent to a terminal emulator. An emulator types every chord that it has no use for, so a chord meant for apps
 * in general goes to it only when some plugin knows this emulator and binds the chord for it.
 */
import type { Chord } from "../manifest/Chord.ts"

/**
 * Tells whether an emulator without a binding of its own types a chord: one with Command, or one without Control whose key
 * makes a character, return and tab included. Control chords and the keys that only move are not text.
 */
export const types = ({ modifiers, key }: Chord): boolean =>
  modifiers.includes("command") || (!modifiers.includes("control") && !silentKey.test(key))

const silentKey = /^(?:delete|escape|left|right|up|down|home|end|pageup|pagedown|f\d+)$/
