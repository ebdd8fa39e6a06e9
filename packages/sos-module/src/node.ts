/** Reads projects and definitions from the disk with Node. */
import { homedir } from "node:os"
import { Effect } from "effect"
import { slashed } from "./node/ModuleFiles.ts"
import * as ConfigFolder from "./project/ConfigFolder.ts"

/** Reads the files of this system, and writes its separators as `/`. */
export { layer, slashed } from "./node/ModuleFiles.ts"

/** Where the settings of this process's user are. */
export const configFile: Effect.Effect<string> = Effect.sync(() =>
  ConfigFolder.file({
    platform: process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux",
    home: homedir(),
    workingDirectory: process.cwd(),
    environment: process.env
  })
)

/** The folder that this process was started in, which is the workspace of what it runs. */
export const workspace: Effect.Effect<string> = Effect.sync(() => slashed(process.cwd()))
