/**
 * What the host tells plugins as it happens: the events and their exact payloads, who hears them, and which of them supersede
 * one that was not sent yet. `ReceivedEvent` is the plugin's view.
 */
import { hostEvents, poll } from "./Constants.ts"
import * as Listen from "./Listen.ts"
import type { Frame } from "./PerformParams.ts"
import type { Body } from "./Response.ts"
import type * as StatusObserved from "./StatusObserved.ts"

/** The events of the contract's list; poll ticks are named by registrations and are not in it. */
export type HostName = (typeof hostEvents.names)[number]

/** The name of a poll tick. */
export type TickName = `${typeof poll.event_prefix}${string}`

/** A running app; the bundle id is empty where it is unknown. */
export interface App {
  readonly bundle_id: string
  readonly localized_name: string
  readonly pid: number
}

/** A payload that says nothing: the name is the news. */
export type Nothing = Readonly<Record<string, never>>

/** What the host sends with each event. */
export interface Payloads {
  readonly "core:flash.started": Nothing
  /** All running apps; an empty list is authoritative. The copy after the handshake has a reason of its own. */
  readonly "core:apps.changed": { readonly reason: string; readonly running_applications: ReadonlyArray<App> }
  readonly "core:apps.launched": App
  readonly "core:apps.terminated": App
  readonly "core:focus.changed": App
  readonly "core:window.focus.changed": {
    readonly pid: number
    readonly bundle_id: string
    readonly front_window_frame: Frame
  }
  readonly "core:ax.changed": {
    readonly pid: number
    readonly notification: (typeof hostEvents.ax_notifications)[number]
    readonly bundle_id?: string
  }
  readonly "core:clipboard.changed": { readonly text: string }
  readonly "core:config.changed": Nothing
  readonly "core:power.changed": Nothing
  readonly "core:network.changed": Nothing
  readonly "core:volumes.changed": Nothing
  readonly "core:space.changed": Nothing
  readonly "core:status.observed": StatusObserved.StatusObserved
  readonly "core:session.opened": Nothing
}

/** An event as the host sends it. */
export type Event =
  | { [Name in HostName]: { readonly name: Name; readonly payload: Payloads[Name] } }[HostName]
  | { readonly name: TickName; readonly payload: Nothing }

/** The copy of `core:apps.changed` that follows the handshake: every running app. */
export const snapshot = (running: ReadonlyArray<App>): Event => ({
  name: "core:apps.changed",
  payload: { reason: hostEvents.snapshot_reason, running_applications: running }
})

/** The event that says a registration is due. */
export const tick = (registration: string): Event => ({ name: `${poll.event_prefix}${registration}`, payload: {} })

/** Builds the params. */
export const encode = ({ name, payload }: Event): Body => ({ name, payload })

/**
 * What tells an event that supersedes earlier ones from those it leaves alone; undefined for one that supersedes none. Made
 * of the name and, where the contract says so, of payload fields, joined with NUL.
 */
export const coalescingKey = (event: { readonly name: string; readonly payload: object }): string | undefined =>
  replacements.get(event.name)?.reduce((key, field) => `${key}\0${scalar(event.payload, field)}`, event.name)

/** What decides whether a plugin hears an event: its manifest's patterns and capabilities. */
export interface Subscription {
  readonly listen: Listen.Listen
  readonly capabilities: ReadonlySet<string>
}

/** Tells whether an event goes to a plugin. A tick always does: its registration is the subscription. */
export const reaches = (name: HostName | TickName, { listen, capabilities }: Subscription): boolean => {
  if (name.startsWith(poll.event_prefix)) return true
  const needed = gates.get(name)
  return (needed === undefined || capabilities.has(needed)) && Listen.matches(listen, name)
}

const gates = new Map<string, string>(Object.entries(hostEvents.capabilities))

const keyFields = new Map<string, ReadonlyArray<string>>(Object.entries(hostEvents.coalescing_payload_keys))

/** The payload fields in the key of each event that supersedes earlier ones. */
const replacements = new Map<string, ReadonlyArray<string>>(
  hostEvents.replacement.map((name) => [name, keyFields.get(name) ?? []])
)

const scalar = (payload: object, field: string): string => {
  const value: unknown = Reflect.get(payload, field)
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}
