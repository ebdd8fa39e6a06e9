import { assert, describe, it } from "@effect/vitest"
import { Constants } from "@lanyard/flash-protocol"
import { Result } from "effect"
import * as NotifyRate from "../../src/hostcalls/NotifyRate.ts"

describe("NotifyRate", () => {
  it("counts from the last accepted banner of the same plugin [FLASH-HOST-40]", () => {
    const rate = NotifyRate.make()
    const accepted = (plugin: string, now: number) => Result.isSuccess(NotifyRate.accept(rate, plugin, now))
    assert.deepStrictEqual(
      [
        accepted("a", 0),
        accepted("a", 600),
        accepted("b", 600),
        accepted("a", 999.9),
        accepted("a", 1000),
        accepted("a", 1600),
        accepted("b", 1600),
        accepted("a", 2000)
      ],
      [true, false, true, false, true, false, true, true]
    )
  })

  it("refuses with the contract's text [FLASH-HOST-50]", () => {
    const rate = NotifyRate.make()
    NotifyRate.accept(rate, "a", 0)
    assert.strictEqual(Result.merge(NotifyRate.accept(rate, "a", 1)), Constants.hostCallErrors.notify_rate)
  })

  it("forgets everybody whose second is over", () => {
    const rate = NotifyRate.make()
    for (let plugin = 0; plugin < 100; plugin++) NotifyRate.accept(rate, `p${plugin}`, plugin)
    assert.strictEqual(rate.size, 100)
    NotifyRate.accept(rate, "last", 1049)
    assert.deepStrictEqual([rate.size, rate.has("p49"), rate.has("p50")], [51, false, true])
  })
})
