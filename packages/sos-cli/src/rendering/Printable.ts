/** What files say on its way to a terminal: characters that could drive one, turn text around or break a line do not get there. */

/** Replaces each of them by a blank, so that what stands behind it keeps its column. */
export const safe = (text: string): string => text.replace(unprintable, " ")

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
