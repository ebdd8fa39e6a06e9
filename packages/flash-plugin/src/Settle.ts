/**
 * Waits until a burst of changes has settled, then tells once of everything that changed. A burst that goes on is told of
 * when its ceiling is reached. The wait is a wake-up of the host's; changes in between cost it nothing.
 */
import { Duration } from "effect"
import type { Host } from "./Host.ts"
import type { Deadline, PollOptions } from "./Polls.ts"
import type { Work } from "./Work.ts"

/** How long a burst is waited for. */
export interface SettleOptions extends PollOptions {
  /** Silence that ends a burst. */
  readonly settle: Duration.Input
  /** The longest wait after the first change; as long as `settle`, it makes a plain window. */
  readonly ceiling: Duration.Input
}

/** A burst of changes by key. */
export interface Settle<Key> {
  /** Notes a change. */
  readonly note: (key: Key) => void
  /** Forgets the burst without telling of it. */
  readonly cancel: () => void
}

/** Makes a settle; `settled` gets the keys of a burst in the order of their first change. */
export const make = <Key>(
  host: Pick<Host, "after" | "now">,
  { ceiling, priority, settle }: SettleOptions,
  settled: (keys: ReadonlyArray<Key>) => Work<unknown>
): Settle<Key> => {
  const options = priority === undefined ? {} : { priority }
  const silence = Duration.toMillis(settle)
  const longest = Duration.toMillis(ceiling)
  const keys = new Set<Key>()
  let first = 0
  let last = 0
  let deadline: Deadline | undefined

  const arm = (millis: number) => {
    const armed = host.after(millis, due, options)
    // A plugin with as many wake-ups as it may have tries again with the next change.
    deadline = armed.isArmed ? armed : undefined
  }

  const due = (): Work<unknown> => {
    deadline = undefined
    const left = Math.min(last + silence, first + longest) - host.now()
    if (left > 0) return arm(left)
    const burst = [...keys]
    keys.clear()
    return settled(burst)
  }

  return {
    note: (key) => {
      last = host.now()
      if (keys.size === 0) first = last
      keys.add(key)
      if (deadline === undefined) arm(Math.min(silence, longest))
    },
    cancel: () => {
      keys.clear()
      deadline?.cancel()
      deadline = undefined
    }
  }
}
