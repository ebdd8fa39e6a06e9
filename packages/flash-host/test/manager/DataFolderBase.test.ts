import { assert, describe, it } from "@effect/vitest"
import * as DataFolderBase from "../../src/manager/DataFolderBase.ts"

const home = "/home/user"

describe("DataFolderBase.of", () => {
  it.each([
    ["macOS", { isMac: true, environment: {} }, "/home/user/Library/Application Support/Flash/Plugins"],
    [
      "macOS, whatever XDG says",
      { isMac: true, environment: { XDG_DATA_HOME: "/data" } },
      "/home/user/Library/Application Support/Flash/Plugins"
    ],
    ["other systems", { isMac: false, environment: {} }, "/home/user/.local/share/flash/plugins"],
    ["a data home", { isMac: false, environment: { XDG_DATA_HOME: "/data" } }, "/data/flash/plugins"],
    [
      "an empty data home",
      { isMac: false, environment: { XDG_DATA_HOME: "" } },
      "/home/user/.local/share/flash/plugins"
    ],
    [
      "a data home that is not absolute",
      { isMac: false, environment: { XDG_DATA_HOME: "data" } },
      "/home/user/.local/share/flash/plugins"
    ]
  ])("follows the rules of %s (F9)", (_, system, expected) => {
    assert.strictEqual(DataFolderBase.of({ home, ...system }), expected)
  })
})
