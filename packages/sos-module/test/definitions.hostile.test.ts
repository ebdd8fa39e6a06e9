import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as DefinitionFile from "../src/definition/DefinitionFile.ts"
import * as Diagnostic from "../src/diagnostics/Diagnostic.ts"
import { document } from "./support/Documents.ts"
import { edits, rewritten } from "./support/Edits.ts"

const fixture = (name: string) =>
  readFileSync(new URL(`../../../fixtures/sos/definitions/valid/${name}.toml`, import.meta.url), "utf8")

const weather = fixture("weather")
const git = fixture("git")

/** Reads any text: what it throws fails the test, and what it refuses has a reason. */
const survives = (text: string) =>
  Result.match(DefinitionFile.readText("f", text), {
    onFailure: (problems) => {
      assert.isTrue(Diagnostic.hasErrors(problems))
      return problems
    },
    onSuccess: ({ warnings }) => warnings
  })

describe("DefinitionFile.read of anything", () => {
  it.prop(
    "neither throws nor hangs, whatever the file holds [SOS-DEF-39]",
    { seed: Schema.Int, head: Schema.String },
    ({ seed, head }) => {
      const generated = document(seed)
      for (const table of ["", "[runtime]\n", "[[action]]\n", "[[action.command.arguments]]\n"])
        survives(table + generated)
      survives(head + generated)
      survives(`${git}\n[action.extra]\n${generated}`)
    }
  )

  it.prop(
    "survives a definition whose lines are mixed [SOS-DEF-39]",
    { order: Schema.Array(Schema.Int), at: Schema.Int, text: Schema.String },
    ({ order, at, text }) => {
      const lines = weather.split("\n")
      for (const from of order) lines.push(...lines.splice(Math.abs(from) % lines.length, 3))
      survives(lines.join("\n"))
      lines[Math.abs(at) % lines.length] = text
      survives(lines.join("\n"))
      survives(rewritten(weather, order))
    }
  )

  it("survives every small edit of a definition [SOS-DEF-39]", () => {
    let count = 0
    for (const text of [git, weather]) {
      for (const edit of edits(text, ["", "${", "optional", "__proto__", "\u0000", "none"])) {
        survives(edit.text)
        count += 1
      }
    }
    assert.isAbove(count, 500)
  })

  const rows = (count: number, row: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => row(at)).join("")
  const base = fixture("minimal-stdio")

  it.each([
    ["unknown keys", rows(60_000, (at) => `key${at} = 1\n`) + base],
    [
      "unknown failures",
      `${base}failures = [${rows(40_000, (at) => `"F${at}",`)}]\n${rows(10_000, (at) => `[[failure]]\nname = "Failure${at}"\n`)}`
    ],
    [
      "a chain of records",
      base + rows(10_000, (at) => `[[type]]\nname = "R${at}"\nfield = [{ name = "a", type = "R${at + 1}" }]\n`)
    ],
    [
      "a circle of records",
      base +
        rows(10_000, (at) => `[[type]]\nname = "R${at}"\nfield = [{ name = "a", type = "R${(at + 1) % 10_000}" }]\n`)
    ],
    ["one record many times", base + rows(20_000, () => '[[type]]\nname = "R"\nfield = []\n')],
    [
      "long words",
      `${base}description = "${"x".repeat(400_000)}"\ntimeout = "${"1s".repeat(100_000)}"\ntargets = ["${"linux".repeat(50_000)}"]\n`
    ],
    ["a deep type", `${base}[action.result]\ntype = "${"list of ".repeat(100_000)}text"\n`],
    ["spaces before a program", base.replace('"tool"', `"${" ".repeat(900_000)}"`)],
    ["zeros", base.replace('"1.0.0"', `"1.0.${"0".repeat(900_000)}"`)]
  ])("answers in time for a large file of %s [SOS-DEF-39]", (_, text) => {
    assert.isBelow(text.length, DefinitionFile.maxBytes)
    assert.isAbove(survives(text).length, 0)
  })
})
