import { assert, describe, it } from "@effect/vitest"
import { checkRequirements, isRead } from "../lib/requirements.ts"
import { print } from "../lib/tree.ts"

const requirement = (id: string, level: string) =>
  JSON.stringify({ id, level, text: "It holds.", spec: "decisions.md#b2" })

/** A project whose line 2 is FLASH-CAT-01, which binds, and whose line 3 is FLASH-CAT-02, which comes later. */
const check = (files: Readonly<Record<string, string>>) =>
  checkRequirements(
    new Map([
      [
        "protocol/requirements.json",
        `[\n${requirement("FLASH-CAT-01", "must")},\n${requirement("FLASH-CAT-02", "later")}\n]`
      ],
      ...Object.entries(files)
    ])
  )

const test = "packages/a/test/A.test.ts"
const citing = 'it("holds [FLASH-CAT-01]", run)'
const file = "fixtures/flash/a/valid/a.json"
const corpus = (...ids: ReadonlyArray<string>) => JSON.stringify({ about: "a", requirements: ids }, null, 1)

const complaints = (files: Readonly<Record<string, string>>) => check(files).findings.map(print)

describe("checkRequirements", () => {
  it("passes when every requirement that binds is cited, and counts those that wait", () => {
    assert.deepStrictEqual(check({ [test]: citing, [file]: corpus("FLASH-CAT-01") }), {
      findings: [],
      cited: 1,
      waiting: 1
    })
  })

  it("fails on a requirement that no test cites, although the corpus does", () => {
    const { findings, cited } = check({ [test]: 'it("holds", run)', [file]: corpus("FLASH-CAT-01") })
    assert.strictEqual(cited, 0)
    assert.deepStrictEqual(findings.map(print), [
      "protocol/requirements.json:2: no test cites FLASH-CAT-01; end the title of its test with [FLASH-CAT-01]"
    ])
  })

  it.each<readonly [string, string, string]>([
    ["FLASH-CAT-03", "cites FLASH-CAT-03, which is unknown", "add it to protocol/requirements.json"],
    ["FLASH-CAT-02", "cites FLASH-CAT-02, whose level is later", "promote it to must"]
  ])("fails on a test or a corpus file that cites %s", (id, wrong, allowed) => {
    const files = { [test]: `${citing}\nit("is [${id}]", run)`, [file]: corpus("FLASH-CAT-01", id) }
    assert.deepStrictEqual(complaints(files), [`${test}:2: ${wrong}; ${allowed}`, `${file}:5: ${wrong}; ${allowed}`])
  })

  it("fails on a title with an id that is not cited", () => {
    const files = { [test]: `${citing}\nit("FLASH-CAT-01 holds", run)` }
    assert.deepStrictEqual(complaints(files), [
      `${test}:2: has "FLASH-CAT-01" in a title; end the title with ids in square brackets, separated by commas`
    ])
  })

  it.each(["", "[]", "{}", '{"requirements":[]}', '{"requirements":"FLASH-CAT-01"}', '{"requirements":[1]}'])(
    "fails on the corpus file %j",
    (text) => {
      const expected = `${file}:1: cites no requirement; list ids of its rule`
      assert.deepStrictEqual(complaints({ [test]: citing, [file]: text }), [expected])
    }
  )

  it("fails without requirements", () => {
    const findings = checkRequirements(new Map([[test, citing]])).findings.map(print)
    assert.deepStrictEqual(findings, [
      "protocol/requirements.json:1: is no JSON list; a list of requirements",
      `${test}:1: cites FLASH-CAT-01, which is unknown; add it to protocol/requirements.json`
    ])
  })
})

describe("isRead", () => {
  it.each([
    ["protocol/requirements.json", true],
    ["packages/a/test/A.test.ts", true],
    ["packages/a/test/support/suite.ts", true],
    ["scripts/test/a.test.ts", true],
    ["fixtures/flash/publish/invalid/a.json", true],
    ["fixtures/plugins/bookmarks/manifest.json", false],
    ["packages/a/src/A.ts", false],
    ["protocol/flash.json", false]
  ])("decides on %s: %s", (path, expected) => {
    assert.strictEqual(isRead(path), expected)
  })
})
