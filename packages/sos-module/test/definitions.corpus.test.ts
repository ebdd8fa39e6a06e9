import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Result } from "effect"
import { parse } from "smol-toml"
import * as DefinitionFile from "../src/definition/DefinitionFile.ts"
import { document } from "../src/definition/JsonSchema.ts"
import type { Diagnostic } from "../src/diagnostics/Diagnostic.ts"

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

  it.each(valid)(
    "is taken, with its digest: %s [SOS-DEF-20, SOS-DEF-23, SOS-DIG-01, SOS-DIG-02, SOS-VER-01, SOS-VER-02]",
    (name, { bytes, expected }) => {
      const { digest, warnings } = Result.getOrThrow(DefinitionFile.read(name, bytes))
      assert.strictEqual(digest, expected.digest)
      assert.deepStrictEqual(shown(warnings), expected.warnings ?? [])
    }
  )

  it.each(invalid)(
    "is refused with all of its problems: %s [SOS-DEF-01, SOS-DEF-02, SOS-DEF-03, SOS-DEF-05, SOS-DEF-06, SOS-DEF-07, SOS-DEF-08, SOS-DEF-09, SOS-DEF-10, SOS-DEF-11, SOS-DEF-12, SOS-DEF-13, SOS-DEF-14, SOS-DEF-15, SOS-DEF-16, SOS-DEF-17, SOS-DEF-18, SOS-DEF-19, SOS-DEF-20, SOS-DEF-21, SOS-DEF-22, SOS-DEF-23, SOS-DEF-24, SOS-DEF-25, SOS-DEF-26, SOS-DEF-27, SOS-DEF-28, SOS-DEF-29, SOS-DEF-30, SOS-DEF-31, SOS-DEF-32, SOS-DEF-33, SOS-DEF-34, SOS-DEF-35, SOS-DEF-41, SOS-DEF-42, SOS-DEF-44, SOS-DEF-45, SOS-VER-01, SOS-VER-02, SOS-TOML-02, SOS-TOML-06]",
    (name, { bytes, expected }) => {
      const problems = Result.getOrThrow(Result.flip(DefinitionFile.read(name, bytes)))
      assert.deepStrictEqual(shown(problems), expected.problems)
      assert.isTrue(problems.some(({ severity }) => severity === "error"))
    }
  )
})

describe("the corpus of invalid definitions", () => {
  const proven = new Set(invalid.flatMap(([, { expected }]) => expected.requirements))
  // Of the others there is nothing to refuse in a text of this size.
  const positive = ["SOS-DEF-04", "SOS-DEF-36", "SOS-DEF-37", "SOS-DEF-38", "SOS-DEF-39", "SOS-DEF-40", "SOS-DEF-43"]

  it("breaks every rule on definitions at least once [SOS-DEF-40]", () => {
    const listed = readFileSync(new URL("../../../protocol/requirements.json", import.meta.url), "utf8")
    const ids = [...listed.matchAll(/"id": "(SOS-DEF-\d+)"/g)].map(([, id = ""]) => id)
    assert.isAbove(ids.length, 40)
    assert.deepStrictEqual(
      ids.filter((id) => !proven.has(id)),
      positive
    )
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
