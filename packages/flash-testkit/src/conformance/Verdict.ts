/** What a check found. A reason says what is wrong and where, and never repeats what a plugin wrote. */
import { Data } from "effect"

/** What a check found. */
export type Verdict = Data.TaggedEnum<{
  Passed: {}
  Failed: { readonly reason: string }
  /** The plugin showed nothing that the rule is about. */
  Inapplicable: { readonly reason: string }
  /** The plugin did not get as far as the rule; `waited` is what did not come before it, if anything was waited for. */
  Unreached: { readonly waited?: string }
}>
/** Builds verdicts and tells them apart. */
export const Verdict = Data.taggedEnum<Verdict>()

/** The rule holds. */
export const passed: Verdict = Verdict.Passed()

/** Something before the rule broke. */
export const unreached: Verdict = Verdict.Unreached({})

/** The rule is broken. */
export const failed = (reason: string): Verdict => Verdict.Failed({ reason })

/** The rule has nothing to judge. */
export const inapplicable = (reason: string): Verdict => Verdict.Inapplicable({ reason })

/** Passes when there is no reason against it. */
export const of = (reason: string | undefined): Verdict => (reason === undefined ? passed : failed(reason))

/** Joins what several runs, or several looks at one, found: the worst decides, and nothing at all does not apply. */
export const all = (verdicts: Iterable<Verdict>): Verdict => {
  let worst: Verdict | undefined
  for (const verdict of verdicts) if (worst === undefined || rank[verdict._tag] < rank[worst._tag]) worst = verdict
  return worst ?? inapplicable("nothing to judge")
}

const rank: Readonly<Record<Verdict["_tag"], number>> = { Failed: 0, Unreached: 1, Passed: 2, Inapplicable: 3 }
