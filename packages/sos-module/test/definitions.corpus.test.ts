import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Result } from "effect"
import { parse } from "smol-toml"
import * as DefinitionFile from "../src/DefinitionFile.ts"
import type { Diagnostic } from "../src/Diagnostic.ts"
import { document } from "../src/definition/JsonSchema.ts"

interface Case {
  readonly about: string
  readonly requirements: ReadonlyArray<string>
  readonly digest?: string
  readonly warnings?: ReadonlyArray<unknown>
  readonly problems?: ReadonlyArray<unknown>
  readonly schema?: "accepts" | "unasked"
}

const folder = new URL("../../../fixtures/sos/definitions/", import.meta.url)

const cases = (kind: "valid" | "invalid") =>
  readdirSync(new URL(kind, folder))
    .filter((name) => name.endsWith(".toml"))
    .map((name) => {
      const bytes = readFileSync(new URL(`${kind}/${name}`, folder))
      const beside = readFileSync(new URL(`${kind}/${name.replace(/toml$/, "json")}`, folder), "utf8")
      // The format of the corpus, which the assertions below would not pass without.
      return [name, { bytes, expected: JSON.parse(beside) as Case }] as const
    })

const valid = cases("valid")
const invalid = cases("invalid")

const shown = (all: ReadonlyArray<Diagnostic>) =>
  all.map(({ range: { start }, key, message, hint }) => ({
    ...start,
    ...(key === undefined ? {} : { key }),
    message,
    ...(hint === undefined ? {} : { hint })
  }))

describe("the corpus of definitions", () => {
  it("has an explanation beside every file, and no other file", () => {
    for (const [kind, files] of [
      ["valid", valid],
      ["invalid", invalid]
    ] as const) {
      const named = files.flatMap(([name]) => [name, name.replace(/toml$/, "json")])
      assert.deepStrictEqual(readdirSync(new URL(kind, folder)).sort(), named.sort())
    }
    assert.isAbove(valid.length, 30)
    assert.isAbove(invalid.length, 180)
  })

  it.each(valid)("is taken, with its digest: %s", (name, { bytes, expected }) => {
    const { digest, warnings } = Result.getOrThrow(DefinitionFile.read(name, bytes))
    assert.strictEqual(digest, expected.digest)
    assert.deepStrictEqual(shown(warnings), expected.warnings ?? [])
  })

  it.each(invalid)("is refused with all of its problems: %s", (name, { bytes, expected }) => {
    const problems = Result.getOrThrow(Result.flip(DefinitionFile.read(name, bytes)))
    assert.deepStrictEqual(shown(problems), expected.problems)
    assert.isTrue(problems.some(({ severity }) => severity === "error"))
  })
})

describe("the JSON Schema of definitions", () => {
  const validate = new Ajv2020({ strict: true, strictTuples: false, allowUnionTypes: true }).compile(document())
  /** A file as an editor sees it: in JSON, `1.0` is the number 1. */
  const plain = (bytes: Uint8Array): unknown =>
    JSON.parse(JSON.stringify(parse(new TextDecoder("utf-8").decode(bytes))))

  it.each(valid)("takes what the reader takes: %s [SOS-DEF-40]", (_, { bytes }) => {
    assert.isTrue(validate(plain(bytes)), JSON.stringify(validate.errors))
  })

  it.each(invalid.filter(([, { expected }]) => expected.schema !== "unasked"))(
    "refuses what the reader refuses unless the file says otherwise: %s [SOS-DEF-40]",
    (_, { bytes, expected }) => {
      assert.strictEqual(validate(plain(bytes)), expected.schema === "accepts")
    }
  )
})
