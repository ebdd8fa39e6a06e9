import { assert, describe, it } from "@effect/vitest"
import * as ConfigFolder from "../../src/project/ConfigFolder.ts"

const system = (platform: ConfigFolder.System["platform"], environment: ConfigFolder.System["environment"]) => ({
  platform,
  home: platform === "win32" ? "C:\\Users\\ada" : "/home/ada",
  workingDirectory: platform === "win32" ? "C:\\work" : "/work",
  environment
})

describe("ConfigFolder.file", () => {
  it.each<readonly [ConfigFolder.System["platform"], ConfigFolder.System["environment"], string]>([
    ["linux", {}, "/home/ada/.config/sysonescript/config.toml"],
    ["linux", { XDG_CONFIG_HOME: "/x" }, "/x/sysonescript/config.toml"],
    ["linux", { XDG_CONFIG_HOME: "x" }, "/home/ada/.config/sysonescript/config.toml"],
    ["linux", { XDG_CONFIG_HOME: "/x", SOS_CONFIG_HOME: "/own/" }, "/own/config.toml"],
    ["linux", { SOS_CONFIG_HOME: "own" }, "/work/own/config.toml"],
    ["linux", { SOS_CONFIG_HOME: "" }, "/home/ada/.config/sysonescript/config.toml"],
    ["darwin", { XDG_CONFIG_HOME: "/x" }, "/home/ada/Library/Application Support/sysonescript/config.toml"],
    ["win32", { APPDATA: "C:\\Users\\ada\\AppData\\Roaming" }, "C:/Users/ada/AppData/Roaming/sysonescript/config.toml"],
    ["win32", {}, "C:/Users/ada/AppData/Roaming/sysonescript/config.toml"],
    ["win32", { SOS_CONFIG_HOME: "own" }, "C:/work/own/config.toml"]
  ])("finds on %s with %j the file %s [SOS-PROJ-01]", (platform, environment, file) => {
    assert.strictEqual(ConfigFolder.file(system(platform, environment)), file)
  })
})
