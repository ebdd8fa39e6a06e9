/** The requirements that checks prove, in the words of `protocol/requirements.json`. */
import { requirements } from "./requirements.gen.ts"

/** The id of a requirement that some check proves. */
export type Id = keyof typeof requirements

/** Whether a plugin that breaks it does not conform, or only does worse than it could. */
export type Severity = "must" | "should"

/** A requirement. */
export interface Requirement {
  readonly id: Id
  readonly severity: Severity
  /** A sentence. */
  readonly text: string
  /** The document and the heading that say it. */
  readonly spec: string
}

/** Every requirement that some check proves, by id. */
export const ids = Object.keys(requirements) as ReadonlyArray<Id> // Its own keys, and no others.

/** Looks a requirement up. */
export const of = (id: Id): Requirement => {
  const { level, text, spec } = requirements[id]
  return { id, severity: level === "should" ? "should" : "must", text, spec }
}
