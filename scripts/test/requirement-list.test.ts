import { assert, describe, it } from "@effect/vitest"
import { readRequirements } from "../lib/requirement-list.ts"
import { print } from "../lib/tree.ts"

const entry = (changes: Readonly<Record<string, unknown>> = {}) => ({
  id: "FLASH-CAT-01",
  level: "must",
  text: "A row has a title.",
  spec: "flash-plugin-protocol.md#manifest",
  ...changes
})

const read = (...entries: ReadonlyArray<unknown>) => readRequirements(JSON.stringify(entries, null, 2))
const problems = (...entries: ReadonlyArray<unknown>) => read(...entries).findings.map(print)

describe("readRequirements", () => {
  it("lists entries with the lines they start on", () => {
    const { entries, findings } = read(entry(), entry({ id: "FLASH-CAT-02", level: "later" }))
    assert.deepStrictEqual(findings, [])
    assert.deepStrictEqual(entries, [
      { id: "FLASH-CAT-01", level: "must", line: 2 },
      { id: "FLASH-CAT-02", level: "later", line: 8 }
    ])
  })

  it("finds the line of an entry whatever its texts hold", () => {
    const text = `[{"id": 1, "text": "[{,\\"}]",\n"list": [1,\n2]},\n"three", {}]`
    const lines = readRequirements(text).findings.map(({ line, wrong }) => `${line} ${wrong}`)
    assert.includeMembers(lines, ["1 has no id", "4 is no requirement", "4 has no id"])
  })

  it.each([undefined, "", "{}", "[", "null"])("reports %j, which is no list", (text) => {
    const findings = readRequirements(text).findings.map(print)
    assert.deepStrictEqual(findings, ["protocol/requirements.json:1: is no JSON list; a list of requirements"])
  })

  it.each([
    "flash-plugin-protocol.md#host--plugin",
    "flash-facts.md#9-manifest-manifestjson",
    "sos-external-modules.md#discovery-and-resolution",
    "sos-facts.md#12-keys",
    "decisions.md#f7",
    "decisions.md#s10"
  ])("accepts an entry said in %s", (spec) => {
    assert.deepStrictEqual(problems(entry({ spec })), [])
  })

  it.each<readonly [Readonly<Record<string, unknown>>, string]>([
    [{ id: "FLASH-CAT-1" }, 'has the id "FLASH-CAT-1"; write PROTOCOL-AREA-NN'],
    [{ id: "FLASH-01" }, 'has the id "FLASH-01"; write PROTOCOL-AREA-NN'],
    [{ id: "flash-cat-01" }, 'has the id "flash-cat-01"; write PROTOCOL-AREA-NN'],
    [{ id: 1 }, "has no id; write PROTOCOL-AREA-NN"],
    [{ level: "perhaps" }, 'has the level "perhaps"; write must, should, later'],
    [{ level: undefined }, "has no level; write must, should, later"],
    [{ text: "" }, 'has the text ""; write a sentence'],
    [{ text: "a title" }, 'has the text "a title"; write a sentence'],
    [{ note: "x" }, 'has a field "note"; the fields are id, level, text, spec']
  ])("refuses an entry with %j", (changes, problem) => {
    assert.deepStrictEqual(problems(entry(changes)), [`protocol/requirements.json:2: ${problem}`])
  })

  it.each([
    "unknown.md#manifest",
    "flash-plugin-protocol.md",
    "flash-plugin-protocol.md#",
    "flash-plugin-protocol.md#Manifest",
    "flash-plugin-protocol.md#a#b",
    "decisions.md#manifest",
    "flash-facts.md#manifest",
    "constructor#a"
  ])("refuses an entry said in %s", (spec) => {
    assert.include(problems(entry({ spec }))[0], `has the spec "${spec}"`)
  })

  it("refuses a repeated id and names the first", () => {
    const expected = "protocol/requirements.json:8: repeats FLASH-CAT-01 of line 2; give it a number of its own"
    assert.deepStrictEqual(problems(entry(), entry()), [expected])
  })

  it("refuses a list that is not sorted", () => {
    const expected = "protocol/requirements.json:8: lists FLASH-CAT-01 after FLASH-CAT-02; sort the list by id"
    assert.deepStrictEqual(problems(entry({ id: "FLASH-CAT-02" }), entry()), [expected])
  })
})
