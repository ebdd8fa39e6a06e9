import { assert, describe, it } from "@effect/vitest"
import { Deadlines, type PerformParams } from "@lanyard/flash-protocol"
import * as PerformDeadline from "../src/PerformDeadline.ts"
import { specOf } from "./support/scripted.ts"

const commands = [
  { command: "tabs", subcommand: "*", timeout_ms: 1 },
  { command: "tabs", subcommand: "close", timeout_ms: 2 },
  { command: "tabs", subcommand: "open", timeout_ms: 3 },
  { command: "notes", subcommand: "add" },
  { command: "notes", subcommand: "*", timeout_ms: 4 }
]

const { manifest } = specOf("tabs", { commands })
const of = (params: PerformParams.Params) => PerformDeadline.of(params, manifest, Deadlines.make())
const command = (first: string, second: string) =>
  of({ kind: "command", command: first, subcommand: second, args: [], raw: "" })

describe("PerformDeadline", () => {
  it.each<readonly [string, string, number]>([
    ["tabs", "close", 2],
    ["tabs", "CLOSE", 2],
    ["TABS", "close", 2],
    ["tabs", "open", 3],
    ["tabs", "other", 1],
    ["tabs", "", 1],
    ["notes", "add", 10_000],
    ["notes", "drop", 4],
    ["other", "close", 10_000]
  ])("of %s %s is %d ms", (first, second, millis) => assert.strictEqual(command(first, second), millis))

  it.each<[PerformParams.Params]>([
    [{ kind: "navigate", url: "tabs:close" }],
    [{ kind: "action", name: "close" }],
    [{ kind: "resolve", row: { source: "tabs", title: "close" } }]
  ])("of everything else is the table's: %j", (params) => assert.strictEqual(of(params), 10_000))
})
