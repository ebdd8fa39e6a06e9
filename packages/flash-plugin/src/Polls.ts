/**
 * Every wake-up of a plugin, driven by the host's clock: a plugin arms no timers of its own. Each change sends the complete
 * set again, and each arming has a name of its own, so that a tick for one that is gone reaches nobody.
 */
import { Poll } from "@lanyard/flash-protocol"
import { Duration, Effect, Result } from "effect"
import type * as Work from "./Work.ts"

/** How soon after its time a wake-up has to come; `normal` unless told otherwise. */
export interface PollOptions {
  readonly priority?: Poll.Priority
}

/** A cadence. */
export interface Interval {
  /** Its name on the wire. */
  readonly name: string
  /** Stops the ticks; `setPeriod` starts them again. */
  readonly cancel: () => void
  /** Ticks with another period from now on. One that the host would refuse changes nothing. */
  readonly setPeriod: (period: Duration.Input) => void
}

/** Something that happens once. */
export interface Deadline {
  /** Its name on the wire. */
  readonly name: string
  /** Whether it was armed at all; one that the host would refuse never happens. */
  readonly isArmed: boolean
  readonly cancel: () => void
}

/** The wake-ups of one plugin. */
export interface Polls {
  /** Does the work each time a period is over, the first time after one; a tick that finds it still running is dropped. */
  readonly interval: (period: Duration.Input, work: () => Work.Work<unknown>, options?: PollOptions) => Interval
  /** Does the work once, after the delay. */
  readonly after: (delay: Duration.Input, work: () => Work.Work<unknown>, options?: PollOptions) => Deadline
  /** Waits; interrupting it gives the wake-up back. A delay that the host would refuse is over at once. */
  readonly wait: (delay: Duration.Input, options?: PollOptions) => Effect.Effect<void>
}

/** What wake-ups need of the plugin around them. */
export interface Surroundings {
  /** Sends the params of a complete set. */
  readonly publish: (params: object) => unknown
  /** Tells why a wake-up is none, free of content. */
  readonly refused: (reason: string) => void
  /** Runs the author's work and calls back when it is over; it cannot fail any more. */
  readonly run: (work: () => Work.Work<unknown>, done: () => void) => unknown
}

/** Makes an empty set, and what takes its ticks: the name of a registration that came due. */
export const make = ({ publish, refused, run }: Surroundings): readonly [Polls, (name: string) => void] => {
  const armed = new Map<string, Armed>()
  let serial = 0

  const set = (): Poll.Registrations =>
    new Map([...armed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { registration }]) => [name, registration]))

  const send = () =>
    Result.match(Poll.encode(set()), { onFailure: ({ message }) => refused(message), onSuccess: publish })

  const arm = (name: string, registration: Poll.Registration, tick: () => void): boolean => {
    const checked = Poll.encode(new Map([...set(), [name, registration]]))
    if (Result.isFailure(checked)) {
      refused(checked.failure.message)
      return false
    }
    armed.set(name, { registration: { ...registration, millis: Math.ceil(registration.millis) }, tick })
    send()
    return true
  }

  const disarm = (name: string) => {
    if (armed.delete(name)) send()
  }

  const deadline = (delay: Duration.Input, tick: () => void, { priority = "normal" }: PollOptions = {}): Deadline => {
    const name = `d${++serial}`
    const once = () => {
      disarm(name)
      tick()
    }
    const isArmed = arm(name, { kind: "after", millis: Duration.toMillis(delay), priority }, once)
    return { name, isArmed, cancel: () => disarm(name) }
  }

  const polls: Polls = {
    interval: (period, work, { priority = "normal" } = {}) => {
      const name = `i${++serial}`
      let isRunning = false
      const tick = () => {
        if (isRunning) return
        isRunning = true
        run(work, () => {
          isRunning = false
        })
      }
      const setPeriod = (next: Duration.Input) => {
        arm(name, { kind: "every", millis: Duration.toMillis(next), priority }, tick)
      }
      setPeriod(period)
      return { name, cancel: () => disarm(name), setPeriod }
    },
    after: (delay, work, options) => deadline(delay, () => run(work, () => {}), options),
    wait: (delay, options) =>
      Effect.callback((resume) => {
        const { cancel, isArmed } = deadline(delay, () => resume(Effect.void), options)
        if (!isArmed) resume(Effect.void)
        return Effect.sync(cancel)
      })
  }
  return [polls, (name) => armed.get(name)?.tick()]
}

interface Armed {
  readonly registration: Poll.Registration
  readonly tick: () => void
}
