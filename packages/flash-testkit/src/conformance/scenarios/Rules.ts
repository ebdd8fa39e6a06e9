/** Which requirement a payload broke, told from where it was refused; and checks made of such tables. */
import { Rejection } from "@lanyard/flash-protocol"
import { Result } from "effect"
import * as Check from "../Check.ts"
import type * as Requirement from "../Requirement.ts"
import type { Run } from "../Run.ts"
import * as Verdict from "../Verdict.ts"

/** One requirement, and the paths and rules that say that it is broken. */
export type Rule = readonly [requirement: Requirement.Id, path: RegExp, rule?: RegExp]

/** A payload of a run as it was read; nothing where it is none of the rules' business. */
export type Read = (run: Run) => ReadonlyArray<Result.Result<unknown, unknown>>

/** Makes a check for each rule: it fails where some payload is refused by it, and does not apply without a payload. */
export const checks = (rules: ReadonlyArray<Rule>, what: string, read: Read): ReadonlyArray<Check.Check> =>
  rules.map(([requirement, path, rule]) =>
    Check.make(requirement, (run) => {
      const payloads = read(run)
      if (payloads.length === 0) return Verdict.inapplicable(`it sent no ${what}`)
      const broken = payloads.find(
        (payload) =>
          Result.isFailure(payload) &&
          payload.failure instanceof Rejection.PayloadRejected &&
          path.test(payload.failure.path) &&
          (rule === undefined || rule.test(payload.failure.rule))
      )
      // Rejections are free of content.
      return Verdict.of(
        broken !== undefined && Result.isFailure(broken) ? String(messageOf(broken.failure)) : undefined
      )
    })
  )

const messageOf = (failure: unknown) => (failure instanceof Rejection.PayloadRejected ? failure.message : failure)
