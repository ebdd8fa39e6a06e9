import { assert, describe, it } from "@effect/vitest"
import * as Observation from "../../src/events/Observation.ts"

describe("Observation.fromTemplates", () => {
  it("reads every reference to a plugin's segment, dots in ids included [FLASH-DELI-10]", () => {
    const observed = Observation.fromTemplates([
      "#{flash.plugin.clock.time} · #{flash.plugin.my.tool.cpu_load}",
      "#{flash.plugin.clock.date}#{flash.plugin.clock.time}",
      "#{flash.mode} #{flash.plugin.clock} #{flash.plugin..x} #{flash.plugin.Clock.time} plain"
    ])
    assert.deepStrictEqual(
      [...observed].map(([plugin, segments]) => [plugin, [...segments]]),
      [
        ["clock", ["time", "date"]],
        ["my.tool", ["cpu_load"]]
      ]
    )
  })
})
