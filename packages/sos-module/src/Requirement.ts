/** Version requirements such as `>=3.11`: one comparator and two or three numbers (decision S17). */

/** A semantic version without its build metadata; `prerelease` is empty for a release. */
export interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number]
  readonly prerelease: ReadonlyArray<string>
}

/** What a detected version is compared with, and how it was written. */
export interface Requirement {
  readonly operator: ">=" | "<=" | ">" | "<" | "="
  readonly version: Version
  readonly text: string
}
