import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { folder, told } from "./support/checks.ts"

const programs = readdirSync(folder).filter((name) => name.endsWith(".sos"))

describe("the corpus of checked programs", () => {
  it("is there", () => {
    assert.isAtLeast(programs.length, 15)
  })

  it.effect.each(programs)("tells every problem at its place, and nothing else: %s [SOS-CHK-01]", (name) =>
    Effect.gen(function* () {
      const lines = yield* told(readFileSync(folder + name, "utf8"), {}, name)
      assert.strictEqual(lines.map((line) => `${line}\n`).join(""), readFileSync(`${folder}${name}.expect`, "utf8"))
    })
  )
})
