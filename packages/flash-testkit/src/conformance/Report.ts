/** What a conformance run found, as data: a row for each check, and the transcript of each scenario. */
import type { Transcript } from "../Transcript.ts"
import type * as Requirement from "./Requirement.ts"
import { Verdict } from "./Verdict.ts"

/** One check and what it found. */
export interface Row {
  readonly requirement: Requirement.Requirement
  /** The scenario whose plan shows it; `every scenario` for what must hold throughout. */
  readonly scenario: string
  readonly verdict: Verdict
}

/** One scenario that was played. */
export interface Played {
  readonly name: string
  readonly about: string
  /** Milliseconds it took. */
  readonly millis: number
  readonly transcript: Transcript
}

/** A whole run. */
export interface Report {
  /** The id and version of the plugin, from its manifest. */
  readonly plugin: { readonly id: string; readonly version: string }
  /** In the order of the scenarios. */
  readonly rows: ReadonlyArray<Row>
  readonly played: ReadonlyArray<Played>
  /** Scenarios about surfaces that the manifest does not declare. */
  readonly skipped: ReadonlyArray<string>
  /** Milliseconds all of it took. */
  readonly millis: number
}

/** Tells whether the plugin conforms: no must is broken, and none could not be judged. */
export const conforms = ({ rows }: Report): boolean => !rows.some(isBreach)

/** Tells a row that keeps the plugin from conforming. */
export const isBreach = ({ requirement, verdict }: Row): boolean =>
  requirement.severity === "must" && (verdict._tag === "Failed" || verdict._tag === "Unreached")

/** How many rows there are of each kind. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly warned: number
  readonly inapplicable: number
  readonly unreached: number
}

/** Counts the rows; a broken should is a warning. */
export const counts = ({ rows }: Report): Counts => {
  const of = (tag: Verdict["_tag"], severity?: Requirement.Severity) =>
    rows.filter(
      ({ requirement, verdict }) =>
        verdict._tag === tag && (severity === undefined || severity === requirement.severity)
    ).length
  return {
    passed: of("Passed"),
    failed: of("Failed", "must"),
    warned: of("Failed", "should"),
    inapplicable: of("Inapplicable"),
    unreached: of("Unreached")
  }
}

/** The reason of a verdict, for people; undefined for one that needs none. */
export const reasonOf = Verdict.$match({
  Passed: () => undefined,
  Failed: ({ reason }): string | undefined => reason,
  Inapplicable: ({ reason }) => reason,
  Unreached: ({ waited }) =>
    waited === undefined ? "something broke before it could be judged" : `nothing came before it: ${waited}`
})
