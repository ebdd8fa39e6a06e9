/**
 * What plugins and files say on its way to a terminal. Characters that could drive one, turn text around or break a row
 * apart do not get there: in text they become blanks, in JSON they are written as escapes, which changes no value.
 */

/** Makes one line of any text: what cannot be printed becomes a blank, and none is left at either end. */
export const line = (text: string): string => text.replace(unprintableRuns, " ").trim()

/** Writes a value as one line of JSON. */
export const json = (value: object): string => JSON.stringify(value).replace(unprintable, escaped)

// Private use characters are left alone: status bars are full of them.
const classes = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}"
const unprintableRuns = new RegExp(`[${classes}]+`, "gu")
const unprintable = new RegExp(`[${classes}]`, "gu")

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at))}`).join("")

const hex = (unit: number): string => unit.toString(16).padStart(4, "0")
