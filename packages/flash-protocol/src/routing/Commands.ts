/** Who performs `flash <command> <subcommand>`. */
import { Option } from "effect"
import type { Command, Manifest } from "../manifest/Model.ts"
import * as Dispatch from "./Dispatch.ts"
import type { Roster } from "./Roster.ts"

/** The plugin and the entry that a typed command goes to; the entry's `timeout_ms` is the perform's deadline. */
export interface Target {
  readonly plugin: Manifest
  readonly entry: Command
}

/** Takes every subcommand that no entry has. */
const wildcard = "*"

/** Finds who performs two typed words, in any case: the entry of both before the command's wildcard. */
export const find = (roster: Roster, command: string, subcommand: string): Option.Option<Target> => {
  const name = command.toLowerCase()
  const second = subcommand.toLowerCase()
  const entries = roster.plugins.flatMap((plugin) =>
    plugin.commands.filter((entry) => entry.command === name).map((entry): Target => ({ plugin, entry }))
  )
  const exact = entries.find(({ entry }) => entry.subcommand === second)
  return Option.fromNullishOr(exact ?? entries.find(({ entry }) => entry.subcommand === wildcard))
}

/**
 * Builds the perform of what `find` found: the registered words, and the typed remainder. A wildcard's plugin reads an empty
 * subcommand, and the typed one (if there is one) as the first argument.
 */
export const dispatch = ({ entry }: Target, subcommand: string, raw: string): Dispatch.CommandParams =>
  entry.subcommand === wildcard
    ? Dispatch.command(entry.command, "", raw, subcommand === "" ? [] : [subcommand])
    : Dispatch.command(entry.command, entry.subcommand, raw)
