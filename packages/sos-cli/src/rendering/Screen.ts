/** What people read problems on. */
import { Context } from "effect"

/** How text is marked. */
export interface Marks {
  readonly place: (text: string) => string
  readonly error: (text: string) => string
  readonly warning: (text: string) => string
  readonly faint: (text: string) => string
}

const same = (text: string) => text
const marked = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`

/** Nothing is marked. */
export const plain: Marks = { place: same, error: same, warning: same, faint: same }

/** Terminal colours. */
export const coloured: Marks = { place: marked(1), error: marked(31), warning: marked(33), faint: marked(2) }

/** Where standard error goes; to a file or a pipe unless someone knows better. */
export const Screen = Context.Reference<{ readonly marks: Marks; readonly excerpts: boolean }>(
  "@lanyard/sos-cli/Screen",
  { defaultValue: () => ({ marks: plain, excerpts: false }) }
)
