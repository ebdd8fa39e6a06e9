/**
 * Requests awaiting replies. Ids are positive, only grow, and are settled exactly once: whoever takes an entry out owns
 * its outcome. There is no clock and no pipe in here. The table changes in place, because it is touched twice a call.
 */
import { Violation } from "./Violation.ts"

/** The waiting requests of one connection. */
export interface Pending<A> {
  /** Waiting entries by id, oldest first. */
  readonly entries: Map<number, A>
  /** The first id this connection gave out; smaller ones belong to an earlier attempt (decision F3). */
  readonly firstId: number
  nextId: number
}

/** Starts a table whose first id is `firstId`, a positive safe integer. */
export const make = <A>(firstId = 1): Pending<A> => ({ entries: new Map(), firstId, nextId: firstId })

/** Adds an entry under the next id and returns that id. */
export const add = <A>(self: Pending<A>, entry: A): number => {
  const id = self.nextId++
  self.entries.set(id, entry)
  return id
}

/** Takes the entry of `id` out, or says why no one waits for it (decision B2: ids compare as numbers only). */
export const settle = <A>(self: Pending<A>, id: number): A | UnexpectedReply => {
  const entry = self.entries.get(id)
  if (entry === undefined) {
    return id >= self.firstId && id < self.nextId ? Violation.LateReply({ id }) : Violation.UnknownReply({ id })
  }
  self.entries.delete(id)
  return entry
}

/** Takes the entry of `id` out if it still waits; a reply to it is late from now on. */
export const forget = <A>(self: Pending<A>, id: number): boolean => self.entries.delete(id)

/** Takes every entry out, oldest first. */
export const drain = <A>(self: Pending<A>): ReadonlyArray<A> => {
  const entries = [...self.entries.values()]
  self.entries.clear()
  return entries
}

/** A reply that no request waits for. */
export type UnexpectedReply = Extract<Violation, { readonly _tag: "LateReply" | "UnknownReply" }>
