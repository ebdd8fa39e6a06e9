import { assert, describe, it } from "@effect/vitest"
import { ByteSize, Effect, FileSystem, Option, Path, PlatformError, Result } from "effect"
import { TestConsole } from "effect/testing"
import * as Checking from "../src/Checking.ts"
import * as Check from "../src/commands/Check.ts"
import { Output } from "../src/Output.ts"

const manifest = (id: string, command?: string) =>
  JSON.stringify({
    id,
    name: id,
    version: "1.0.0",
    description: "d",
    exec: ["node"],
    ...(command === undefined ? {} : { commands: [{ command, subcommand: "x" }] })
  })

/** Files by path; undefined stands for a folder. */
const tree: Readonly<Record<string, string | undefined>> = {
  "/p/a": undefined,
  "/p/a/manifest.json": manifest("a"),
  "/p/again.json": manifest("a"),
  "/p/claims.json": manifest("claims", "go"),
  "/p/too.json": manifest("too", "go"),
  "/p/bad.json": `{"id":"A","name":"","colour":1}`,
  "/p/empty": undefined
}

const missing = (path: string) =>
  PlatformError.systemError({ _tag: "NotFound", module: "FileSystem", method: "stat", pathOrDescriptor: path })

const info = (type: "File" | "Directory"): FileSystem.File.Info => ({
  type,
  mtime: Option.none(),
  atime: Option.none(),
  birthtime: Option.none(),
  dev: 0n,
  ino: Option.none(),
  mode: 0,
  nlink: Option.none(),
  uid: Option.none(),
  gid: Option.none(),
  rdev: Option.none(),
  size: ByteSize.bytes(10),
  blksize: Option.none(),
  blocks: Option.none()
})

const files = FileSystem.layerNoop({
  stat: (path) =>
    path in tree ? Effect.succeed(info(tree[path] === undefined ? "Directory" : "File")) : Effect.fail(missing(path)),
  readFile: (path) => Effect.succeed(new TextEncoder().encode(tree[path]))
})

const check = (...paths: ReadonlyArray<string>) => Effect.provide(Checking.check(paths), [files, Path.layer])

describe("Checking.check", () => {
  it.effect("reads a file, and the manifest of a folder", () =>
    Effect.gen(function* () {
      const report = yield* check("/p/a", "/p/claims.json")
      assert.deepStrictEqual(
        report.files.map(({ file, manifest }) => [file, Result.isSuccess(manifest)]),
        [
          ["/p/a/manifest.json", true],
          ["/p/claims.json", true]
        ]
      )
      assert.isTrue(Checking.isSound(report))
    })
  )

  it.effect("reads once what is given twice, however it is spelled", () =>
    Effect.gen(function* () {
      const report = yield* check("/p/a", "/p/./a/", "/p/x/../a")
      assert.deepStrictEqual(
        report.files.map(({ file }) => file),
        ["/p/a/manifest.json"]
      )
      assert.isTrue(Checking.isSound(report))
    })
  )

  it.effect("finds the files that have one id", () =>
    Effect.gen(function* () {
      const report = yield* check("/p/a", "/p/again.json", "/p/claims.json")
      assert.deepStrictEqual(report.duplicates, [{ id: "a", files: ["/p/a/manifest.json", "/p/again.json"] }])
      assert.isFalse(Checking.isSound(report))
    })
  )

  it.effect("finds commands that several plugins claim", () =>
    Effect.gen(function* () {
      const report = yield* check("/p/too.json", "/p/a", "/p/claims.json")
      assert.deepStrictEqual(report.collisions, [{ command: "go", claimants: ["claims", "too"] }])
      assert.isFalse(Checking.isSound(report))
    })
  )

  it.effect.each(["/p/bad.json", "/p/none.json", "/p/empty"])("finds %s unsound", (path) =>
    Effect.gen(function* () {
      assert.isFalse(Checking.isSound(yield* check("/p/a", path)))
    })
  )
})

const all = ["/p/a", "/p/bad.json", "/p/empty", "/p/again.json", "/p/claims.json", "/p/too.json"]

describe("flash check", () => {
  const run = (output: typeof Output.text) =>
    Effect.gen(function* () {
      const sound = yield* Effect.provide(Check.run(all), [files, Path.layer, output])
      assert.isFalse(sound)
      return (yield* TestConsole.logLines).join("\n").split("\n")
    })

  it.effect("has a line for each file that is sound and for each problem", () =>
    Effect.gen(function* () {
      const lines = yield* run(Output.text)
      assert.strictEqual(lines[0], "/p/a/manifest.json: ok, a 1.0.0, on-demand")
      for (const path of ["", "description: ", "id: ", "name: ", "version: "]) {
        assert.isTrue(
          lines.some((line) => line.startsWith(`/p/bad.json: ${path}expected `)),
          path
        )
      }
      assert.isTrue(lines.some((line) => line.includes('found "colour"')))
      assert.include(lines, "/p/empty/manifest.json is missing")
      assert.deepStrictEqual(lines.slice(-2), [
        "the id a is in /p/a/manifest.json and /p/again.json",
        "the command go is claimed by claims and too"
      ])
    })
  )

  it.effect("has an object for each of them", () =>
    Effect.gen(function* () {
      const objects = (yield* run(Output.json)).map((line) => JSON.parse(line))
      assert.deepStrictEqual(objects[0], {
        type: "manifest",
        file: "/p/a/manifest.json",
        ok: true,
        id: "a",
        version: "1.0.0",
        activation: "on_demand",
        unreadable: null
      })
      assert.deepInclude(objects[1], { type: "manifest", file: "/p/bad.json", ok: false, id: null, unreadable: null })
      for (const { type, ...members } of objects) {
        if (type === "manifest") assert.hasAllKeys(members, ["file", "ok", "id", "version", "activation", "unreadable"])
      }
      const unknown = objects.find(({ keys }) => Array.isArray(keys))
      assert.deepInclude(unknown, { type: "problem", file: "/p/bad.json", path: "", keys: ["colour"] })
      assert.hasAllKeys(unknown, ["type", "file", "path", "expected", "keys", "hint"])
      const empty = objects.find(({ file }) => file === "/p/empty/manifest.json")
      assert.deepInclude(empty, { type: "manifest", ok: false, unreadable: "missing" })
      assert.deepStrictEqual(objects.slice(-2), [
        { type: "duplicate", id: "a", files: ["/p/a/manifest.json", "/p/again.json"] },
        { type: "collision", command: "go", claimants: ["claims", "too"] }
      ])
    })
  )
})
