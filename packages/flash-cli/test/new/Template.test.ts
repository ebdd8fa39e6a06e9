import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Manifest } from "@lanyard/flash-protocol"
import { Result } from "effect"
import { languages, problemOf, rename, templates } from "../../src/new/Template.ts"
import { fixture } from "../support/flash.ts"

const read = (text: string) => Result.getOrThrow(Manifest.parse(new TextEncoder().encode(text)))

describe("Template", () => {
  it.each(languages)("of %s is a fixture plugin that can be renamed, and nothing of its old name stays", (language) => {
    const { files, fixture: folder } = templates[language]
    const texts = files.map((file) => readFileSync(`${fixture(folder)}/${file}`, "utf8"))
    const before = read(texts[0] ?? "")
    const after = texts.map((text) => rename(text, before, "a.b_c-9"))
    assert.deepStrictEqual(
      { ...read(after[0] ?? ""), sources: [], commands: [] },
      { ...before, id: "a.b_c-9", name: "a.b_c-9", sources: [], commands: [] }
    )
    for (const text of after) assert.notInclude(text, `"${before.id}"`)
  })

  it("renames the words of the plugin's own in its manifest and in its program", () => {
    const manifest = read(readFileSync(`${fixture("hello")}/manifest.json`, "utf8"))
    const text =
      '"id": "hello", "name": "Hello", "name": "hello.names", "command": "hello", "./hello.ts", "Hello, x", "hello x"'
    assert.strictEqual(
      rename(text, manifest, "$&"),
      '"id": "$&", "name": "$&", "name": "$&.names", "command": "$&", "./hello.ts", "Hello, x", "hello x"'
    )
  })

  it("asks for the SDK that this program comes with", () => {
    const { dependencies } = JSON.parse(readFileSync(`${fixture("hello")}/package.json`, "utf8"))
    const sdk = JSON.parse(readFileSync(new URL("../../../flash-plugin/package.json", import.meta.url), "utf8"))
    assert.deepStrictEqual(dependencies, { [sdk.name]: sdk.version })
  })

  it.each(["a", "a.b", "a-b_c.9", "9", "__proto__"])("takes %s for a name", (name) => {
    assert.isUndefined(problemOf(name))
  })

  it.each(["", ".", "..", "a..b", "A", "a b", "a/b", "é", "-\n", "../a"])(
    "refuses %j as a name, and says what it should be",
    (name) => {
      assert.match(problemOf(name) ?? "", /^lower-case letters, digits/)
    }
  )
})
