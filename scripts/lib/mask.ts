/** Tells a module's code from its comments and its strings, so that a search finds neither's contents. */

/**
 * Code whose comments and regular expressions are blank, and whose strings are their number in `strings`: `"3"`, or
 * `` `3` `` for a template. Every line keeps its number.
 */
export interface Masked {
  readonly code: string
  /** What stands between the quotes, escapes as written. */
  readonly strings: ReadonlyArray<string>
}

// A regular expression literal is told from a division by what stands before it.
const token = new RegExp(
  [
    String.raw`\/\/[^\n]*`,
    String.raw`\/\*[\s\S]*?\*\/`,
    String.raw`"(?:\\.|[^"\\\n])*"`,
    String.raw`'(?:\\.|[^'\\\n])*'`,
    "`(?:\\\\[\\s\\S]|[^`\\\\])*`",
    String.raw`(?<=(?:^|[=(,:;!&|?{}[>]|\breturn)\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/`
  ].join("|"),
  "g"
)

/** Masks the text of a module. */
export const mask = (text: string): Masked => {
  const strings: Array<string> = []
  const code = text.replace(token, (found) => {
    const quote = found.startsWith("`") ? "`" : '"'
    if (/^["'`]/.test(found)) {
      return `${quote}${strings.push(found.slice(1, -1)) - 1}${quote}${found.replaceAll(/[^\n]/g, "")}`
    }
    return found.replaceAll(/[^\n]/g, " ")
  })
  return { code, strings }
}

/** Returns the number of the line that an index of the code stands on, from 1. */
export const lineAt = (code: string, index: number): number => code.slice(0, index).split("\n").length
