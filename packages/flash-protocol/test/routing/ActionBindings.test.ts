import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Binding } from "../../src/manifest/Binding.ts"
import type { Action, Manifest } from "../../src/manifest/Model.ts"
import * as Perform from "../../src/Perform.ts"
import * as ActionBindings from "../../src/routing/ActionBindings.ts"
import * as Roster from "../../src/routing/Roster.ts"
import { binding, chords, menu, nothing, outcome, resolve, said } from "../support/bindings.ts"
import { apps, backwards, browser, emulator, ids, plugin, Sketches, twice } from "../support/plugins.ts"

const tabNew = { action: "tab_new" } as const
const scoped = { only_bundle_ids: [browser, emulator] }

describe("ActionBindings.resolve", () => {
  it("sends the chords of one binding in order [FLASH-BIND-19]", () => {
    const copies = binding("a", "clipboard_copy", { "": chords("cmd+a", "Command+C", "cmd+a") })
    assert.strictEqual(outcome([copies], { action: "clipboard_copy" }), "Send a cmd+a cmd+c cmd+a")
  })

  it("presses the menu item at its title path [FLASH-BIND-20]", () => {
    const opens = binding("a", "window_new", { "": menu("File", "New", "Window {index}") })
    assert.strictEqual(
      outcome([binding("a", "window_new", { "": menu("File", "New", "Window") })], { action: "window_new" }),
      "Press a File > New > Window"
    )
    assert.strictEqual(outcome([opens], { action: "window_new", index: 2 }), "NoChord a")
  })

  it("does nothing when the winner is false, whatever others bind [FLASH-BIND-07]", () => {
    const none = binding("a", "app_print", { [browser]: nothing })
    const prints = binding("b", "app_print", { "": chords("cmd+p") }, { priority: 90 })
    assert.strictEqual(outcome([none, prints], { action: "app_print" }), "NoAction a")
    assert.strictEqual(outcome([none, prints], { action: "app_print" }, "other.app"), "Send b cmd+p")
  })

  it.each<[Action, string]>([
    ["resource_next", "Scroll"],
    ["resource_previous", "Scroll"],
    ["scroll_top", "Scroll"],
    ["scroll_bottom", "Scroll"],
    ["tab_next", "Unbound"],
    ["resource_archive", "Unbound"],
    ["window_close", "Unbound"]
  ])("answers %s without a binding with %s [FLASH-BIND-08, FLASH-BIND-09]", (action, expected) => {
    assert.strictEqual(outcome([binding("a", "tab_new", { "": chords("cmd+t") })], { action }), expected)
    assert.strictEqual(outcome([], { action }), expected)
  })

  it("does not scroll where a binding decides, false included [FLASH-BIND-07, FLASH-BIND-09]", () => {
    assert.strictEqual(outcome([binding("a", "scroll_top", { "": nothing })], { action: "scroll_top" }), "NoAction a")
    assert.strictEqual(
      outcome([binding("a", "scroll_top", { "": chords("cmd+up") })], { action: "scroll_top" }),
      "Send a cmd+up"
    )
  })

  it.each<[string, ReadonlyArray<Manifest>, boolean]>([
    ["a binding", [binding("a", "window_close", { "": chords("cmd+w") })], true],
    ["no binding", [], true],
    ["a binding that is false", [binding("a", "window_close", { "": nothing })], false]
  ])("tries the close button before %s: %s [FLASH-BIND-10, FLASH-BIND-07]", (_, plugins, tries) => {
    assert.strictEqual(resolve(plugins, { action: "window_close" }).triesCloseButton, tries)
    assert.isFalse(resolve(plugins, { action: "tab_close" }).triesCloseButton)
  })
})

