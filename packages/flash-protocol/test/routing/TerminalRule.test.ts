import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Chord from "../../src/manifest/Chord.ts"
import * as TerminalRule from "../../src/routing/TerminalRule.ts"

const types = (text: string) => TerminalRule.types(Result.getOrThrow(Chord.parse(text)))

describe("TerminalRule.types", () => {
  it.each(["a", "shift+a", "f", "alt+o", "1", "]", "plus", "space", "return", "tab", "shift+tab"])(
    "counts %s as text, for its key makes a character [FLASH-BIND-11]",
    (chord) => {
      assert.isTrue(types(chord))
    }
  )

  it.each(["cmd+t", "cmd+shift+]", "cmd+left", "cmd+f5", "cmd+ctrl+f", "cmd+escape"])(
    "counts %s as text, for it has Command [FLASH-BIND-18]",
    (chord) => {
      assert.isTrue(types(chord))
    }
  )

  it.each(["ctrl+tab", "ctrl+c", "ctrl+shift+tab", "ctrl+alt+a"])(
    "does not count %s as text, for it has Control [FLASH-BIND-11]",
    (chord) => {
      assert.isFalse(types(chord))
    }
  )

  it.each([..."left right up down home end pageup pagedown escape delete f1 f20".split(" "), "shift+up", "alt+left"])(
    "does not count %s as text, for its key makes no character [FLASH-BIND-11]",
    (chord) => {
      assert.isFalse(types(chord))
    }
  )
})
