import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Chord from "../../src/manifest/Chord.ts"

const printed = (text: string) =>
  Result.match(Chord.parse(text), { onFailure: ({ expected }) => `expected ${expected}`, onSuccess: Chord.print })

const noKey = "expected a key after the last +: a letter, a digit, punctuation or the name of a key"
const noModifier = "expected cmd, ctrl, alt or shift before each +"

const modifiers = { command: "cmd", control: "ctrl", option: "alt", shift: "shift" } as const

describe("Chord.parse", () => {
  it.each([
    ["cmd", "command"],
    ["command", "command"],
    ["super", "command"],
    ["meta", "command"],
    ["ctrl", "control"],
    ["control", "control"],
    ["alt", "option"],
    ["opt", "option"],
    ["option", "option"],
    ["shift", "shift"]
  ])("reads the modifier %s as %s [FLASH-MAN-42]", (name, modifier) => {
    assert.deepStrictEqual(Result.getOrThrow(Chord.parse(`${name}+k`)), {
      modifiers: [modifier],
      key: "k"
    } as Chord.Chord)
  })

  it.each([
    ..."abcdefghijklmnopqrstuvwxyz0123456789`-=[]\\;',./",
    ..."return tab space delete escape left right up down home end pageup pagedown".split(" "),
    ...Array.from({ length: 20 }, (_, index) => `f${index + 1}`)
  ])("reads the key %s, alone and with a modifier [FLASH-MAN-42]", (key) => {
    assert.strictEqual(printed(key), key)
    assert.strictEqual(printed(`cmd+${key}`), `cmd+${key}`)
  })

  it.each([
    ["enter", "return"],
    ["backspace", "delete"],
    ["esc", "escape"],
    ["plus", "="],
    ["}", "]"],
    ["?", "/"],
    ["~", "`"],
    ["!", "1"],
    [")", "0"],
    ["_", "-"],
    ["|", "\\"],
    ['"', "'"],
    ["<", ","]
  ])("reads %s as the key %s [FLASH-MAN-42]", (alias, key) => {
    assert.strictEqual(printed(`cmd+${alias}`), `cmd+${key}`)
  })

  it.each([
    ["CMD+Shift+T", "cmd+shift+t"],
    ["shift+ALT+ctrl+Cmd+PageUp", "cmd+ctrl+alt+shift+pageup"],
    ["cmd+command+k", "cmd+k"],
    [" cmd+k\n", "cmd+k"]
  ])("reads %j as %s [FLASH-MAN-43]", (text, canonical) => {
    assert.strictEqual(printed(text), canonical)
  })

  it.each([
    ["", noKey],
    ["cmd", noKey],
    ["cmd+", noKey],
    ["+", noKey],
    ["cmd++", noKey],
    ["cmd+10", noKey],
    ["cmd+f21", noKey],
    ["cmd+f0", noKey],
    ["cmd+é", noKey],
    ["cmd+page_up", noKey],
    ["cmd+0x12", noKey],
    ["cmd+{index}", noKey],
    ["cmd+k cmd+j", noModifier],
    ["cmd+\u212a", noKey],
    ["k+cmd", noKey],
    ["cmd++k", noModifier],
    ["+k", noModifier],
    ["hyper+k", noModifier],
    ["k+j", noModifier],
    ["⌘+k", noModifier],
    ["cmd +k", noModifier]
  ])("refuses %j [FLASH-MAN-42, FLASH-MAN-43]", (text, expected) => {
    assert.strictEqual(printed(text), expected)
  })

  it.prop(
    "reads back what it prints, whatever was written",
    [
      Schema.Array(Schema.Literals(["cmd", "META", "Super", "ctrl", "opt", "alt", "SHIFT"])),
      Schema.Literals([..."aZ9{?", "plus", "F12", "Esc"])
    ],
    ([held, key]) => {
      const chord = Result.getOrThrow(Chord.parse([...held, key].join("+")))
      assert.deepStrictEqual(Result.getOrThrow(Chord.parse(Chord.print(chord))), chord)
      assert.isAtMost(chord.modifiers.length, new Set(held).size)
    }
  )

  it("reads back every chord that there is", () => {
    const names = Object.keys(modifiers) as ReadonlyArray<Chord.Modifier>
    const held = Array.from({ length: 16 }, (_, bits) => names.filter((_name, at) => (bits >> at) & 1))
    for (const key of Chord.keyNames()) {
      for (const each of held) {
        const chord: Chord.Chord = { modifiers: each, key }
        assert.deepStrictEqual(Result.getOrThrow(Chord.parse(Chord.print(chord))), chord)
      }
    }
    assert.strictEqual(Chord.keyNames().size, 36 + 11 + 13 + 20)
  })

  it("takes text of any length", () => {
    assert.strictEqual(printed("cmd+".repeat(200_000)), noKey)
    assert.strictEqual(printed(`${"cmd+".repeat(200_000)}k`), "cmd+k")
  })
})

describe("Chord.parseAt", () => {
  it.each([
    ["cmd+{index}", 1, "cmd+1"],
    ["cmd+{index}", 9, "cmd+9"],
    ["f{index}", 20, "f20"],
    ["cmd+t", 12, "cmd+t"]
  ])("puts an index into %s: %d gives %s [FLASH-MAN-32]", (template, index, canonical) => {
    assert.strictEqual(Chord.print(Result.getOrThrow(Chord.parseAt(template, index))), canonical)
  })

  it.each([
    ["cmd+{index}", 10],
    ["f{index}", 21],
    ["cmd+{INDEX}", 1],
    ["{index}{index}", 1]
  ])("finds no chord for %s and %d [FLASH-MAN-32]", (template, index) => {
    assert.isTrue(Result.isFailure(Chord.parseAt(template, index)))
  })
})
