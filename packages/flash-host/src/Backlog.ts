/**
 * Events that one reader has not taken yet. Each plugin has a room for its lifecycle and another for all else, so that a
 * flood costs only the plugin that caused it, and never what its reader must know. A full room loses its oldest.
 */
import { type HostEvent, isLifecycle } from "./HostEvent.ts"

/** Events of one plugin in one room. */
export const capacity = 256

/** Waiting events. */
export interface Backlog {
  readonly rooms: Map<string, Array<Waiting>>
  offered: number
}

/** Starts a backlog without events. */
export const make = (): Backlog => ({ rooms: new Map(), offered: 0 })

/** Adds an event; one more than `capacity` in its room pushes the oldest out. */
export const offer = (self: Backlog, event: HostEvent): void => {
  const key = `${isLifecycle(event) ? "lifecycle" : "other"} ${event.plugin}`
  const room = self.rooms.get(key) ?? []
  self.rooms.set(key, room)
  if (room.length >= capacity) room.shift()
  room.push({ order: self.offered++, event })
}

/** Takes everything, in the order in which it was offered. */
export const takeAll = (self: Backlog): ReadonlyArray<HostEvent> => {
  const waiting = [...self.rooms.values()].flat().toSorted((a, b) => a.order - b.order)
  self.rooms.clear()
  return waiting.map(({ event }) => event)
}

interface Waiting {
  readonly order: number
  readonly event: HostEvent
}