describe("ActionBindings.resolve for tab_select", () => {
  const select = (written: Binding) => (index?: number) =>
    outcome(
      [binding("a", "tab_select", { "": written })],
      index === undefined ? { action: "tab_select" } : { action: "tab_select", index }
    )

  it.each([
    [1, "Send a cmd+1"],
    [9, "Send a cmd+9"],
    [0, "Send a cmd+0"],
    [10, "NoChord a"],
    [-1, "NoChord a"],
    [1.5, "NoChord a"],
    [1e21, "NoChord a"],
    [undefined, "NoChord a"]
  ])("puts %s into a chord, or sends nothing: %s [FLASH-BIND-14]", (index, expected) => {
    assert.strictEqual(select(chords("cmd+{index}"))(index), expected)
  })

  it("sends nothing of a binding that has one chord too few [FLASH-BIND-14]", () => {
    const sequence = select(chords("ctrl+b", "{index}", "f{index}"))
    assert.strictEqual(sequence(3), "Send a ctrl+b 3 f3")
    assert.strictEqual(sequence(10), "NoChord a")
    assert.strictEqual(select(chords("f{index}"))(10), "Send a f10")
    assert.strictEqual(select(chords("f{index}"))(21), "NoChord a")
  })

  it("puts any index into menu titles, wherever it stands [FLASH-BIND-15]", () => {
    const press = select(menu("Window {index}", "Tab {index} of {index}"))
    assert.strictEqual(press(10), "Press a Window 10 > Tab 10 of 10")
    assert.strictEqual(press(), "NoChord a")
  })

  it("needs no index where the binding names none [FLASH-BIND-14]", () => {
    assert.strictEqual(select(chords("cmd+9"))(), "Send a cmd+9")
    assert.strictEqual(select(chords("cmd+9"))(3), "Send a cmd+9")
  })

  it("sends nothing for a chord that no loader lets through [FLASH-BIND-14]", () => {
    assert.strictEqual(outcome([binding("a", "tab_new", { "": chords("cmd+t", "x+y") })], tabNew), "NoChord a")
    const misplaced = binding("a", "tab_new", { "": chords("cmd+{index}") })
    assert.strictEqual(outcome([misplaced], { action: "tab_new", index: 1 }), "NoChord a")
  })
})

describe("ActionBindings.resolve in a terminal emulator", () => {
  const inEmulator = (written: Binding, key: string, fields: Partial<Manifest>) =>
    outcome([binding("a", "tab_new", { [key]: written }, fields)], tabNew, emulator)

  it.each<[string, string, string]>([
    ["a character", "j", "Refused a j"],
    ["a Command chord", "cmd+t", "Refused a cmd+t"],
    ["a Control chord", "ctrl+tab", "Send a ctrl+tab"],
    ["a key that only moves", "pagedown", "Send a pagedown"]
  ])("refuses what would be typed, from a plugin for every app: %s [FLASH-BIND-11, FLASH-BIND-18]", (...row) => {
    const [, written, expected] = row
    assert.strictEqual(inEmulator(chords(written), "", {}), expected)
    assert.strictEqual(
      outcome([binding("a", "tab_new", { "": chords(written) })], tabNew),
      expected.replace("Refused", "Send")
    )
  })

  it.each<[string, string, Partial<Manifest>]>([
    ["its bundle id", emulator, {}],
    ["its bundle id and a selector", emulator, { only_terminals: true }],
    ["only_terminals", "", { only_terminals: true }],
    ["only_bundle_ids", "", { only_bundle_ids: [emulator] }]
  ])("sends what is bound for the emulator by %s [FLASH-BIND-12]", (_, key, fields) => {
    assert.strictEqual(inEmulator(chords("cmd+t"), key, fields), "Send a cmd+t")
    assert.strictEqual(inEmulator(chords("x"), key, fields), "Send a x")
  })

  it("refuses a whole sequence for one chord of it [FLASH-BIND-11]", () => {
    assert.strictEqual(inEmulator(chords("ctrl+b", "left", "c"), "", {}), "Refused a ctrl+b left c")
    assert.strictEqual(inEmulator(chords("ctrl+b", "left"), "", {}), "Send a ctrl+b left")
  })

  it("refuses a general chord that the emulator has for another action only [FLASH-BIND-12]", () => {
    const specific = binding("b", "window_new", { [emulator]: chords("cmd+t") })
    assert.strictEqual(
      outcome([binding("a", "tab_new", { "": chords("cmd+t") }), specific], tabNew, emulator),
      "Refused a cmd+t"
    )
  })

  it("never refuses a menu press [FLASH-BIND-13]", () => {
    assert.strictEqual(inEmulator(menu("Shell", "New Tab"), "", {}), "Press a Shell > New Tab")
  })

  it("refuses nothing where no plugin declares the emulator [FLASH-BIND-11]", () => {
    const roster = Roster.make([binding("a", "tab_new", { "": chords("cmd+t") })])
    const { outcome: sent } = ActionBindings.resolve(roster, Roster.app(roster, emulator), tabNew)
    assert.strictEqual(said(sent), "Send a cmd+t")
  })

  it("tries the close button before a chord it then refuses [FLASH-BIND-10, FLASH-BIND-11]", () => {
    const closes = binding("a", "window_close", { "": chords("cmd+w") })
    const resolved = resolve([closes], { action: "window_close" }, emulator)
    assert.deepStrictEqual([resolved.triesCloseButton, said(resolved.outcome)], [true, "Refused a cmd+w"])
  })
})

