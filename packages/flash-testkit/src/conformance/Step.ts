/** What a conformance run does to a plugin, as data. A scenario is a list of steps; what came of them is judged later. */
import { Deadlines, Event, Initialize, Listen, type Manifest, Methods, Ping } from "@lanyard/flash-protocol"
import { Data } from "effect"
import type { Run } from "./Run.ts"

/** One step. Times are milliseconds. */
export type Step = Data.TaggedEnum<{
  /** Sends a request and waits for its reply. The run ends here if there is none and the request was vital. */
  Ask: {
    readonly name: string
    readonly method: string
    readonly params: unknown
    readonly deadline: number
    readonly trace?: string
    readonly isVital?: boolean
  }
  /** Writes text that holds a request of this id, and waits for the reply. */
  Put: { readonly name: string; readonly id: number; readonly data: string; readonly deadline: number }
  /** Writes text or bytes as they are; byte by byte, with pauses, where asked to. */
  Write: { readonly data: string | Uint8Array; readonly isBytewise?: boolean }
  /** Sends a notification. */
  Tell: { readonly method: string; readonly params: unknown }
  /** Waits for a notification and goes on without it if it does not come. */
  Heed: { readonly method: string; readonly patience: number }
  /** Goes on with steps that depend on what was seen so far. */
  Then: { readonly steps: (run: Run) => ReadonlyArray<Step> }
  /** Ends the process that the plugin was told is its host, in a scenario that has one. */
  Orphan: {}
  /** Waits for the plugin to leave by itself. */
  Leave: { readonly patience: number }
}>
/** Builds steps and tells them apart. */
export const Step = Data.taggedEnum<Step>()

/** The contract's deadlines. A plugin is judged by them wherever it runs. */
export const deadlines = Deadlines.make()

const initialize = (deadline: number): Step =>
  Step.Ask({
    name: "initialize",
    method: Methods.initialize.method,
    params: Initialize.params,
    deadline,
    isVital: true
  })

/** The handshake as a host does it; nothing can be asked of a plugin that does not reply to it. */
export const punctual: Step = initialize(deadlines.startup)

/** The handshake where it is not what is judged, with patience for a machine that starts several plugins at once. */
export const handshake: Step = initialize(6 * deadlines.startup)

/** A ping that stands behind other steps: whoever answers it has read them. Without an answer the run ends. */
export const barrier = (name: string): Step =>
  Step.Ask({ name, method: Methods.ping.method, params: Ping.params, deadline: deadlines.ping, isVital: true })

/** Writes one line. */
export const line = (text: string): Step => Step.Write({ data: `${text}\n` })

/** Writes one line that holds a request of this id, which is to be answered. */
export const put = (name: string, id: number, text: string): Step =>
  Step.Put({ name, id, data: `${text}\n`, deadline: deadlines.ping })

/** Tells of an event. */
export const tell = (event: Event.Event): Step =>
  Step.Tell({ method: Methods.event.method, params: Event.encode(event) })

/** The handshake and what a host tells right after it. */
export const opening = (manifest: Manifest.Manifest): ReadonlyArray<Step> => [
  handshake,
  ...first(manifest)
    .filter(({ name }) => Event.reaches(name, subscription(manifest)))
    .map(tell)
]

const first = ({ status }: Manifest.Manifest): ReadonlyArray<Event.Event> => [
  Event.snapshot(apps),
  { name: "core:status.observed", payload: { segments: [...status].sort() } }
]

/** The apps that a run pretends are there. */
export const apps = [{ bundle_id: "com.example.editor", localized_name: "Editor", pid: 4242 }] as const

/** What a plugin hears. */
export const subscription = ({ capabilities, listen }: Manifest.Manifest): Event.Subscription => ({
  listen: Listen.make(listen),
  capabilities: new Set(capabilities)
})
