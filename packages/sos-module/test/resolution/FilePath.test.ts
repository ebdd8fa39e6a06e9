import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as FilePath from "../../src/resolution/FilePath.ts"

describe("FilePath", () => {
  it.each([
    ["/p", "modules/weather/module.sos.toml", "/p/modules/weather/module.sos.toml"],
    ["/p", "./a/../b.toml", "/p/b.toml"],
    ["/p/q", "../../../x.toml", "/x.toml"],
    ["/p", "/abs//x/./y.toml", "/abs/x/y.toml"],
    ["/", "x.toml", "/x.toml"],
    ["C:/p", "../x.toml", "C:/x.toml"],
    ["/p", "D:/x.toml", "D:/x.toml"]
  ])("finds from %s the path %s [SOS-PROJ-04]", (folder, path, expected) => {
    assert.strictEqual(FilePath.resolve(folder, path), expected)
  })

  it.each([
    ["/p/q/sos.toml", "/p/q"],
    ["/sos.toml", "/"],
    ["C:/sos.toml", "C:/"]
  ])("knows the folder of %s", (file, folder) => {
    assert.strictEqual(FilePath.folderOf(file), folder)
  })

  it("lists the folders around one, the nearest first", () => {
    assert.deepStrictEqual(FilePath.upwards("/a/b"), ["/a/b", "/a", "/"])
    assert.deepStrictEqual(FilePath.upwards("/"), ["/"])
    assert.deepStrictEqual(FilePath.upwards("C:/a"), ["C:/a", "C:/"])
  })

  it.prop(
    "cleans every path, and a clean one stays as it is [SOS-PROJ-04]",
    { parts: Schema.Array(Schema.Literals(["a", "b.c", ".", "..", "", "...", "C:"])) },
    ({ parts }) => {
      const path = FilePath.resolve("/p/q", parts.join("/"))
      assert.isTrue(FilePath.isAbsolute(path))
      const inner = path.replace(/^(?:C:)?\//, "")
      assert.isTrue(inner === "" || inner.split("/").every((part) => !["", ".", ".."].includes(part)), path)
      assert.strictEqual(FilePath.resolve("/other", path), path)
    }
  )

  it("tells absolute paths", () => {
    assert.deepStrictEqual(["/a", "C:/a", "a", "./a", "C:a", ""].map(FilePath.isAbsolute), [
      true,
      true,
      false,
      false,
      false,
      false
    ])
  })
})
