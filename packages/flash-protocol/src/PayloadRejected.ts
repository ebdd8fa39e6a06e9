/** The refusal of a payload, and the making of one. No schema is needed for it. */
import { Data, Result } from "effect"

/** A payload broke the contract and no part of it was taken. */
export class PayloadRejected extends Data.TaggedError("PayloadRejected")<{
  /** Where, as in `rows[3].metadata`; empty for the payload itself. */
  readonly path: string
  /** What should be there, in the contract's words. */
  readonly rule: string
  /** The number behind the rule: bytes or a count. */
  readonly limit?: number
}> {
  override get message(): string {
    return this.path === "" ? `expected ${this.rule}` : `${this.path}: expected ${this.rule}`
  }
}

/** The rule that a key of the peer's own choosing breaks; the path has `*` in its place. */
export const noOtherKey = "no key but those of the contract"

/** Names the rule a value at `path` broke. */
export const make = (path: string, rule: string, limit?: number): PayloadRejected =>
  new PayloadRejected(limit === undefined ? { path, rule } : { path, rule, limit })

/** Fails with the rule that a value at `path` broke. */
export const fail = (path: string, rule: string, limit?: number): Result.Result<never, PayloadRejected> =>
  Result.fail(make(path, rule, limit))
