/** Where plugins keep their data on a system, unless their host says otherwise (decision F9). */

/** What the rules look at. */
export interface System {
  /** Whether it is macOS. */
  readonly isMac: boolean
  /** The user's home, absolute. */
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The folder that the data folders of all plugins go into. An XDG_DATA_HOME that is not absolute does not count. */
export const of = ({ isMac, home, environment }: System): string => {
  if (isMac) return `${home}/Library/Application Support/Flash/Plugins`
  const { XDG_DATA_HOME: data = "" } = environment
  return `${data.startsWith("/") ? data : `${home}/.local/share`}/flash/plugins`
}
