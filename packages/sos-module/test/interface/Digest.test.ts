import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as DefinitionFile from "../../src/definition/DefinitionFile.ts"
import * as Digest from "../../src/interface/Digest.ts"
import { type Edit, edits, rewritten } from "../support/Edits.ts"

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/sos/definitions/valid/${name}.toml`, import.meta.url), "utf8")

const names = ["git", "weather", "types", "arguments"]
const texts = names.map((name) => [name, fixture(name)] as const)

const read = (text: string) => Result.getOrThrow(DefinitionFile.readText("f", text))

// One of each kind of value, so that many replacements are valid definitions.
const words = [
  "none",
  "workspace",
  "explicit",
  "json",
  "discard",
  "optional integer",
  "linux-arm64",
  "random",
  "9s",
  "9.9.9",
  ">9.9",
  `\${definition_dir}`,
  "dist/x"
]

/** The edits that make a definition, by whether they change its digest. */
const judged = (text: string, kind: Edit["kind"]) => {
  const { digest } = read(text)
  const same = new Set<string>()
  let different = 0
  for (const edit of edits(text, words)) {
    const edited = edit.kind === kind ? Result.getOrUndefined(DefinitionFile.readText("f", edit.text)) : undefined
    if (edited === undefined) continue
    if (edited.digest === digest) same.add(edit.path)
    else different += 1
  }
  return { same: [...same].sort(), different }
}

describe("Digest.make", () => {
  it.each(texts)("is the SHA-256 of the canonical JSON of %s [SOS-DIG-01]", (_, text) => {
    const { definition, digest } = read(text)
    const hash = createHash("sha256").update(Digest.canonical(definition)).digest("hex")
    assert.strictEqual(digest, `sha256:${hash}`)
  })

  it.each(texts)("stays when only comments and layout of %s change [SOS-DIG-02]", (_, text) => {
    const { digest } = read(text)
    const commented = text.replace(/\n/g, " # comment\n\n\t").replace(/ = /g, "   =\t")
    assert.strictEqual(read(`# comment\n${commented}`).digest, digest)
  })

  it.prop(
    "stays when the keys of every table are in another order [SOS-DIG-02]",
    { order: Schema.Array(Schema.Int) },
    ({ order }) => {
      for (const [, text] of texts) assert.strictEqual(read(rewritten(text, order)).digest, read(text).digest)
    }
  )

  it.each([
    [
      "git",
      [
        "action[0].command.exit_codes",
        "action[0].command.exit_codes[0]",
        "action[0].command.stderr",
        "action[0].command.stdout",
        "capabilities.network",
        "distribution.mode"
      ]
    ],
    ["weather", ["capabilities.filesystem", "runtime.max_in_flight"]],
    ["types", []],
    ["arguments", []]
  ])("changes when %s loses anything but a spelled-out default [SOS-DIG-02, SOS-DIG-03]", (name, defaults) => {
    const { same, different } = judged(fixture(name), "delete")
    assert.deepStrictEqual(same, defaults)
    assert.isAbove(different, 5)
  })

  it.each(texts)("changes when anything in %s is replaced by another valid value [SOS-DIG-03]", (_, text) => {
    const { same, different } = judged(text, "replace")
    assert.deepStrictEqual(same, [])
    assert.isAbove(different, 20)
  })

  it.each([
    ["git", ["action[0].effects"]],
    ["weather", ["action[0].effects", "action[0].failures", "action[1].targets", "distribution.artifact"]],
    ["types", []]
  ])(
    "changes when two neighbours in a list of %s are swapped, unless it is a set [SOS-DIG-04, SOS-DIG-05]",
    (name, sets) => {
      const { same, different } = judged(fixture(name), "swap")
      assert.deepStrictEqual(same, sets)
      assert.isAbove(different, 0)
    }
  )

  it.each([
    ['startup_timeout = "5s"', 'startup_timeout = "5000ms"'],
    ['sha256 = "0123', 'sha256 = "sha256:0123'],
    ['sha256 = "sha256:0123456789ABCDEF', 'sha256 = "sha256:0123456789abcdef'],
    ['python = ">=3.11"', 'python = ">=  3.11.0"'],
    ['type = "list of WeatherReport"', 'type = " list  of WeatherReport"'],
    ["max_in_flight = 1", "max_in_flight = 0"]
  ])("stays when %s is written as %s [SOS-DIG-02]", (one, other) => {
    const text = fixture("weather")
    assert.include(text, one)
    assert.strictEqual(read(text.replace(one, other)).digest, read(text).digest)
  })

  it("takes a reference to a parameter by either of its names [SOS-DIG-02]", () => {
    const text = fixture("arguments")
    assert.strictEqual(read(text.replace(`"\${x}"`, '{ value = "x", allow_dash = false }')).digest, read(text).digest)
  })

  it("stays when an action repeats the capabilities of its module [SOS-DIG-02]", () => {
    const text = fixture("effects")
    const repeated = `${text}\n[action.capabilities]\nnetwork = true\nsecrets = ["KEY"]\n`
    assert.strictEqual(read(repeated).digest, read(text).digest)
  })

  it("ignores the order in which a set of secrets is written [SOS-DIG-04]", () => {
    const text = fixture("effects")
    const secrets = (list: string) => read(text.replace('["KEY"]', list)).digest
    assert.strictEqual(secrets('["KEY", "ANOTHER"]'), secrets('["ANOTHER", "KEY"]'))
    assert.notStrictEqual(secrets('["KEY", "ANOTHER"]'), secrets('["KEY"]'))
  })

  it("is written with the members of every level in order [SOS-DIG-01]", () => {
    const sorted = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sorted)
      return typeof value !== "object" || value === null
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .map(([key, member]) => [key, sorted(member)] as const)
              .sort(([one], [other]) => (one < other ? -1 : 1))
          )
    }
    for (const [, text] of texts) {
      const canonical = Digest.canonical(read(text).definition)
      assert.strictEqual(JSON.stringify(sorted(JSON.parse(canonical))), canonical)
    }
  })
})
