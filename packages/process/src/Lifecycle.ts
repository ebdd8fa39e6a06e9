/**
 * The life of a supervised child as states and transitions, without time, fibers or processes. Every attempt has a
 * generation, and an event that speaks for another generation than the current one changes nothing, however late it comes.
 */
import { Data, type Duration, Option } from "effect"

/** Where a supervised child stands. `generation` grows by one with each attempt, planned stop and reload. */
export type Lifecycle = Data.TaggedEnum<{
  /** Nothing runs, and nothing will until someone starts it. */
  Stopped: { readonly generation: number }
  /** The attempt is on its way, from waiting for its predecessor's end to the handshake; the host names the stages. */
  Starting: { readonly generation: number; readonly stage: Option.Option<string> }
  /** The session can be called. */
  Running: { readonly generation: number }
  /** The attempt failed; the next one follows `delay` after the failure. */
  Backoff: { readonly generation: number; readonly failures: number; readonly delay: Duration.Duration }
  /** Given up until a reload. */
  Parked: { readonly generation: number; readonly reason: ParkReason }
}>
/** Builds states and tells them apart. */
export const Lifecycle = Data.taggedEnum<Lifecycle>()

/** Why nothing more is tried: the failure budget is spent, or the attempt was refused for good. */
export type ParkReason = "exhausted" | "rejected"

/** What can happen. Events of an attempt carry its generation; what people ask for does not. */
export type LifecycleEvent = Data.TaggedEnum<{
  /** Someone wants it running. */
  Start: Record<never, never>
  /** The attempt entered a stage that the host names, such as installing. */
  Stage: { readonly generation: number; readonly stage: string }
  /** The handshake succeeded. */
  Ready: { readonly generation: number }
  /** The attempt failed and the budget allows another. */
  Failed: { readonly generation: number; readonly failures: number; readonly delay: Duration.Duration }
  /** The attempt failed and the budget is spent. */
  Exhausted: { readonly generation: number }
  /** The attempt failed in a way that another would repeat. */
  Reject: { readonly generation: number }
  /** The backoff is over. */
  Retry: { readonly generation: number }
  /** Someone wants a new attempt in place of whatever there is. */
  Reload: Record<never, never>
  /** Someone wants nothing to run. */
  Stop: Record<never, never>
}>
/** Builds events and tells them apart. */
export const LifecycleEvent = Data.taggedEnum<LifecycleEvent>()

/** Nothing was ever started. */
export const initial: Lifecycle = Lifecycle.Stopped({ generation: 0 })

/** Applies one event; returns the very same state when the event is stale or means nothing in it. */
export const transition = (self: Lifecycle, event: LifecycleEvent): Lifecycle => {
  if ("generation" in event && event.generation !== self.generation) return self
  const { generation } = self
  switch (event._tag) {
    case "Start":
      return self._tag === "Stopped" ? begin(self) : self
    case "Stage":
      return self._tag === "Starting" ? Lifecycle.Starting({ generation, stage: Option.some(event.stage) }) : self
    case "Ready":
      return self._tag === "Starting" ? Lifecycle.Running({ generation }) : self
    case "Failed":
      return isLive(self) ? Lifecycle.Backoff({ generation, failures: event.failures, delay: event.delay }) : self
    case "Exhausted":
      return isLive(self) ? Lifecycle.Parked({ generation, reason: "exhausted" }) : self
    case "Reject":
      return isLive(self) ? Lifecycle.Parked({ generation, reason: "rejected" }) : self
    case "Retry":
      return self._tag === "Backoff" ? begin(self) : self
    case "Reload":
      return begin(self)
    case "Stop":
      return self._tag === "Stopped" ? self : Lifecycle.Stopped({ generation: generation + 1 })
  }
}

const isLive = (self: Lifecycle): boolean => self._tag === "Starting" || self._tag === "Running"

const begin = (self: Lifecycle): Lifecycle =>
  Lifecycle.Starting({ generation: self.generation + 1, stage: Option.none() })
