import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import * as PerformParams from "../../src/PerformParams.ts"
import * as Commands from "../../src/routing/Commands.ts"
import * as Roster from "../../src/routing/Roster.ts"
import { plugin } from "../support/plugins.ts"

const roster = Roster.make([
  plugin("a", {
    commands: [
      { command: "tabs", subcommand: "*", timeout_ms: 1 },
      { command: "tabs", subcommand: "close", timeout_ms: 2 }
    ]
  }),
  plugin("b", { commands: [{ command: "notes", subcommand: "new" }] })
])

const find = (command: string, subcommand: string) =>
  Option.getOrUndefined(
    Option.map(Commands.find(roster, command, subcommand), (target) => [target.plugin.id, target.entry.subcommand])
  )

const dispatched = (command: string, subcommand: string, raw: string) =>
  Commands.dispatch(Option.getOrThrow(Commands.find(roster, command, subcommand)), subcommand, raw)

describe("Commands.find", () => {
  it.each([
    ["tabs", "close", ["a", "close"]],
    ["TABS", "Close", ["a", "close"]],
    ["tabs", "closed", ["a", "*"]],
    ["Tabs", "*", ["a", "*"]],
    ["tabs", "", ["a", "*"]],
    ["notes", "new", ["b", "new"]],
    ["notes", "old", undefined],
    ["notes", "*", undefined],
    ["notes", "", undefined],
    ["tab", "close", undefined],
    ["constructor", "close", undefined]
  ])("finds who performs %s %s [FLASH-ROUT-13, FLASH-ROUT-14]", (command, subcommand, expected) => {
    assert.deepStrictEqual(find(command, subcommand), expected)
  })
})

describe("Commands.dispatch", () => {
  it.each<[readonly [string, string, string], Omit<PerformParams.Params & { kind: "command" }, "kind">]>([
    [
      ["TABS", "Close", " all  Of\tthem "],
      { command: "tabs", subcommand: "close", args: ["all", "Of", "them"], raw: " all  Of\tthem " }
    ],
    [["tabs", "close", ""], { command: "tabs", subcommand: "close", args: [], raw: "" }],
    [["Tabs", "Find", "a  b"], { command: "tabs", subcommand: "", args: ["Find", "a", "b"], raw: "a  b" }],
    [["tabs", "find", ""], { command: "tabs", subcommand: "", args: ["find"], raw: "" }],
    [["tabs", "", ""], { command: "tabs", subcommand: "", args: [], raw: "" }],
    [["tabs", "*", ""], { command: "tabs", subcommand: "", args: ["*"], raw: "" }]
  ])("sends %j with registered words and the remainder verbatim [FLASH-ROUT-13, FLASH-ROUT-14]", (typed, params) => {
    assert.deepStrictEqual(dispatched(...typed), { kind: "command", ...params })
  })

  it("sends what a plugin reads back as it was [FLASH-ROUT-13]", () => {
    const params = dispatched("tabs", "close", "\u2028 a")
    assert.deepStrictEqual(Result.getOrThrow(PerformParams.decode(params)), params)
  })
})
