/** The TOML between two lines `+++` at the head of a script. */
import { withoutMark } from "../toml/TomlSpans.ts"

/** Found frontmatter. */
export interface Frontmatter {
  /** The TOML behind as many empty lines as there are before it, so that its lines are those of the script. */
  readonly toml: string
  /** The lines that are not the program's, the fences included; all of them when it is not closed. */
  readonly lines: number
  /** Whether there is a second fence. */
  readonly closed: boolean
}

/** Finds the frontmatter of a script, which has to start on the first line; one byte order mark may stand before it. */
export const find = (script: string): Frontmatter | undefined => {
  const text = withoutMark(script)
  const opening = /^\+\+\+[ \t]*(?:\r?\n|$)/.exec(text)?.[0]
  if (opening === undefined) return undefined
  closingFence.lastIndex = opening.length
  const closing = closingFence.exec(text)
  const inner = text.slice(opening.length, closing?.index)
  return { toml: `\n${inner}`, lines: 1 + inner.split("\n").length, closed: closing !== null }
}

const closingFence = /^\+\+\+[ \t]*\r?$/gm
