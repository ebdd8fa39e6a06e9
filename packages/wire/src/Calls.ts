/**
 * The calls of one connection that wait for a reply: each is settled exactly once, by its reply, its deadline or the end of the
 * connection. Resuming a caller that was interrupted has no effect.
 */
import { type Clock, Effect, Exit } from "effect"
import { type CallFailure, DeadlineExceeded, MalformedReply } from "./PeerFailure.ts"
import * as Pending from "./Pending.ts"
import * as Sweep from "./Sweep.ts"
import type { Violation } from "./Violation.ts"

/** Resumes the fiber that waits for a reply. */
export type Resume<Body> = (outcome: Effect.Effect<Body, CallFailure>) => void

/** The waiting calls of one connection. */
export interface Calls<Body> {
  /** Waits for a reply for `millis` from now; returns the id that the reply must name. */
  readonly add: (millis: number, resume: Resume<Body>) => number
  /** Settles a call with its reply; a reply that no call waits for is a violation. */
  readonly reply: (id: number, body: Body) => Violation | undefined
  /** Settles a call whose reply is unusable; returns the violation. */
  readonly malformed: (violation: Extract<Violation, { readonly _tag: "MalformedReply" }>) => Violation
  /** Resumes the calls that replies have settled, in the order of these. */
  readonly resume: () => void
  /** Lets an interrupted call go. */
  readonly forget: (id: number) => void
  /** Resumes the calls that replies have settled, then fails every waiting one. */
  readonly failAll: (failure: CallFailure) => void
  readonly count: () => number
  readonly nextId: () => number
}

/** Makes an empty table that counts ids from `firstId`. */
export const make = <Body>(clock: Clock.Clock, firstId?: number): Calls<Body> => {
  const pending = Pending.make<Waiting<Body>>(firstId)

  const expire = (time: number): number => {
    const due: Array<Waiting<Body>> = []
    for (const [id, waiting] of pending.entries) {
      if (waiting.due > time) continue
      Pending.forget(pending, id)
      due.push(waiting)
    }
    // Resumed fibers run at once and may call again, so the table is settled before the first of them.
    for (const waiting of due) waiting.resume(Effect.fail(new DeadlineExceeded({ millis: waiting.millis })))
    let next = Number.POSITIVE_INFINITY
    for (const waiting of pending.entries.values()) next = Math.min(next, waiting.due)
    return next
  }

  const sweep = Sweep.make(clock, expire)
  const rest = () => {
    if (pending.entries.size === 0) sweep.disarm()
  }
  let settled: Array<Settled<Body>> = []
  const resume = () => {
    if (settled.length === 0) return
    const ready = settled
    settled = []
    for (const { outcome, resume } of ready) resume(outcome)
    // After the callers: one that asks again at once goes on with the same wake-up.
    rest()
  }

  return {
    add: (millis, resume) => {
      const due = Sweep.now(clock) + millis
      sweep.arm(due)
      return Pending.add(pending, { resume, due, millis })
    },
    reply: (id, body) => {
      const waiting = Pending.settle(pending, id)
      if ("_tag" in waiting) return waiting
      settled.push({ resume: waiting.resume, outcome: Exit.succeed(body) })
      return undefined
    },
    malformed: (violation) => {
      const waiting = Pending.settle(pending, violation.id)
      if ("_tag" in waiting) return waiting
      settled.push({ resume: waiting.resume, outcome: Exit.fail(new MalformedReply({ id: violation.id })) })
      return violation
    },
    resume,
    forget: (id) => {
      Pending.forget(pending, id)
      rest()
    },
    failAll: (failure) => {
      resume()
      for (const { resume } of Pending.drain(pending)) resume(Effect.fail(failure))
      rest()
    },
    count: () => pending.entries.size,
    nextId: () => pending.nextId
  }
}

interface Settled<Body> {
  readonly resume: Resume<Body>
  readonly outcome: Exit.Exit<Body, CallFailure>
}

interface Waiting<Body> {
  readonly resume: Resume<Body>
  /** Monotonic milliseconds. */
  readonly due: number
  readonly millis: number
}
