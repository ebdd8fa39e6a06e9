/**
 * What a new set of registrations changes. A registration is the same as before only if its name, kind, milliseconds and
 * priority are; everything else is armed afresh or released.
 */
import type { Registration, Registrations } from "./Poll.ts"

/** The names of two sets, each in exactly one list: the first three in the order of the new set. */
export interface PollDiff {
  /** Keep running: a cadence on its grid, a pending deadline until its original time. One that has fired stays fired. */
  readonly unchanged: ReadonlyArray<string>
  /** Are armed afresh from the receipt of the set, even if they had fired. */
  readonly changed: ReadonlyArray<string>
  /** Were not there before, and are armed. */
  readonly added: ReadonlyArray<string>
  /** Are released, in the order of the previous set. */
  readonly dropped: ReadonlyArray<string>
}

/** Compares a set with the one it replaces, which still holds the deadlines that have fired. */
export const diff = (previous: Registrations, next: Registrations): PollDiff => {
  const unchanged: Array<string> = []
  const changed: Array<string> = []
  const added: Array<string> = []
  for (const [name, registration] of next) {
    const before = previous.get(name)
    const list = before === undefined ? added : isSame(before, registration) ? unchanged : changed
    list.push(name)
  }
  return { unchanged, changed, added, dropped: [...previous.keys()].filter((name) => !next.has(name)) }
}

const isSame = (one: Registration, other: Registration): boolean =>
  one.kind === other.kind && one.millis === other.millis && one.priority === other.priority
