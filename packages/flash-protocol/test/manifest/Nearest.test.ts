import { assert, describe, it } from "@effect/vitest"
import { hint, nearest } from "../../src/manifest/Nearest.ts"

const known = ["only_bundle_ids", "sources", "exec", "tab_previous", "tab_next"]

describe("nearest", () => {
  it.each([
    ["sorces", "sources"],
    ["source", "sources"],
    ["exce", "exec"],
    ["onlyBundleIds", "only_bundle_ids"],
    ["only-bundle-id", "only_bundle_ids"],
    ["Exec", "exec"],
    ["tab_prev", "tab_previous"],
    ["tabnext", "tab_next"]
  ])("takes %s for %s", (word, meant) => {
    assert.strictEqual(nearest(word, known), meant)
  })

  it.each(["", "x", "ex", "priority", "éxé", "__proto__"])("takes %j for nothing else", (word) => {
    assert.isUndefined(nearest(word, known))
  })

  it("does not guess at a word that is much longer than any key", () => {
    assert.strictEqual(nearest(`${"_".repeat(44)}exec`, known), "exec")
    assert.isUndefined(nearest(`${"_".repeat(45)}exec`, known))
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
