/** Makes text that a module chose fit to be shown to people: one line, no terminal control, bounded. */

/**
 * Control and direction characters become spaces, and a text of more than `limit` UTF-16 units ends in `…`. Secrets are to be
 * replaced before, since a cut could leave half of one.
 */
export const oneLine = (text: string, limit: number): string => {
  const line = text.toWellFormed().replace(unprintable, " ").trim()
  return line.length <= limit ? line : `${whole(line.slice(0, limit - 1))}…`
}

// C0, C1, the separators of lines and paragraphs, and the marks that turn the direction of the text behind them.
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** A cut may fall between the halves of a character. */
const whole = (text: string): string => (text.isWellFormed() ? text : text.slice(0, -1))
