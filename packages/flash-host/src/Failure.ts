/** What is kept of an attempt that failed, for whoever asks why a plugin does not run. */
import { Cause, Option } from "effect"
import type { AttemptFailure } from "./AttemptFailure.ts"

/** An attempt's failure. */
export interface Failure {
  /** Wall clock, in milliseconds since the epoch. */
  readonly at: number
  /** What the attempt was busy with: a stage of its start, or `running`. */
  readonly phase: string
  /** Why it ended; absent when a defect of the host ended it. */
  readonly failure?: AttemptFailure
  /** The last line of stderr that was let through, in printable characters and cut to `lineLength`. */
  readonly lastLine?: string
}

/** Characters kept of a plugin's last line. */
export const lineLength = 200

/** Makes the record of a failure. An empty `line` stands for none. */
export const make = (at: number, phase: string, cause: Cause.Cause<AttemptFailure>, line: string): Failure => {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  const lastLine = printable(line)
  return {
    at,
    phase,
    ...(failure === undefined ? {} : { failure }),
    ...(lastLine === "" ? {} : { lastLine })
  }
}

// Control and format characters could drive a terminal or turn text around; what they stood between stays apart.
const printable = (line: string): string => {
  const text = line.replace(/[\p{C}\p{Z}]+/gu, " ").trim()
  const characters = [...text]
  return characters.length <= lineLength ? text : `${characters.slice(0, lineLength - 1).join("")}…`
}
