import { assert, describe, it } from "@effect/vitest"
import * as Ping from "../src/Ping.ts"
import { json } from "./support/json.ts"

describe("Ping.isAlive", () => {
  it.each([
    ['{"ok":true}', true],
    ['{"ok":true,"load":1}', true],
    ['{"ok":false,"error":"busy"}', false],
    ['{"ok":1}', false],
    ['{"ok":true,"error":null}', false],
    ["{}", false]
  ])("reads %s [FLASH-INIT-11]", (text, alive) => {
    assert.strictEqual(Ping.isAlive(json(text)), alive)
  })

  it("takes its own reply as life [FLASH-INIT-09]", () => {
    assert.isTrue(Ping.isAlive(Ping.reply))
  })
})
