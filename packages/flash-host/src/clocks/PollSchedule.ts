/**
 * When the registrations of all plugins are due. Time is an argument, in monotonic milliseconds, so that a day of polling
 * is tested without one. Each tick may come as late as its slack allows; whatever else is due by then shares its wake-up.
 */
import { Poll, PollDiff } from "@lanyard/flash-protocol"
import { Order } from "effect"
import * as Alarm from "./Alarm.ts"

/** The registrations by owner; changed in place. */
export interface PollSchedule {
  readonly owners: Map<string, Owned>
}

/** The complete set of one owner, with its deadlines that have fired. */
interface Owned {
  readonly registrations: Poll.Registrations
  readonly armings: ReadonlyMap<string, Arming>
}

/** One arming of a registration: a changed or repeated name gets another. */
interface Arming {
  readonly registration: Poll.Registration
  /** The next time of a cadence, or of a deadline; `Infinity` once that has fired. */
  due: number
}

/** A registration that is due. */
export interface Tick {
  readonly owner: string
  readonly name: string
  /** The time it is for; the earliest one where several were missed. */
  readonly time: number
  readonly arming: Arming
}

/** Starts a schedule without registrations. */
export const make = (): PollSchedule => ({ owners: new Map() })

/** Replaces the set of an owner. What did not change keeps its time, or stays fired; the rest counts from `now`. */
export const set = (self: PollSchedule, owner: string, registrations: Poll.Registrations, now: number): void => {
  const before = self.owners.get(owner)
  const unchanged = new Set(PollDiff.diff(before?.registrations ?? new Map(), registrations).unchanged)
  const armings = new Map<string, Arming>()
  for (const [name, registration] of registrations) {
    const kept = unchanged.has(name) ? before?.armings.get(name) : undefined
    armings.set(name, kept ?? { registration, due: now + registration.millis })
  }
  if (armings.size === 0) self.owners.delete(owner)
  else self.owners.set(owner, { registrations, armings })
}

/** Ends everything that an owner registered. */
export const release = (self: PollSchedule, owner: string): void => void self.owners.delete(owner)

/**
 * Takes every tick that is due by `now`, the longest due first, then by owner and name. A cadence goes on at the next time
 * of its grid, however many it has missed, and a deadline is over.
 */
export const take = (self: PollSchedule, now: number): ReadonlyArray<Tick> => {
  const due: Array<Tick> = []
  for (const [owner, { armings }] of self.owners) {
    for (const [name, arming] of armings) {
      if (arming.due > now) continue
      const { kind, millis } = arming.registration
      due.push({ owner, name, arming, time: arming.due })
      arming.due = kind === "every" ? Alarm.next(arming.due, millis, now) : Number.POSITIVE_INFINITY
    }
  }
  return due.sort(byTime)
}

/** Tells whether the arming of a tick still stands: it was neither replaced nor dropped since. */
export const stands = (self: PollSchedule, { owner, name, arming }: Tick): boolean =>
  self.owners.get(owner)?.armings.get(name) === arming

/** The latest time by which some tick must have been taken; `Infinity` when there is none. */
export const wakeAt = (self: PollSchedule): number => {
  let first = Number.POSITIVE_INFINITY
  for (const { armings } of self.owners.values()) {
    for (const { registration, due } of armings.values()) first = Math.min(first, due + slack(registration))
  }
  return first
}

/**
 * Milliseconds that a tick may be late. A deadline of nothing fires at once; and a cadence is late by half its period at
 * most, or it would run into its next time and lose a tick.
 */
export const slack = ({ kind, millis, priority }: Poll.Registration): number => {
  if (millis === 0) return 0
  return kind === "every" ? Math.min(Poll.slack(priority), Math.floor(millis / 2)) : Poll.slack(priority)
}

const byTime: Order.Order<Tick> = Order.combineAll<Tick>([
  Order.mapInput(Order.Number, ({ time }) => time),
  Order.mapInput(Order.String, ({ owner }) => owner),
  Order.mapInput(Order.String, ({ name }) => name)
])
