import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Texts from "../../src/definition/Texts.ts"
import * as ModulePath from "../../src/resolution/ModulePath.ts"

describe("ModulePath.parse", () => {
  it.each([
    "local/git",
    "git",
    "example.com/acme/weather",
    "A-Z_0.9/x",
    "...",
    "a/.b/c..",
    "standard/x",
    "x".repeat(512)
  ])("takes %s to the letter [SOS-RES-01]", (path) => {
    assert.deepStrictEqual(ModulePath.parse(path), Result.succeed(path))
  })

  it.each([
    ["", "is empty"],
    ["/a", "starts with a slash"],
    ["a/", "has an empty part"],
    ["a//b", "has an empty part"],
    ["./a", 'has a part "." or ".."'],
    ["a/../b", 'has a part "." or ".."'],
    ["https://example.com/a", "has an empty part"],
    ["c:a", 'holds ":"'],
    ["a b", 'holds " "'],
    [" a", 'holds " "'],
    ["a\\b", 'holds "\\\\"'],
    ["ä", 'holds "ä"'],
    ["😀", 'holds "😀"'],
    ["a\n", 'holds "\\n"'],
    ["x".repeat(513), "has 513 characters; at most 512"],
    ["std", "is below std"],
    ["std/http", "is below std"]
  ])("refuses %j and says why [SOS-RES-01]", (path, reason) => {
    assert.include(Result.getOrThrow(Result.flip(ModulePath.parse(path))), reason)
  })

  it.prop(
    "agrees with the codec and with the grammar [SOS-RES-01]",
    { parts: Schema.Array(Schema.Literals(["a", "B9", ".", "..", "", "_-", "x.y", "std", "é", ":"])) },
    ({ parts }) => {
      const path = parts.join("/")
      const expected =
        /^(?!\/)(?:(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/|$))+$/.test(path) &&
        !path.endsWith("/") &&
        !/^std(?:\/|$)/.test(path)
      assert.strictEqual(Result.isSuccess(ModulePath.parse(path)), expected, path)
      assert.strictEqual(Schema.is(Texts.ModulePath)(path), expected, path)
    },
    { arbitrary: { runs: 300 } }
  )
})

describe("ModulePath.isBelow", () => {
  it("compares whole parts", () => {
    assert.isTrue(ModulePath.isBelow("example.com/app/util", "example.com/app"))
    assert.isFalse(ModulePath.isBelow("example.com/app", "example.com/app"))
    assert.isFalse(ModulePath.isBelow("example.com/app-evil/util", "example.com/app"))
  })
})

describe("ModulePath.isStandard", () => {
  it("knows std and what is below it", () => {
    assert.deepStrictEqual(["std", "std/http", "standard", "a/std"].map(ModulePath.isStandard), [
      true,
      true,
      false,
      false
    ])
  })
})
