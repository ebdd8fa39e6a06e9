import { assert, describe, it } from "@effect/vitest"
import * as Templates from "../../src/hosting/Templates.ts"

const deep = JSON.parse(`${'{"a":['.repeat(5000)}"deepest"${"]}".repeat(5000)}`)

describe("Templates.of", () => {
  it.each<readonly [Readonly<Record<string, unknown>>, Templates.Templates | undefined]>([
    [{}, undefined],
    [{ plugins: { disabled: ["x"] } }, undefined],
    [{ statusbar: { enabled: true, template: "a" } }, ["a"]],
    [
      { statusbar: { template: "a" }, popup: { p: { template: "b" } }, widgets: { w: { lines: ["c", "d"] } } },
      ["a", "b", "c", "d"]
    ],
    [
      {
        statusbar: { enabled: false, template: "a" },
        popup: { p: { template: "b" } },
        widgets: { w: { template: "c" } }
      },
      ["c"]
    ],
    [{ statusbar: { enabled: false, template: "a" } }, []],
    [{ popup: { p: { template: "b" } } }, ["b"]],
    [{ statusbar: "a", widgets: 7 }, ["a"]]
  ])("finds the text of live surfaces in %j", (table, expected) => {
    assert.deepStrictEqual(Templates.of(table), expected)
  })

  it("looks as deep as there is text", () => {
    assert.deepStrictEqual(Templates.of({ widgets: deep }), ["deepest"])
  })
})
