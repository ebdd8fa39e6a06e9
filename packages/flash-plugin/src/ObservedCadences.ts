/** Cadences that run only while a status surface shows what they feed. */
import type { Duration } from "effect"
import type { Host } from "./Host.ts"
import type { Interval, PollOptions } from "./Polls.ts"
import type { Work } from "./Work.ts"

/** Work that feeds segments, done at a cadence while at least one of them is shown. */
export interface Cadence extends PollOptions {
  /** Names of the manifest's segments. */
  readonly segments: ReadonlyArray<string>
  readonly every: Duration.Input
  readonly work: () => Work<unknown>
}

/** The cadences of one plugin. */
export interface ObservedCadences {
  /**
   * Takes the segments of a `core:status.observed`: cadences whose segments are shown run, the others rest. True if one
   * starts to run just now, so that what it feeds is to be sampled at once.
   */
  readonly observe: (segments: ReadonlyArray<string>) => boolean
}

/** Makes cadences that rest until they are observed. */
export const make = (host: Pick<Host, "interval">, cadences: ReadonlyArray<Cadence>): ObservedCadences => {
  const running = new Map<Cadence, Interval>()
  return {
    observe: (segments) => {
      let isNew = false
      for (const cadence of cadences) {
        const isShown = cadence.segments.some((segment) => segments.includes(segment))
        if (!isShown) {
          running.get(cadence)?.cancel()
          running.delete(cadence)
        } else if (!running.has(cadence)) {
          running.set(cadence, host.interval(cadence.every, cadence.work, cadence))
          isNew = true
        }
      }
      return isNew
    }
  }
}
