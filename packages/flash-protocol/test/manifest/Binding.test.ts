import { assert, describe, it } from "@effect/vitest"
import { Binding, hasIndex } from "../../src/manifest/Binding.ts"

describe("Binding.hasIndex", () => {
  it.each([
    [Binding.Chords({ chords: ["cmd+k", "cmd+{index}"] }), true],
    [Binding.Chords({ chords: ["cmd+k", "cmd+1"] }), false],
    [Binding.Menu({ path: ["Window", "Tab {index}"] }), true],
    [Binding.Menu({ path: ["Window", "Tab {Index}"] }), false],
    [Binding.Nothing(), false]
  ])("finds the index wherever a binding has it: %j, %s [FLASH-MAN-31]", (binding, expected) => {
    assert.strictEqual(hasIndex(binding), expected)
  })
})
