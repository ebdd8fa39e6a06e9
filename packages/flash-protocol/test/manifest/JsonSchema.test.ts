import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Result, Schema } from "effect"
import { Constants } from "../../src/index.ts"
import { document } from "../../src/manifest/JsonSchema.ts"
import * as Manifest from "../../src/manifest/Manifest.ts"
import { lists } from "../../src/manifest/Repeats.ts"
import { read } from "../support/corpus.ts"
import * as Hostile from "../support/hostile.ts"
import { running } from "./support.ts"

type Node = Readonly<Record<string, unknown>>

const schema: Node = document()
const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)

const specification = read("manifest").find(({ name }) => name.endsWith("valid/specification.json"))?.input
const sections: Node = isNode(specification) ? specification : {}

/** What a schema says of a value that is not null. */
const real = (node: unknown): Node => {
  assert.isTrue(isNode(node))
  const { anyOf } = node as Node
  const found = Array.isArray(anyOf) ? anyOf.find((each) => isNode(each) && each.type !== "null") : node
  return found as Node
}

const children = (node: Node): ReadonlyArray<readonly [string, Node]> => [
  ...(isNode(node.properties) ? Object.entries(node.properties) : []).map(([key, each]) => [key, real(each)] as const),
  ...(isNode(node.items) ? [["*", real(node.items)] as const] : [])
]

const walk = (node: Node, path: ReadonlyArray<string>): ReadonlyArray<readonly [ReadonlyArray<string>, Node]> => [
  [path, node],
  ...children(node).flatMap(([key, each]) => walk(each, [...path, key]))
]

const nodes = walk(schema, [])

describe("the JSON Schema of the manifest", () => {
  it("is what protocol/manifest.schema.json says [FLASH-MAN-46]", () => {
    const file = new URL("../../../../protocol/manifest.schema.json", import.meta.url)
    assert.deepStrictEqual(JSON.parse(readFileSync(file, "utf8")), JSON.parse(JSON.stringify(schema)))
  })

  it("is a schema by the rules of draft 2020-12 [FLASH-MAN-46]", () => {
    assert.isTrue(new Ajv2020({ strict: true, allowUnionTypes: true }).validateSchema(schema))
  })

  it("explains every key, those of the actions aside [FLASH-MAN-46]", () => {
    const explained = nodes.flatMap(([path, { properties }]) =>
      path[0]?.startsWith("action_") === true || !isNode(properties) ? [] : Object.entries(properties)
    )
    assert.isAbove(explained.length, 50)
    for (const [key, node] of explained) assert.isString(isNode(node) ? node.description : undefined, key)
  })

  it("refuses other keys everywhere [FLASH-MAN-07]", () => {
    const objects = nodes.filter(([, { type }]) => type === "object")
    assert.isAbove(objects.length, 12)
    for (const [path, node] of objects) assert.isFalse(node.additionalProperties, path.join("."))
  })

  it("asks for distinct entries exactly where the loader does [FLASH-MAN-41]", () => {
    const distinct = nodes.filter(([, { uniqueItems }]) => uniqueItems === true).map(([path]) => path.join("."))
    assert.deepStrictEqual(distinct.sort(), lists.map((path) => path.join(".")).sort())
  })

  it("knows every action by name [FLASH-MAN-29]", () => {
    const bindings = nodes.find(([path]) => path.join() === "action_bindings")?.[1].properties
    assert.deepStrictEqual(Object.keys(bindings as Node), [...Constants.actions])
  })

  it.prop(
    "takes whatever the loader takes [FLASH-MAN-46]",
    [Schema.Array(Schema.Literals(Object.keys(sections))), Hostile.Choices],
    ([kept, choices]) => {
      const some = Object.fromEntries(kept.map((key) => [key, sections[key]]))
      const extra = Hostile.from(choices, ["priority", "hints", "query", "help", "listen", "mappings", "prefixes"])
      for (const manifest of [
        { ...running, ...some },
        { ...running, ...some, ...(isNode(extra) ? extra : {}) }
      ]) {
        if (Result.isSuccess(Manifest.decode(manifest))) assert.isTrue(validate(manifest))
      }
    }
  )

  it("is tried on manifests that load [FLASH-MAN-46]", () => {
    assert.isTrue(Result.isSuccess(Manifest.decode(sections)))
    assert.isTrue(validate(sections))
    assert.isFalse(validate({ ...sections, priority: "high" }))
  })
})
