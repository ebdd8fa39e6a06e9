/**
 * The line of a carousel whose turn it is. Turns are counted only while a surface shows the carousel; a republish leaves the
 * visible line alone until its turn ends. Time is an argument, in monotonic milliseconds.
 */
import { Status } from "@lanyard/flash-protocol"
import * as Alarm from "../clocks/Alarm.ts"

/** Lines, a prefix and how long each line has, as a plugin published them. */
export type Content = Extract<Status.Value, { readonly _tag: "Carousel" }>

/** A carousel as it stands. */
export interface Carousel {
  readonly content: Content
  /** The line to show; while its turn lasts it may be one that the content no longer has. */
  readonly line: string
  /** The place of the line, or the one it had. */
  readonly place: number
  /** When the turn of the line ends; absent while nobody sees the carousel, or there is no other line. */
  readonly ends?: number
}

/** Starts with the first line, unseen. */
export const make = (content: Content): Carousel => settle(content, 0)

/** Begins to count turns: the line that is there gets a whole one. Does nothing when turns are counted already. */
export const show = (self: Carousel, now: number): Carousel =>
  self.ends === undefined && hasOther(self) ? { ...self, ends: now + period(self.content) } : self

/** Stops counting turns. */
export const hide = ({ content, line, place }: Carousel): Carousel => settle(content, placeOf(content, line, place))

/** Takes what was published again. A line that is having its turn stays; otherwise the new lines apply at once. */
export const republish = (self: Carousel, content: Content): Carousel => {
  const place = placeOf(content, self.line, self.place)
  if (self.ends === undefined) return settle(content, place)
  const kept = { content, line: self.line, place }
  return hasOther(kept) ? { ...kept, ends: self.ends } : kept
}

/** Gives the turn to the next line if it is over by `now`. However late that is, no line is passed over. */
export const rotate = (self: Carousel, now: number): Carousel => {
  const { content, place, ends } = self
  if (ends === undefined || now < ends) return self
  const rotated = settle(content, place + 1)
  return hasOther(rotated) ? { ...rotated, ends: Alarm.next(ends, period(content), now) } : rotated
}

/** The markup of a carousel: its prefix and its line. */
export const markup = ({ content, line }: Carousel): string => Status.markup({ ...content, lines: [line] })

const settle = (content: Content, place: number): Carousel => {
  const { lines } = content
  const at = place % Math.max(1, lines.length)
  return { content, line: lines[at] ?? "", place: at }
}

/** Where the content has the line now: best where it was, so that one of two equal lines keeps its place. */
const placeOf = ({ lines }: Content, line: string, place: number): number => {
  const found = lines[place] === line ? place : lines.indexOf(line)
  return found === -1 ? place : found
}

const hasOther = ({ content, line }: Carousel): boolean => content.lines.some((other) => other !== line)

const period = ({ cycleSeconds }: Content): number => cycleSeconds * 1000
