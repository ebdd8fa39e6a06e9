/**
 * Counts what repeats: the first of a kind is told and opens a window of 10 s, the others in it are counted and told once as
 * a total. Time is an argument, so that a flood is tested without one. The table changes in place, for a flood is what it
 * is there for; it holds one window for each plugin and kind, and forgets those that are over.
 */
import { Diagnostics } from "@lanyard/process"
import type { Repetition } from "./HostEvent.ts"

/** Length of a window, in milliseconds; the same as for a child's stderr. */
export const windowMillis = Diagnostics.windowMillis

/** How often one kind was counted and not told. */
export interface Total extends Repetition {
  readonly plugin: string
  readonly count: number
}

/** The windows that are open. */
export interface Tally {
  readonly windows: Map<string, Window>
}

/** Starts a table without windows. */
export const make = (): Tally => ({ windows: new Map() })

/** Tells whether this one is the first of its window, at `now` in monotonic milliseconds; if not, it was counted. */
export const isFirst = (self: Tally, plugin: string, repetition: Repetition, now: number): boolean => {
  const key = `${repetition.of} ${repetition.kind} ${plugin}`
  const open = self.windows.get(key)
  // A window that counted stays open until its total is taken, so that no count is lost.
  if (open !== undefined && (open.count > 0 || now < open.opened + windowMillis)) {
    open.count++
    return false
  }
  self.windows.set(key, { plugin, ...repetition, opened: now, count: 0 })
  return true
}

/** Closes the windows that are over by `now` and returns the totals of those that counted. */
export const close = (self: Tally, now: number): ReadonlyArray<Total> => {
  const totals: Array<Total> = []
  for (const [key, { opened, ...total }] of self.windows) {
    if (now < opened + windowMillis) continue
    self.windows.delete(key)
    if (total.count > 0) totals.push(total)
  }
  return totals
}

/** When the first total can be told; `Infinity` while nothing is counted. */
export const closesAt = (self: Tally): number => {
  let first = Number.POSITIVE_INFINITY
  for (const { count, opened } of self.windows.values()) {
    if (count > 0) first = Math.min(first, opened + windowMillis)
  }
  return first
}

interface Window extends Repetition {
  readonly plugin: string
  readonly opened: number
  count: number
}
