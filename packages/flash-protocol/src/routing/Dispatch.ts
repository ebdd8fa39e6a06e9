/** How typed words reach a plugin: as a `perform` of kind `command`. */
import type * as PerformParams from "../PerformParams.ts"

/** The params of a command's perform. */
export type CommandParams = Extract<PerformParams.Params, { readonly kind: "command" }>

/** Builds the params: `raw` goes as it was typed, `args` are `first` and then raw's words, split at white space. */
export const command = (
  name: string,
  subcommand: string,
  raw: string,
  first: ReadonlyArray<string> = []
): CommandParams => ({
  kind: "command",
  command: name,
  subcommand,
  args: [...first, ...raw.split(/\s+/).filter((word) => word !== "")],
  raw
})
