import { assert, describe, it } from "@effect/vitest"
import * as Environment from "../src/Environment.ts"

describe("Environment", () => {
  it("reads what the host gave", () => {
    assert.deepStrictEqual(
      Environment.read({
        FLASH_PLUGIN_ID: "hello",
        FLASH_PLUGIN_VERSION: "1.2",
        FLASH_PLUGIN_DATA_DIR: "/data",
        FLASH_PLUGIN_PARENT_PID: "42",
        FLASH_PLUGIN_CONFIG: '{"a":{"ü":[1.0,true]}}'
      }),
      { id: "hello", version: "1.2", dataFolder: "/data", parent: 42, config: { a: { ü: [1, true] } } }
    )
  })

  it.each([{}, { FLASH_PLUGIN_ID: "", FLASH_PLUGIN_VERSION: "", FLASH_PLUGIN_DATA_DIR: "", FLASH_PLUGIN_CONFIG: "" }])(
    "has defaults for what is missing or empty [FLASH-SDK-22]",
    (variables) => {
      assert.deepStrictEqual(Environment.read(variables), {
        id: "plugin",
        version: "0.0.0",
        dataFolder: undefined,
        parent: undefined,
        config: {}
      })
    }
  )

  it.each(["{", "[1]", "null", "5", '"x"', "{} {}"])("takes settings of %s for none [FLASH-SDK-22]", (text) => {
    assert.deepStrictEqual(Environment.read({ FLASH_PLUGIN_CONFIG: text }).config, {})
  })

  it.each(["0", "-1", "1.5", "2147483648", "x", " 1"])("takes a parent of %s for none", (text) => {
    assert.isUndefined(Environment.read({ FLASH_PLUGIN_PARENT_PID: text }).parent)
  })
})
