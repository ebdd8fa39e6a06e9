/**
 * The strict loader of `manifest.json`. It takes a file whole or says everything that is wrong with it: what a key may hold
 * (`Shape`), what keys ask of each other (`Rules`) and what a list has twice (`Repeats`). Unknown keys are refused, since a key that this version does not know
 * is a typo or meant for another host.
 */
import { Json } from "@lanyard/wire"
import { Result } from "effect"
import { manifest } from "../Constants.ts"
import { isObject } from "../Scalar.ts"
import { complete } from "./Complete.ts"
import * as Issues from "./Issues.ts"
import type { Manifest } from "./Model.ts"
import { type Finding, ManifestRejected, toProblems } from "./Problem.ts"
import * as Repeats from "./Repeats.ts"
import * as Rules from "./Rules.ts"
import * as Shape from "./Shape.ts"

export type * from "./Model.ts"
export { ManifestRejected, type Problem, print } from "./Problem.ts"

/** What a host knows that the file does not. */
export interface Options {
  /** Words of the host that no command may be called by, beside those of `flashWords`. Case does not count. */
  readonly reserved?: ReadonlyArray<string>
}

/** Reads the bytes of a file. Integers have to be written as such (B2); some editors put one byte order mark before all else. */
export const parse = (bytes: Uint8Array, options: Options = {}): Result.Result<Manifest, ManifestRejected> =>
  Result.match(Json.parse(withoutMark(bytes)), {
    onFailure: (reason) => reject([{ at: [], expected: readable[reason._tag] }]),
    onSuccess: (value) => decode(value, options)
  })

/**
 * Reads a file that has been parsed. Total: any value is read or refused. Every problem is told, so a file of very many values,
 * each of which could be one, is refused as such before it is looked at.
 */
export const decode = (value: unknown, options: Options = {}): Result.Result<Manifest, ManifestRejected> => {
  if (!hasAtMost(value, manifest.max_values))
    return reject([{ at: [], expected: `at most ${manifest.max_values} values` }])
  const reserved = new Set((options.reserved ?? []).map((word) => word.toLowerCase()))
  const joint = isObject(value) ? [...Rules.findings(value, reserved), ...Repeats.findings(value)] : []
  return Result.match(Shape.decode(value), {
    onFailure: ({ issue }) => reject([...Issues.findings(issue, value), ...joint]),
    onSuccess: (file) => (joint.length === 0 ? Result.succeed(complete(file)) : reject(joint))
  })
}

/** The words that no command may be called by on any host, lower-case. */
export const flashWords: ReadonlySet<string> = Rules.flashWords

const reject = (findings: ReadonlyArray<Finding>): Result.Result<never, ManifestRejected> => {
  const [first, ...rest] = toProblems(findings)
  return Result.fail(new ManifestRejected({ problems: [first ?? unexplained, ...rest] }))
}

/** Whether a value holds so many values at most, itself included; looks at no more of them. */
const hasAtMost = (value: unknown, limit: number): boolean => {
  const waiting = [value]
  for (let seen = 1; waiting.length > 0; ) {
    const next = waiting.pop()
    if (!Json.isStructure(next)) continue
    const inner = Object.values(next)
    seen += inner.length
    if (seen > limit) return false
    for (const value of inner) waiting.push(value)
  }
  return true
}

const mark = [0xef, 0xbb, 0xbf]

const withoutMark = (bytes: Uint8Array): Uint8Array =>
  mark.every((byte, at) => bytes[at] === byte) ? bytes.subarray(mark.length) : bytes

const unexplained = { path: "", expected: "another value" }

const readable: Readonly<Record<Json.Unreadable["_tag"], string>> = {
  EmptyLine: "a JSON object, not an empty file",
  NotUtf8: "UTF-8",
  ByteOrderMark: "one byte order mark at most",
  NotJson: "JSON",
  NotObject: "one JSON object",
  LoneSurrogate: "no half of a surrogate pair",
  NumberOverflow: "no number beyond the range of a double",
  TooDeep: `no more than ${Json.depthLimit} levels`
}
