import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Frontmatter from "../../src/project/Frontmatter.ts"

describe("Frontmatter.find", () => {
  it.each([
    ["+++\nversion = 1\n+++\nshow 1\n", { toml: "\nversion = 1\n", lines: 3, closed: true }],
    ["\ufeff+++\nversion = 1\n+++", { toml: "\nversion = 1\n", lines: 3, closed: true }],
    ["+++ \r\na = 1\r\n+++\t\r\nshow 1", { toml: "\na = 1\r\n", lines: 3, closed: true }],
    ["+++\n+++\n", { toml: "\n", lines: 2, closed: true }],
    ["+++\na = '+++'\n ++++\n+++\n", { toml: "\na = '+++'\n ++++\n", lines: 4, closed: true }],
    ["+++\na = 1", { toml: "\na = 1", lines: 2, closed: false }],
    ["+++", { toml: "\n", lines: 2, closed: false }]
  ])("finds in %j the TOML at the lines that it has there [SOS-PROJ-06]", (script, expected) => {
    assert.deepStrictEqual(Frontmatter.find(script), expected)
  })

  it.each(["", "show 1\n+++\n+++", "\n+++\n+++", "++++\n+++", " +++\n+++", "+++x\n+++"])(
    "finds none in %j [SOS-PROJ-06]",
    (script) => {
      assert.isUndefined(Frontmatter.find(script))
    }
  )

  it.prop(
    "takes any text",
    { lines: Schema.Array(Schema.Literals(["+++", "+++ ", "", "a = 1", "\r"])) },
    ({ lines }) => {
      const script = lines.join("\n")
      const found = Frontmatter.find(script)
      if (found?.closed === true) assert.match(script.split("\n")[found.lines - 1] ?? "", /^\+\+\+/)
    }
  )
})
