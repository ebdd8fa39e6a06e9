/** How far a program may be taken beyond its words. */

/** How far an interpretation may go, least first. */
export const interpretationRanks = ["canonical", "assisted", "semantic"] as const
export type Interpretation = (typeof interpretationRanks)[number]

/** How far a program may rely on judgment, least first. */
export const judgmentRanks = ["deny", "explicit", "semantic"] as const
export type Judgment = (typeof judgmentRanks)[number]
