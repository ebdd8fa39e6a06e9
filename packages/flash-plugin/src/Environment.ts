/** What the host gives a plugin before the first frame: who it is, where its data lives, and the user's settings. */
import { Scalar } from "@lanyard/flash-protocol"
import { Option } from "effect"

/** The settings in `[plugin.<id>]`, as the user wrote them. */
export type Config = Readonly<Record<string, unknown>>

/** What a plugin knows of the process it runs in. */
export interface Environment {
  readonly id: string
  readonly version: string
  /** A folder of the plugin's own; undefined where no host gave one. */
  readonly dataFolder: string | undefined
  readonly config: Config
  /** The host's process; undefined where none was named. */
  readonly parent: number | undefined
}

/** Variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Reads the variables of the contract; one that is missing, empty or malformed takes its default. Total. */
export const read = (variables: Variables): Environment => ({
  id: variables.FLASH_PLUGIN_ID || "plugin",
  version: variables.FLASH_PLUGIN_VERSION || "0.0.0",
  dataFolder: variables.FLASH_PLUGIN_DATA_DIR || undefined,
  config: configOf(variables.FLASH_PLUGIN_CONFIG ?? ""),
  parent: pidOf(variables.FLASH_PLUGIN_PARENT_PID ?? "")
})

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const configOf = (text: string): Config =>
  parse(text).pipe(
    Option.filter(Scalar.isObject),
    Option.getOrElse(() => ({}))
  )

const pidOf = (text: string): number | undefined => {
  const pid = /^[0-9]+$/.test(text) ? Number(text) : undefined
  return Scalar.isPid(pid) ? pid : undefined
}
