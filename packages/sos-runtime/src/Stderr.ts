/** What a module wrote to stderr, as text for people: the beginning of it, without secrets. */
import type { Collect } from "@lanyard/process"
import type { Redactor } from "./secrets/Redaction.ts"

/** Decodes what was kept, replaces secrets, the beginning of one at the cut too, and says how much was left out. */
export const text = ({ bytes, omitted }: Collect.Output, redactor: Redactor): string => {
  // Streaming, so that a character cut in two is left out and hides no secret before it.
  const decoded = new TextDecoder().decode(bytes, { stream: omitted > 0 })
  if (omitted === 0) return redactor.text(decoded)
  return `${redactor.cut(decoded)}\n[${omitted} more bytes of stderr were left out]\n`
}
