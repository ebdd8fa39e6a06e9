/**
 * Who showed a banner, and when. Time is an argument. The table changes in place and holds only those for whom the interval is not
 * over, so that a plugin that went away is soon forgotten.
 */
import { Constants, HostCalls as Contract } from "@lanyard/flash-protocol"
import { Result } from "effect"

/** The instants of accepted banners by plugin, oldest first, in monotonic milliseconds. */
export type NotifyRate = Map<string, number>

/** Starts a table of nobody. */
export const make = (): NotifyRate => new Map()

/** Notes a banner of a plugin at `now`, or returns the text to refuse it with. */
export const accept = (self: NotifyRate, plugin: string, now: number): Result.Result<void, string> => {
  for (const [earlier, at] of self) {
    if (now - at < Constants.hostCallBounds.notify_interval_ms) break
    self.delete(earlier)
  }
  return Result.map(Contract.Notify.accept(self.get(plugin), now), (at) => {
    self.set(plugin, at)
  })
}
