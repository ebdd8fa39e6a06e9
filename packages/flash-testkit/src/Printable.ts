/** Text of a plugin on its way to a terminal or a file: what could drive one, or turn text around, is written as an escape. */

/** Replaces every such character; JSON text keeps its value. */
export const escape = (text: string): string => text.replace(unprintable, escaped)

// Private use characters are left alone: status bars are full of them.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at))}`).join("")

const hex = (unit: number): string => unit.toString(16).padStart(4, "0")
