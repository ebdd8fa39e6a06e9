/** Frames as a person reads them: what they are, to what they belong, how long it took, and the JSON under it. Pure. */
import type { Child } from "@lanyard/process"
import type { JsonObject, Violation } from "@lanyard/wire"
import * as Printable from "../Printable.ts"

/** A request that was sent. */
export interface Sent {
  readonly method: string
  readonly trace: string
  /** Milliseconds on the clock of the session. */
  readonly at: number
}

/** The requests of a session, by id. */
export type Pending = ReadonlyMap<number, Sent>

/** Prints a frame of the plugin that came at `at`. */
export const frame = (frame: JsonObject, at: number, pending: Pending): string => {
  const { id, method, params, result } = frame
  if (typeof method === "string") {
    const kind =
      id === undefined
        ? method
        : `calls ${method} as ${JSON.stringify(id)}, and waits for: reply ${JSON.stringify(id)} RESULT`
    return shown(`← ${Printable.escape(kind)}${served(params, pending)}`, params)
  }
  const sent = typeof id === "number" ? pending.get(id) : undefined
  const head =
    sent === undefined
      ? "replies to nobody"
      : `${sent.method} replied in ${(at - sent.at).toFixed(1)} ms [${sent.trace}]`
  return shown(`← ${head}`, sent === undefined ? frame : result)
}

/** Prints what was sent. */
export const sent = (frame: JsonObject): string => `→ ${Printable.escape(JSON.stringify(frame))}`

/** Prints a line that is no frame. */
export const noFrame = (violation: Violation): string => `← no frame: ${violation._tag}`

/** Prints a line of stderr. */
export const diagnostic = (text: string): string => `  stderr: ${Printable.escape(text)}`

/** Prints how the plugin ended. */
export const exit = (exit: Child.ChildExit): string =>
  exit._tag === "Exited" ? `the plugin exited with ${exit.code}` : `the plugin was ended by ${exit.signal}`

/** Names the request whose trace a log line carries. */
const served = (params: unknown, pending: Pending): string => {
  if (typeof params !== "object" || params === null || !("trace" in params)) return ""
  const { trace } = params
  const found = [...pending.values()].find((known) => known.trace === trace)
  return found === undefined ? " [unknown trace]" : ` [${found.trace}, for ${found.method}]`
}

const shown = (head: string, value: unknown): string =>
  value === undefined ? head : [head, ...JSON.stringify(value, null, 2).split("\n").map(indented)].join("\n")

const indented = (line: string): string => `  ${Printable.escape(line)}`
