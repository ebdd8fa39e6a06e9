/** What a status segment shows, as an author writes it: markup, empty to clear, or lines that the host shows in turn. */
import { Constants, type Status } from "@lanyard/flash-protocol"

/** Text with markup, or a carousel. */
export type Segment = string | Status.Value

/** Makes lines that take turns, each for so many seconds, at least one, behind a prefix that stands still. */
export const carousel = (lines: ReadonlyArray<string>, seconds: number, prefix?: string): Status.Value => ({
  _tag: "Carousel",
  ...(prefix === undefined ? {} : { prefix }),
  lines,
  cycleSeconds: Math.max(Constants.status.min_cycle_seconds, seconds)
})

/** Reads segments by name: names are trimmed, and one that is blank is left out. */
export const toSegments = (segments: Readonly<Record<string, Segment>>): Status.Segments =>
  new Map(
    Object.entries(segments).flatMap(([name, segment]) =>
      name.trim() === "" ? [] : [[name.trim(), typeof segment === "string" ? markup(segment) : segment] as const]
    )
  )

const markup = (text: string): Status.Value => ({ _tag: "Markup", text })
