import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Result } from "effect"
import { document } from "../../src/manifest/JsonSchema.ts"
import * as Manifest from "../../src/manifest/Manifest.ts"
import { type CorpusFile, payload, read, writtenOut } from "../support/corpus.ts"
import { asJson } from "./support.ts"

const corpus = read("manifest").map((file) => [file.name, file] as const)
const valid = corpus.filter(([, { isValid }]) => isValid)
const invalid = corpus.filter(([, { isValid }]) => !isValid)

const decode = (file: CorpusFile) => {
  const { reserved } = file.given
  return Manifest.decode(payload(file), Array.isArray(reserved) ? { reserved } : {})
}

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(document())

/** A file as a JSON Schema sees it: to JSON, `1.0` is the number 1. */
const plain = ({ text, input }: CorpusFile): unknown => (text === undefined ? writtenOut(input) : JSON.parse(text))

describe("the manifests of the corpus", () => {
  it.each(valid)("load when they are valid: %s", (_, file) => {
    const manifest = asJson(Result.getOrThrow(decode(file)))
    assert.isObject(file.expect)
    assert.deepInclude(manifest, file.expect as object)
  })

  it.each(invalid)("are refused for the one thing that is wrong with them: %s", (_, file) => {
    const { problems } = Result.getOrThrow(Result.flip(decode(file)))
    assert.deepStrictEqual(
      problems.map(({ path }) => path),
      [file.path]
    )
  })

  it("include valid and invalid ones", () => {
    assert.isAbove(valid.length, 40)
    assert.isAbove(invalid.length, 150)
  })
})

describe("the JSON Schema of the manifest", () => {
  it.each(valid)("takes what the loader takes: %s", (_, file) => {
    assert.isTrue(validate(plain(file)), JSON.stringify(validate.errors))
  })

  it.each(invalid)("refuses what the loader refuses unless the file says otherwise: %s", (_, file) => {
    assert.strictEqual(validate(plain(file)), file.schema === "accepts")
  })
})
