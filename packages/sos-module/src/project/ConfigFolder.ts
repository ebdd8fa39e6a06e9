/** Where the user's own settings are on a system. */
import * as FilePath from "../resolution/FilePath.ts"

/** What the rules look at. */
export interface System {
  readonly platform: "linux" | "darwin" | "win32"
  /** The user's home, absolute. */
  readonly home: string
  /** The folder that the program was started in, absolute. */
  readonly workingDirectory: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Returns the file of the user's own settings: `config.toml` in `SOS_CONFIG_HOME`, or else in the folder of this product among
 * those that the system keeps settings in. An XDG_CONFIG_HOME that is not absolute does not count.
 */
export const file = ({ platform, home, workingDirectory, environment }: System): string => {
  const slashed = (path: string) => (platform === "win32" ? path.replaceAll("\\", "/") : path)
  const { SOS_CONFIG_HOME: own = "", XDG_CONFIG_HOME: xdg = "", APPDATA: roaming = "" } = environment
  if (own !== "") return FilePath.resolve(slashed(workingDirectory), `${slashed(own)}/config.toml`)
  const folder = {
    linux: () => (FilePath.isAbsolute(xdg) ? xdg : `${home}/.config`),
    darwin: () => `${home}/Library/Application Support`,
    win32: () => slashed(roaming === "" ? `${home}/AppData/Roaming` : roaming)
  }[platform]()
  return FilePath.resolve(slashed(folder), "sysonescript/config.toml")
}
