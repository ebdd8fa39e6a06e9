/** When the files of a folder are at rest, so that a look finds them whole. */
import { Constants } from "@lanyard/flash-protocol"

/** How long files must be left alone, in milliseconds. */
export const quiet = Constants.retention.file_watch

/** How long a folder that never rests is waited for, in milliseconds. */
export const longest = 3_000

/** How often a folder is looked at that the system does not watch, in milliseconds. */
export const pollEvery = 2_000

/** What is known of a folder that changes; times are monotonic milliseconds. */
export interface Unrest {
  /** When the last hint of a change came. */
  readonly hinted: number
  /** When somebody began to wait. */
  readonly since: number
  /** Whether hints are polls, of which one has to come that finds nothing new. */
  readonly polled: boolean
}

/** Whole milliseconds left at `now` until the folder is looked at. */
export const left = ({ hinted, since, polled }: Unrest, now: number): number =>
  Math.max(0, Math.ceil(Math.min(hinted + quiet, since + longest) + (polled ? pollEvery : 0) - now))
