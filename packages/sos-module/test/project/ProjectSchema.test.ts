import { assert, describe, it } from "@effect/vitest"
import * as ProjectSchema from "../../src/project/ProjectSchema.ts"

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Every schema inside a schema, with its path. */
const schemas = (
  schema: unknown,
  path: string
): ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>]> => {
  if (!isTable(schema)) return []
  const inner = isTable(schema.properties) ? Object.entries(schema.properties) : []
  return [
    [path, schema],
    ...inner.flatMap(([key, value]) => schemas(value, path === "" ? key : `${path}.${key}`)),
    ...schemas(schema.items, `${path}[]`)
  ]
}
const all = new Map(schemas(ProjectSchema.document(), ""))

describe("ProjectSchema", () => {
  it("knows every key that a file may have [SOS-PROJ-02]", () => {
    assert.deepStrictEqual([...all.keys()].filter((path) => !path.endsWith("[]")).sort(), [
      "",
      "budget",
      "budget.run",
      "budget.run.requests",
      "budget.run.timeout",
      "editor",
      "editor.assistance",
      "external",
      "external.filesystem",
      "external.network",
      "external.process",
      "external.programs",
      "external.secrets",
      "interpretation",
      "interpretation.mode",
      "language",
      "language.libraries",
      "language.libraries[].as",
      "language.libraries[].path",
      "module",
      "module.external",
      "module.external[].definition",
      "module.external[].path",
      "module.path",
      "runtime",
      "runtime.judgment",
      "version"
    ])
  })

  it("refuses unknown keys in every table, as the reader does [SOS-PROJ-03]", () => {
    for (const [path, schema] of all) if (schema.type === "object") assert.isFalse(schema.additionalProperties, path)
  })

  it("tells an editor what each key is", () => {
    for (const [path, schema] of all) {
      if (path !== "" && !path.endsWith("[]")) assert.match(String(schema.description), /\.$/, path)
    }
  })

  it("says what a version, a path, a limit and a mode may be [SOS-PROJ-03]", () => {
    assert.deepStrictEqual(all.get("")?.required, ["version"])
    assert.deepStrictEqual(all.get("version")?.enum, [1])
    assert.deepStrictEqual(all.get("external.filesystem")?.enum, ["none", "workspace-read", "workspace", "explicit"])
    assert.strictEqual(all.get("language.libraries")?.maxItems, 64)
    const path = all.get("module.path") ?? {}
    assert.strictEqual(path.maxLength, 512)
    assert.match("local/git", new RegExp(String(path.pattern), "u"))
    assert.notMatch("std/git", new RegExp(String(path.pattern), "u"))
  })
})
