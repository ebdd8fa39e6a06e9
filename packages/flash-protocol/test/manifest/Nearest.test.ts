import { assert, describe, it } from "@effect/vitest"
import { hint, nearest } from "../../src/manifest/Nearest.ts"

const known = ["only_bundle_ids", "sources", "exec", "tab_previous", "tab_next"]

describe("nearest", () => {
  it.each([
    ["sorces", "sources"],
    ["source", "sources"],
    ["soucres", "sources"],
    ["onlyBundleIds", "only_bundle_ids"],
    ["only-bundle-id", "only_bundle_ids"],
    ["Exec", "exec"],
    ["tab_prev", "tab_previous"],
    ["tabnext", "tab_next"]
  ])("takes %s for %s", (word, meant) => {
    assert.strictEqual(nearest(word, known), meant)
  })

  it.each(["", "x", "ex", "priority", "éxé", "__proto__", "x".repeat(100_000)])(
    "takes a word for nothing else: %j",
    (word) => {
      assert.isUndefined(nearest(word, known))
    }
  )

  it("looks at as many words as it can afford", () => {
    const many = Array.from({ length: 64 }, (_, at) => `word ${at}`)
    assert.strictEqual(nearest("sorces", [...many.slice(1), "sources"]), "sources")
    assert.isUndefined(nearest("sorces", [...many, "sources"]))
    assert.isUndefined(nearest("aaaa", ["a".repeat(49)]))
  })
})

describe("hint", () => {
  it("asks about one word, or says which is which", () => {
    assert.strictEqual(hint(["sorces"], known), 'did you mean "sources"?')
    assert.strictEqual(hint(["zz", "sorces", "exc"], known), 'did you mean "sources" for "sorces", "exec" for "exc"?')
    assert.isUndefined(hint(["zz"], known))
    assert.isUndefined(hint([...Array.from({ length: 64 }, () => "zz"), "sorces"], known))
  })
})
