/** What is kept of an install for whoever asks later what it did. It carries the plugin's own words, and no event does. */
import type { Child, Collect } from "@lanyard/process"
import { DateTime } from "effect"
import type { Enforcer } from "../sandbox/Enforcer.ts"

/** How an install ended: by status 0, otherwise, for taking too long, or because nobody wanted it any more. */
export type Outcome = "installed" | "failed" | "overdue" | "cancelled"

/** One install that is over. */
export interface InstallLog {
  readonly plugin: string
  readonly version: string
  /** The command. */
  readonly install: string
  /** The folder it ran in. */
  readonly root: string
  /** What confined it. */
  readonly sandbox: Enforcer["_tag"]
  /** Wall clock at its start, in milliseconds since the epoch. */
  readonly at: number
  /** Milliseconds from its start until its group was gone. */
  readonly elapsed: number
  readonly outcome: Outcome
  readonly exit: Child.ChildExit
  readonly stdout: Collect.Output
  readonly stderr: Collect.Output
}

/** The name of the file that an install is kept in; names of one plugin sort by time. */
export const fileName = ({ plugin, at }: InstallLog): string => `${plugin}-${isoOf(at).replaceAll(":", "-")}.log`

/** The id of the plugin whose install a file is about; undefined if it is no such file. */
export const pluginOf = (name: string): string | undefined =>
  /^([a-z0-9._-]+)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.log$/.exec(name)?.[1]

/** The text of such a file. */
export const print = (log: InstallLog): string =>
  [
    `plugin: ${log.plugin}`,
    `version: ${log.version}`,
    `began: ${isoOf(log.at)}`,
    `took: ${Math.round(log.elapsed)} ms`,
    `status: ${statusOf(log.exit)} (${log.outcome})`,
    `root: ${log.root}`,
    `sandbox: ${log.sandbox.toLowerCase()}`,
    "install:",
    log.install,
    ...section("stdout", log.stdout),
    ...section("stderr", log.stderr),
    ""
  ].join("\n")

const isoOf = (at: number): string => DateTime.formatIso(DateTime.makeUnsafe(at))

const statusOf = (exit: Child.ChildExit): string => (exit._tag === "Exited" ? String(exit.code) : exit.signal)

const section = (name: string, { bytes, omitted }: Collect.Output): ReadonlyArray<string> => [
  `--- ${name}, ${bytes.length} bytes${omitted === 0 ? "" : ` kept, ${omitted} more left out`}`,
  textOf(bytes, omitted > 0)
]

// A character that the limit cut in two does not make the rest unreadable.
const textOf = (bytes: Uint8Array, isCut: boolean): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return "(not UTF-8)"
  }
}
