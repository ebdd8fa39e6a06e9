import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type { Selector as Scope } from "../../src/manifest/Model.ts"
import * as Selector from "../../src/routing/Selector.ts"
import { browser, emulator } from "../support/plugins.ts"

const everyApp: Scope = { only_terminals: false }
const inBrowser: Scope = { only_bundle_ids: [browser, "b"], only_terminals: false }
const inEmulator: Scope = { only_bundle_ids: [emulator], only_terminals: false }
const inTerminals: Scope = { only_terminals: true }
const inOneTerminal: Scope = { only_bundle_ids: [emulator, browser], only_terminals: true }

const firefox = { bundleId: browser, isTerminal: false }
const iterm = { bundleId: emulator, isTerminal: true }

describe("Selector.matches", () => {
  it.each<[string, Scope, Selector.App, boolean]>([
    ["no selector", everyApp, firefox, true],
    ["no selector and no bundle id", everyApp, { bundleId: "", isTerminal: false }, true],
    ["one of its bundle ids", inBrowser, firefox, true],
    ["another bundle id", inBrowser, iterm, false],
    ["the same bundle id in other letters", inBrowser, { bundleId: browser.toUpperCase(), isTerminal: false }, false],
    ["a bundle id named like a method", inBrowser, { bundleId: "constructor", isTerminal: false }, false],
    ["no bundle id", { only_bundle_ids: [""], only_terminals: false }, { bundleId: "", isTerminal: false }, false],
    ["an empty list", { only_bundle_ids: [], only_terminals: false }, firefox, false],
    ["a terminal", inTerminals, iterm, true],
    ["no terminal", inTerminals, firefox, false],
    ["a terminal of the list", inOneTerminal, iterm, true],
    ["a terminal that the list lacks", inOneTerminal, { bundleId: "t", isTerminal: true }, false],
    ["an app of the list that is no terminal", inOneTerminal, firefox, false]
  ])("decides on %s [FLASH-ROUT-01, FLASH-ROUT-02]", (_, selector, app, matches) => {
    assert.strictEqual(Selector.matches(selector, app), matches)
  })
})

describe("Selector.specificity", () => {
  it.each<[ReadonlyArray<Scope>, Selector.App, Option.Option<number>]>([
    [[everyApp], firefox, Option.some(0)],
    [[inBrowser], firefox, Option.some(1)],
    [[inOneTerminal], iterm, Option.some(1)],
    [[inBrowser], iterm, Option.none()],
    [[everyApp, everyApp], firefox, Option.some(0)],
    [[everyApp, inBrowser], firefox, Option.some(1)],
    [[inTerminals, everyApp], iterm, Option.some(1)],
    [[inTerminals, inEmulator], iterm, Option.some(2)],
    [[inTerminals, inBrowser], iterm, Option.none()],
    [[inBrowser, inTerminals], iterm, Option.none()],
    [[inBrowser, inEmulator], firefox, Option.none()]
  ])("adds up selectors that all match, and has none where one does not: %j [FLASH-ROUT-01]", (...row) => {
    const [selectors, app, expected] = row
    assert.deepStrictEqual(Selector.specificity(app, selectors), expected)
  })
})
