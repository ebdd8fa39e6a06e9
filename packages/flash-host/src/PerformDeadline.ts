/** How long a perform may take: a command's own deadline where the plugin registered one, else the table's. */
import { Commands, Deadlines, type Manifest, type PerformParams, Roster } from "@lanyard/flash-protocol"
import { Option } from "effect"

/** Milliseconds for `params`. The exact second word goes before `*`; case does not matter, and order does not either. */
export const of = (params: PerformParams.Params, manifest: Manifest.Manifest, table: Deadlines.Deadlines): number =>
  params.kind === "command"
    ? Deadlines.ofPerform(table, registered(manifest, params.command, params.subcommand))
    : Deadlines.ofPerform(table)

const registered = (manifest: Manifest.Manifest, command: string, subcommand: string) =>
  Option.getOrUndefined(Commands.find(Roster.make([manifest]), command, subcommand))?.entry
