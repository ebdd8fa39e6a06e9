/** How long a perform may take: a command's own deadline where the plugin registered one, else the table's. */
import { Deadlines, type PerformParams } from "@lanyard/flash-protocol"
import type { PluginCommand } from "./PluginSpec.ts"

/** Milliseconds for `params`. The exact second word goes before `*`; case does not matter, and order does not either. */
export const of = (
  params: PerformParams.Params,
  commands: ReadonlyArray<PluginCommand>,
  table: Deadlines.Deadlines
): number =>
  params.kind === "command"
    ? Deadlines.ofPerform(
        table,
        find(commands, params.command, params.subcommand) ?? find(commands, params.command, "*")
      )
    : Deadlines.ofPerform(table)

const find = (commands: ReadonlyArray<PluginCommand>, first: string, second: string) =>
  commands.find(({ command, subcommand }) => isSame(command, first) && isSame(subcommand, second))

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