describe("ActionBindings.performers", () => {
  const performing = (id: string, fields: Partial<Manifest> = {}) => plugin(id, { actions: ["tab_new"], ...fields })

  it("come before the binding: a matching selector, the higher priority, the smaller id [FLASH-BIND-01]", () => {
    const plugins = [
      performing("d"),
      performing("c"),
      performing("b", { priority: 90 }),
      performing("e", scoped),
      performing("x", { only_bundle_ids: ["x"] }),
      plugin("y", { actions: ["tab_close"] }),
      binding("a", "tab_new", { "": chords("cmd+t") })
    ]
    const { performers, outcome: last } = resolve(plugins, tabNew)
    assert.deepStrictEqual(ids(performers), ["e", "b", "c", "d"])
    assert.strictEqual(said(last), "Send a cmd+t")
    assert.deepStrictEqual(ids(resolve(plugins, tabNew, "x").performers), ["x", "b", "c", "d"])
  })

  it.prop(
    "are asked in the same order whatever the order of the plugins [FLASH-BIND-01, FLASH-ROUT-23]",
    [Sketches],
    (given) => {
      const [sketches] = given
      const [one, other] = twice(sketches, ({ variant }) => (variant === 0 ? {} : { actions: ["tab_new"] }))
      for (const bundleId of apps) {
        const [first, second] = [one, backwards(other)].map((roster) =>
          ids(ActionBindings.performers(roster, Roster.app(roster, bundleId), "tab_new"))
        )
        assert.deepStrictEqual(first, second)
      }
    }
  )
})

describe("ActionBindings.passesOn", () => {
  it.each<[string, Perform.Outcome, boolean]>([
    ["unhandled", Perform.Outcome.Unhandled(), true],
    ["performed", Perform.Outcome.Performed({}), false],
    ["failed", Perform.Outcome.Failed({ cause: "reported", error: "broke" }), false],
    ["not answered", Perform.noReply, false]
  ])("lets an action go on only past unhandled: %s [FLASH-BIND-01]", (_, performed, expected) => {
    assert.strictEqual(ActionBindings.passesOn(performed), expected)
  })
})

describe("ActionBindings with any index", () => {
  it.prop(
    "answers every request, and never sends a chord that does not exist [FLASH-BIND-14]",
    [Schema.Finite],
    (given) => {
      const [index] = given
      const answer = outcome([binding("a", "tab_select", { "": chords("cmd+{index}") })], {
        action: "tab_select",
        index
      })
      const isDigit = Number.isInteger(index) && index >= 0 && index <= 9
      assert.strictEqual(answer, isDigit ? `Send a cmd+${index}` : "NoChord a")
    }
  )
})
