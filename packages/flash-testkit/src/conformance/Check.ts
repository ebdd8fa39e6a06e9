/** One assertion about a plugin, proved by one requirement; and the shapes that most of them have. */
import { Response } from "@lanyard/flash-protocol"
import { Json } from "@lanyard/wire"
import type * as Requirement from "./Requirement.ts"
import * as Run from "./Run.ts"
import * as Verdict from "./Verdict.ts"

/** A check. `judge` sees one run; where a check belongs to every scenario, what they found is joined. */
export interface Check {
  readonly requirement: Requirement.Id
  readonly judge: (run: Run.Run) => Verdict.Verdict
}

/** Makes a check. */
export const make = (requirement: Requirement.Id, judge: Check["judge"]): Check => ({ requirement, judge })

/** Something that is asked under a name is answered, and there is no reason against the result. */
export const answers = (
  requirement: Requirement.Id,
  names: string | ReadonlyArray<string>,
  against: (result: Response.Body, name: string) => string | undefined = () => undefined
): Check =>
  make(requirement, (run) =>
    Verdict.all([names].flat().map((name) => answered(run, name, (result) => against(result, name))))
  )

/** Judges the reply to one named request. */
export const answered = (
  run: Run.Run,
  name: string,
  against: (result: Response.Body) => string | undefined
): Verdict.Verdict => {
  const asked = Run.askedAs(run, name)
  if (asked === undefined) return Verdict.unreached
  const [reply] = Run.repliesTo(run, asked.id)
  if (reply === undefined) return Verdict.failed(`${name}: no reply`)
  const { result } = reply.frame
  const reason = isBody(result) ? against(result) : "the result is no object"
  return Verdict.of(reason === undefined ? undefined : `${name}: ${reason}`)
}

/** What was written before a barrier gets no reply under these ids, which the run had not used for requests of its own. */
export const ignores = (requirement: Requirement.Id, barrier: string, ...ids: ReadonlyArray<number>): Check =>
  make(requirement, (run) => {
    const answered = ids.filter((id) => Run.repliesTo(run, id).length > 0)
    if (answered.length > 0) return Verdict.failed(`replies to ${answered.join(" and ")}, which it had to ignore`)
    return Run.askedAs(run, barrier) === undefined ? Verdict.unreached : Verdict.passed
  })

/** The plugin still answers behind what was written before these barriers. */
export const survives = (requirement: Requirement.Id, ...barriers: ReadonlyArray<string>): Check =>
  answers(requirement, barriers, (result) => (result.ok === true ? undefined : "a reply that is no yes"))

/** Says how a result differs from the only lawful one. */
export const exactly =
  (expected: Response.Body) =>
  (result: Response.Body): string | undefined =>
    same(expected, result) ? undefined : `expected exactly ${JSON.stringify(expected)}`

/** Says that a result is no lawful refusal with this text. */
export const refusal = (error: string) => exactly(Response.failure(error))

/** Says that a result is no yes. */
export const yes = (result: Response.Body): string | undefined =>
  result.ok === true ? undefined : "expected ok to be true"

const isBody = (value: unknown): value is Response.Body => Json.isObject(value)

/** Equal objects of scalars, whatever the order of their keys. */
const same = (left: Response.Body, right: Response.Body): boolean => {
  const names = Object.keys(left)
  return names.length === Object.keys(right).length && names.every((name) => Object.is(left[name], right[name]))
}

/** A request that was written by hand before a barrier gets one reply, a yes. */
export const repliesTo = (requirement: Requirement.Id, barrier: string, id: number): Check =>
  make(requirement, (run) => {
    if (Run.askedAs(run, barrier) === undefined) return Verdict.unreached
    const replies = Run.repliesTo(run, id)
    return Verdict.of(replies.length === 1 ? undefined : `${replies.length} replies to ${id}`)
  })

/** Joins checks of one requirement. */
export const both = (requirement: Requirement.Id, ...checks: ReadonlyArray<Check>): Check =>
  make(requirement, (run) => Verdict.all(checks.map(({ judge }) => judge(run))))
