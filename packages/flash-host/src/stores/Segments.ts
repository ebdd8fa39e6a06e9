/**
 * What the status segments of all plugins show, and what of it changes with time: the turns of carousels that are seen, and
 * values kept over a reload. Time is an argument, in monotonic milliseconds; the table changes in place, and every change
 * returns references to the segments that look different afterwards.
 */
import { Constants, Status } from "@lanyard/flash-protocol"
import * as Observation from "../events/Observation.ts"
import * as Carousel from "./Carousel.ts"

/** Segments that show something, by plugin and name, and which of them are seen. */
export interface Segments {
  readonly plugins: Map<string, Map<string, Entry>>
  observed: Observation.Observed
  /** Whether anybody can look at the surfaces. */
  isWatched: boolean
}

/** What one segment shows: markup or a carousel. */
interface Entry {
  readonly value: string | Carousel.Carousel
  /** When a value that was kept over a reload goes; `Infinity` for all others. */
  readonly expires: number
}

/** Names by which surfaces show segments. */
export type References = ReadonlyArray<string>

/** Starts without segments, on surfaces that are watched and show none. */
export const make = (): Segments => ({ plugins: new Map(), observed: Observation.nothing, isWatched: true })

/** The name by which a surface shows a segment. */
export const reference = (plugin: string, segment: string): string => `flash.plugin.${plugin}.${segment}`

/** References to every segment that shows something. */
export const references = (self: Segments): References =>
  [...self.plugins].flatMap(([plugin, shown]) => [...shown.keys()].map((segment) => reference(plugin, segment)))

/** The markup of a segment; empty when it shows nothing. */
export const rendered = (self: Segments, plugin: string, segment: string): string =>
  markup(self.plugins.get(plugin)?.get(segment))

/** Takes what a plugin published. Segments that it does not name stay. */
export const update = (self: Segments, plugin: string, published: Status.Segments, now: number): References => {
  const changed: Array<string> = []
  for (const [segment, value] of published) {
    const next = replace(self.plugins.get(plugin)?.get(segment)?.value, value)
    const entry = next === undefined ? undefined : { value: watch(self, plugin, segment, next, now), expires: never }
    put(self, plugin, segment, entry, changed)
  }
  return changed
}

/** Keeps what a plugin shows until it is published again, for ten seconds from the newest reload at most. */
export const beginReload = (self: Segments, plugin: string, now: number): References => {
  const expires = now + Constants.retention.status_on_reload
  return transform(self, (entry, owner) => (owner === plugin ? { ...entry, expires } : entry))
}

/** Clears what a plugin shows, kept values included. */
export const clear = (self: Segments, plugin: string): References =>
  transform(self, (entry, owner) => (owner === plugin ? undefined : entry))

/** Says what surfaces show, and whether anybody can look at them. */
export const observe = (
  self: Segments,
  observed: Observation.Observed,
  isWatched: boolean,
  now: number
): References => {
  self.observed = observed
  self.isWatched = isWatched
  return transform(self, (entry, plugin, segment) => ({
    ...entry,
    value: watch(self, plugin, segment, entry.value, now)
  }))
}

/** Ends the turns and the kept values that are over by `now`. */
export const advance = (self: Segments, now: number): References =>
  transform(self, ({ value, expires }) => {
    if (expires <= now) return undefined
    return { value: typeof value === "string" ? value : Carousel.rotate(value, now), expires }
  })

/** When something is over next; `Infinity` when only a change from outside can change anything. */
export const nextAt = (self: Segments): number => {
  let next = never
  for (const shown of self.plugins.values()) {
    for (const { value, expires } of shown.values()) {
      next = Math.min(next, expires, typeof value === "string" ? never : (value.ends ?? never))
    }
  }
  return next
}

const never = Number.POSITIVE_INFINITY

const markup = (entry: Entry | undefined): string => {
  const { value } = entry ?? { value: "" }
  return typeof value === "string" ? value : Carousel.markup(value)
}

const replace = (before: Entry["value"] | undefined, published: Status.Value): Entry["value"] | undefined =>
  Status.Value.$match(published, {
    Cleared: () => undefined,
    Markup: ({ text }) => text,
    Carousel: (content) => (typeof before === "object" ? Carousel.republish(before, content) : Carousel.make(content))
  })

/** Counts the turns of a carousel exactly while it is seen. */
const watch = (self: Segments, plugin: string, segment: string, value: Entry["value"], now: number): Entry["value"] => {
  if (typeof value === "string") return value
  const isSeen = self.isWatched && Observation.of(self.observed, plugin).has(segment)
  return isSeen ? Carousel.show(value, now) : Carousel.hide(value)
}

const transform = (
  self: Segments,
  change: (entry: Entry, plugin: string, segment: string) => Entry | undefined
): References => {
  const changed: Array<string> = []
  for (const [plugin, shown] of self.plugins) {
    for (const [segment, entry] of shown) put(self, plugin, segment, change(entry, plugin, segment), changed)
  }
  return changed
}

const put = (
  self: Segments,
  plugin: string,
  segment: string,
  entry: Entry | undefined,
  changed: Array<string>
): void => {
  const shown = self.plugins.get(plugin) ?? new Map<string, Entry>()
  if (markup(shown.get(segment)) !== markup(entry)) changed.push(reference(plugin, segment))
  if (entry === undefined) shown.delete(segment)
  else shown.set(segment, entry)
  if (shown.size === 0) self.plugins.delete(plugin)
  else self.plugins.set(plugin, shown)
}
