/**
 * Version requirements such as `>=3.11`: one comparator and two or three numbers; and what a program says of its own version
 * (decision S17).
 */
import { Result } from "effect"

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

/** What stood where a program tells its version; `version` is `undefined` when that cannot be read, as in `2.040`. */
export interface Detected {
  readonly text: string
  readonly version: Version | undefined
}

/** What a requirement has to be, in words. */
export const expected =
  'a version requirement: one of >=, <=, >, <, = or nothing, then a version such as "3.11" or "2.40.1-rc.1"'

/** Reads a requirement; without a comparator the version has to be equal. Fails with what is expected. */
export const parse = (text: string): Result.Result<Requirement, string> => {
  const [, operator = "=", rest = ""] = /^(>=|<=|>|<|=)? *([^ ]*)$/.exec(text) ?? []
  const version = readVersion(rest)
  return version === undefined || !isOperator(operator)
    ? Result.fail(expected)
    : Result.succeed({ operator, version, text })
}

/** Writes a requirement the one way that all its spellings share: `2.40` and `= 2.40` are `=2.40.0`. */
export const print = ({ operator, version }: Requirement): string => operator + printVersion(version)

/** Writes a version with all three of its numbers. */
export const printVersion = ({ numbers, prerelease }: Version): string =>
  numbers.join(".") + (prerelease.length === 0 ? "" : `-${prerelease.join(".")}`)

/** Orders versions as Semantic Versioning does: negative when `one` is lower, zero when they are equal. */
export const compare = (one: Version, other: Version): number =>
  one.numbers[0] - other.numbers[0] ||
  one.numbers[1] - other.numbers[1] ||
  one.numbers[2] - other.numbers[2] ||
  comparePrereleases(one.prerelease, other.prerelease)

/** Whether a version is what a requirement asks for. */
export const isSatisfied = ({ operator, version: bound }: Requirement, version: Version): boolean => {
  const order = compare(version, bound)
  switch (operator) {
    case ">=":
      return order >= 0
    case "<=":
      return order <= 0
    case ">":
      return order > 0
    case "<":
      return order < 0
    case "=":
      return order === 0
  }
}

/**
 * Says why a version fails a requirement that its release would meet, for that surprises: a prerelease sorts below its release.
 * `undefined` in every other case.
 */
export const prereleaseNote = (requirement: Requirement, version: Version): string | undefined => {
  const release: Version = { numbers: version.numbers, prerelease: [] }
  return version.prerelease.length > 0 && !isSatisfied(requirement, version) && isSatisfied(requirement, release)
    ? `${printVersion(version)} is a prerelease, which sorts below ${printVersion(release)}`
    : undefined
}

/**
 * Finds the version in what a program printed: in the first word of two or three numbers with dots between, perhaps behind a `v`,
 * before a `-` and what follows it, and inside brackets or before punctuation. `undefined` where no word is like that.
 */
export const detect = (output: string): Detected | undefined => {
  for (const [word] of output.matchAll(/\S+/g)) {
    const text = bare(word)
    if (/^\d+\.\d+(?:\.\d+)?(?:-|$)/.test(text)) return { text, version: readVersion(text) }
  }
  return undefined
}

const number = "(?:0|[1-9]\\d*)"
const identifier = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)"
const identifiers = `${identifier}(?:\\.${identifier})*`

/** A whole semantic version, as a module has one: three numbers, with an optional `v`, prerelease and build metadata. */
export const moduleVersion = new RegExp(
  `^v?${number}\\.${number}\\.${number}(?:-${identifiers})?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`
)

const versionPattern = new RegExp(`^(${number})\\.(${number})(?:\\.(${number}))?(?:-(${identifiers}))?$`)

const readVersion = (text: string): Version | undefined => {
  const found = versionPattern.exec(text)
  if (found === null) return undefined
  const [, major = "0", minor = "0", patch = "0", prerelease] = found
  const numbers = [Number(major), Number(minor), Number(patch)] as const
  // A larger number would compare as another one.
  return numbers.every(Number.isSafeInteger) ? { numbers, prerelease: prerelease?.split(".") ?? [] } : undefined
}

const isOperator = (text: string): text is Requirement["operator"] => [">=", "<=", ">", "<", "="].includes(text)

const punctuation = new Set(",;()[]")

const bare = (word: string): string => {
  let start = 0
  let end = word.length
  while (start < end && punctuation.has(word.charAt(start))) start += 1
  while (end > start && punctuation.has(word.charAt(end - 1))) end -= 1
  return word.slice(word.charAt(start) === "v" ? start + 1 : start, end)
}

const comparePrereleases = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  if (one.length === 0 || other.length === 0) return Math.sign(other.length - one.length)
  for (const [index, left] of one.entries()) {
    const right = other[index]
    if (right === undefined) return 1
    const order = compareIdentifiers(left, right)
    if (order !== 0) return order
  }
  return one.length - other.length
}

/** Numbers are below words; a number of any length is compared by its digits, of which it has no more than it needs. */
const compareIdentifiers = (one: string, other: string): number => {
  const [left, right] = [/^\d+$/.test(one), /^\d+$/.test(other)]
  if (left !== right) return left ? -1 : 1
  if (left && one.length !== other.length) return one.length - other.length
  return one === other ? 0 : one < other ? -1 : 1
}
