/** Holds replies to a deadline. A loaded machine makes one late now and then, so the fastest counts. */
import * as Check from "../Check.ts"
import type * as Requirement from "../Requirement.ts"
import * as Run from "../Run.ts"
import * as Verdict from "../Verdict.ts"

/** The fastest reply of a method came within so many milliseconds. */
export const inTime = (requirement: Requirement.Id, method: string, deadline: number): Check.Check =>
  Check.make(requirement, (run) => {
    if (!run.asked.some((asked) => asked.method === method)) return Verdict.unreached
    const taken = Run.replies(run).flatMap(({ asked, millis }) => (asked.method === method ? [millis] : []))
    const fastest = Math.min(...taken)
    return Verdict.of(
      fastest <= deadline
        ? undefined
        : taken.length === 0
          ? "no reply"
          : `the fastest reply took ${fastest.toFixed(0)} of ${deadline} ms`
    )
  })
