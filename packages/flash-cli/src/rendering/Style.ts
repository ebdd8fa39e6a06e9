/** How text is marked where people read it. */
import { Context } from "effect"

/** The marks of a screen. */
export interface Style {
  readonly title: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly faint: (text: string) => string
}

const same = (text: string) => text
const marked = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`

/** Plain lines, for pipes and files. */
export const plain: Style = { title: same, good: same, bad: same, faint: same }

/** Terminal colours. */
export const coloured: Style = { title: marked(1), good: marked(32), bad: marked(31), faint: marked(2) }

/** How answers are marked; plain unless someone knows that they go to a terminal. */
export const Marks = Context.Reference<Style>("@lanyard/flash-cli/Marks", { defaultValue: () => plain })
