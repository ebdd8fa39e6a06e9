/**
 * Events that were read and not handled yet. While there is room every one is kept, in order. Without room an event that
 * supersedes earlier ones waits in the slot of its key, where a newer one takes its place; any other is dropped. There is
 * no clock and no fiber in here; the structure changes in place.
 */
import { Constants } from "@lanyard/flash-protocol"

/** What a backlog holds at most; all are inclusive. */
export interface Limits {
  /** Ordinary frames. */
  readonly frames: number
  /** Bytes of ordinary frames; what waits in slots does not count. */
  readonly bytes: number
  /** Keys that have a slot. */
  readonly slots: number
}

/** The limits of the contract. */
export const limits: Limits = {
  frames: Constants.transport.plugin_event_frames,
  bytes: Constants.transport.plugin_event_bytes,
  slots: Constants.transport.plugin_replacement_slots
}

/** Events that wait. */
export interface Backlog<A> {
  readonly limits: Limits
  /** In order of arrival. */
  readonly ordinary: Map<number, Held<A>>
  /** In order of the newest arrival of each key. */
  readonly slots: Map<string, Held<A>>
  bytes: number
  serial: number
}

interface Held<A> {
  readonly event: A
  readonly serial: number
  readonly bytes: number
}

/** Starts an empty backlog. */
export const make = <A>(bounds: Limits = limits): Backlog<A> => ({
  limits: bounds,
  ordinary: new Map(),
  slots: new Map(),
  bytes: 0,
  serial: 0
})

/** Takes an event in; false says that it was dropped. `key` names what it supersedes, if it supersedes anything. */
export const offer = <A>(self: Backlog<A>, event: A, bytes: number, key?: string): boolean => {
  const held = { event, serial: self.serial++, bytes }
  if (self.ordinary.size < self.limits.frames && self.bytes + bytes <= self.limits.bytes) {
    self.ordinary.set(held.serial, held)
    self.bytes += bytes
    return true
  }
  if (key === undefined || (!self.slots.has(key) && self.slots.size >= self.limits.slots)) return false
  // Deleting first moves the key to the end: its slot stands where its newest event does.
  self.slots.delete(key)
  self.slots.set(key, held)
  return true
}

/** Takes the oldest event out; undefined when none waits. */
export const take = <A>(self: Backlog<A>): A | undefined => {
  const ordinary = first(self.ordinary)
  const slot = first(self.slots)
  if (slot !== undefined && (ordinary === undefined || slot[1].serial < ordinary[1].serial)) {
    self.slots.delete(slot[0])
    return slot[1].event
  }
  if (ordinary === undefined) return undefined
  self.ordinary.delete(ordinary[0])
  self.bytes -= ordinary[1].bytes
  return ordinary[1].event
}

const first = <K, V>(entries: ReadonlyMap<K, V>): readonly [K, V] | undefined => {
  for (const entry of entries) return entry
  return undefined
}
