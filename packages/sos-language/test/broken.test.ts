import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Parser from "../src/Parser.ts"

const folder = fileURLToPath(new URL("../../../fixtures/sos/programs/broken/", import.meta.url))
const programs = readdirSync(folder).filter((name) => name.endsWith(".sos"))

describe("the corpus of broken programs", () => {
  it("is there", () => {
    assert.isAtLeast(programs.length, 30)
  })

  it.each(programs)("has one message for each mistake, at its place: %s [SOS-PARSE-22]", (name) => {
    const { diagnostics } = Parser.parse(name, readFileSync(folder + name, "utf8"))
    const told = diagnostics.map(
      ({ hint, message, range: { start } }) =>
        `${start.line}:${start.column}: ${message}${hint === undefined ? "" : ` (${hint})`}\n`
    )
    assert.strictEqual(told.join(""), readFileSync(`${folder}${name}.expect`, "utf8"))
  })
})
