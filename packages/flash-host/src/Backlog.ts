/**
 * Events that one reader has not taken yet. Each plugin has a room for its lifecycle and another for all else, so that a
 * flood costs only the plugin that caused it, and never what its reader must know. A full room loses its oldest.
 */
import { type HostEvent, isLifecycle, wordsOf } from "./HostEvent.ts"

/** Events of one plugin in one room. */
export const capacity = 256

/** Characters of a plugin's own words in one room. One event is kept however long it is, and no frame is over its cap. */
export const budget = 4 * 1024 * 1024

/** Waiting events. */
export interface Backlog {
  readonly rooms: Map<string, Room>
  offered: number
}

/** Starts a backlog without events. */
export const make = (): Backlog => ({ rooms: new Map(), offered: 0 })

/** Adds an event; the oldest in its room make way as long as there are too many or they say too much. */
export const offer = (self: Backlog, event: HostEvent): void => {
  const key = `${isLifecycle(event) ? "lifecycle" : "other"} ${event.plugin}`
  const room = self.rooms.get(key) ?? { waiting: [], words: 0 }
  self.rooms.set(key, room)
  const words = wordsOf(event)
  while (room.waiting.length >= capacity || (room.waiting.length > 0 && room.words + words > budget)) {
    room.words -= room.waiting.shift()?.words ?? 0
  }
  room.waiting.push({ order: self.offered++, event, words })
  room.words += words
}

/** Takes everything, in the order in which it was offered; undefined when there is nothing. */
export const takeAll = (self: Backlog): ReadonlyArray<HostEvent> | undefined => {
  if (self.rooms.size === 0) return undefined
  const waiting = [...self.rooms.values()].flatMap((room) => room.waiting).toSorted((a, b) => a.order - b.order)
  self.rooms.clear()
  return waiting.map(({ event }) => event)
}

interface Room {
  readonly waiting: Array<Waiting>
  words: number
}

interface Waiting {
  readonly order: number
  readonly event: HostEvent
  readonly words: number
}
