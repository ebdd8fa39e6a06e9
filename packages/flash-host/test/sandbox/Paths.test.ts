import { assert, describe, it } from "@effect/vitest"
import * as Paths from "../../src/sandbox/Paths.ts"

describe("A path", () => {
  it.each([
    ["/a/b", "/a", true],
    ["/a", "/a", true],
    ["/ab", "/a", false],
    ["/a", "/a/b", false],
    ["/a", "/", true],
    ["/", "/", true],
    ["/", "/a", false]
  ] as const)("%s is within %s: %s", (path, folder, expected) => {
    assert.strictEqual(Paths.isWithin(path, folder), expected)
  })

  it.each([
    ["/a/b", "/a", "b", 2],
    ["/a", "/", "a", 1]
  ] as const)("%s is in %s, as %s, %i names deep", (path, folder, name, depth) => {
    assert.deepStrictEqual([Paths.parent(path), Paths.nameOf(path), Paths.depth(path)], [folder, name, depth])
    assert.strictEqual(Paths.join(folder, name), path)
  })

  it("of the root is in itself", () => {
    assert.deepStrictEqual([Paths.parent("/"), Paths.depth("/")], ["/", 0])
  })
})
