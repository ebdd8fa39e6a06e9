/** What one run of a scenario saw, and the questions that checks ask of it. Pure: a run may come from a file as well. */
import type { Manifest } from "@lanyard/flash-protocol"
import type { Child } from "@lanyard/process"
import type { JsonObject } from "@lanyard/wire"
import { type Transcript, What } from "../Transcript.ts"

/** What was asked under a name. */
export interface Asked {
  readonly name: string
  readonly id: number
  readonly method: string
  readonly trace?: string
}

/** One life of a plugin. */
export interface Run {
  readonly scenario: string
  readonly manifest: Manifest.Manifest
  readonly transcript: Transcript
  /** Every request that was sent to be answered, in order. */
  readonly asked: ReadonlyArray<Asked>
  /** The signals it took to end the plugin. */
  readonly signals: ReadonlyArray<Child.StopSignal>
}

/** A frame of the plugin, and when it came. */
export interface Came {
  readonly at: number
  readonly frame: JsonObject
}

/** A reply, and how long it took. */
export interface Reply extends Came {
  readonly asked: Asked
  readonly millis: number
}

/** The frames of the plugin. */
export const cameFrom = ({ transcript }: Run): ReadonlyArray<Came> =>
  transcript.flatMap(({ at, from, what }) =>
    from === "plugin" && What.$is("Frame")(what) ? [{ at, frame: what.frame }] : []
  )

/** Every frame that replies to an id. */
export const repliesTo = (run: Run, id: number): ReadonlyArray<Came> =>
  cameFrom(run).filter(({ frame }) => frame.id === id && frame.method === undefined)

/** The notifications of one method. */
export const notifications = (run: Run, method: string): ReadonlyArray<Came> =>
  cameFrom(run).filter(({ frame }) => frame.method === method && frame.id === undefined)

/** The host calls of the plugin. */
export const hostCalls = (run: Run): ReadonlyArray<Came> =>
  cameFrom(run).filter(({ frame }) => typeof frame.method === "string" && frame.id !== undefined)

/** What was asked under this name. */
export const askedAs = (run: Run, name: string): Asked | undefined => run.asked.find((asked) => asked.name === name)

/** When a request was written. */
export const sentAt = ({ transcript }: Run, { id }: Asked): number => {
  const sent = transcript.find(
    ({ from, what }) =>
      from === "host" && What.$is("Frame")(what) && what.frame.id === id && what.frame.method !== undefined
  )
  return sent?.at ?? 0
}

/** The first reply to everything that was asked, where one came. */
export const replies = (run: Run): ReadonlyArray<Reply> =>
  run.asked.flatMap((asked) => {
    const [first] = repliesTo(run, asked.id)
    return first === undefined ? [] : [{ ...first, asked, millis: first.at - sentAt(run, asked) }]
  })

/** Where the plugin's process ended in the transcript, and how. */
export const exitOf = ({ transcript }: Run): { readonly at: number; readonly exit: Child.ChildExit } | undefined => {
  for (const { at, what } of transcript) if (What.$is("Exited")(what)) return { at, exit: what.exit }
  return undefined
}

/** When the host ended the plugin's input. */
export const endedAt = ({ transcript }: Run): number | undefined =>
  transcript.find(({ from, what }) => from === "host" && What.$is("Ended")(what))?.at

/** What was waited for last and did not come; where the plugin flooded, silence is what was waited for. */
export const missed = ({ transcript }: Run): string | undefined =>
  transcript.some(({ what }) => What.$is("Flooded")(what)) ? "silence, for it floods its host" : lastMissed(transcript)

const lastMissed = (transcript: Transcript): string | undefined =>
  transcript.flatMap(({ what }) => (What.$is("Missed")(what) ? [what.waited] : [])).at(-1)
