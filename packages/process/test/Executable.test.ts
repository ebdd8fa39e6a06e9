import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as Executable from "../src/Executable.ts"

const files: Readonly<Record<string, Executable.FileKind>> = {
  "/opt/tool": "executable",
  "/opt/readme": "other",
  "/plugin/bin/tool": "executable",
  "/plugin/tool": "executable",
  "/plugin/data": "other",
  "/a/tool": "other",
  "/a/data": "other",
  "/b/tool": "executable",
  "/tool": "executable",
  "rel/tool": "executable",
  "C:\\b/tool.exe": "executable"
}

const links: Readonly<Record<string, string>> = {
  "/plugin/out": "/opt/tool",
  "/plugin/beside": "/plugin-evil/tool",
  "/plugin/itself": "/plugin",
  "/plugin/within": "/plugin/bin/tool",
  "/linked": "/plugin/"
}

const looked: Array<string> = []
const probe = Executable.ProgramFiles.of({
  look: (path) =>
    Effect.sync(() => {
      looked.push(path)
      return files[path] ?? "missing"
    }),
  real: (path) => Effect.succeed(path === "/plugin/dangling" ? Option.none() : Option.some(links[path] ?? path))
})

const ask = <E>(question: Effect.Effect<string, E & { readonly _tag: string }, Executable.ProgramFiles>) =>
  question.pipe(
    Effect.match({ onSuccess: (path) => path, onFailure: (failure) => failure._tag }),
    Effect.provideService(Executable.ProgramFiles, probe)
  )

describe("Executable.resolve", () => {
  it.effect.each([
    ["an absolute path as it is", "/opt/tool", "/opt/tool"],
    ["no absolute path that is missing", "/opt/gone", "ExecutableNotFound"],
    ["no file that cannot be executed", "/opt/readme", "ExecutableNotPermitted"],
    ["a relative path below the root", "./bin/tool", "/plugin/bin/tool"],
    ["anything with a slash below the root", "bin/tool", "/plugin/bin/tool"],
    ["dots that stay inside", "./bin/../bin//./tool", "/plugin/bin/tool"],
    ["no path out of the root", "../tool", "ExecutableNotPermitted"],
    ["no path that leaves the root and comes back", "./bin/../../plugin/tool", "ExecutableNotPermitted"],
    ["no relative path that is missing", "./gone", "ExecutableNotFound"],
    ["the first match of a bare name that can be executed", "tool", "/b/tool"],
    ["no bare name whose only match cannot be executed", "data", "ExecutableNotPermitted"],
    ["no bare name that is nowhere on PATH", "gone", "ExecutableNotFound"],
    ["no empty name", "", "ExecutableNotFound"],
    ["no dot", "..", "ExecutableNotFound"]
  ] as const)("takes %s", ([, executable, expected]) =>
    Effect.map(ask(Executable.resolve(executable, { root: "/plugin", path: "/a:/b" })), (path) =>
      assert.strictEqual(path, expected)
    )
  )

  it.effect("searches no empty or relative PATH entry, and nothing without a PATH", () =>
    Effect.gen(function* () {
      looked.length = 0
      const found = ask(Executable.resolve("tool", { root: "/plugin", path: ":.:rel:../b:/c:" }))
      assert.strictEqual(yield* found, "ExecutableNotFound")
      assert.deepStrictEqual(looked, ["/c/tool"])
      assert.strictEqual(
        yield* ask(Executable.resolve("tool", { root: "/plugin", path: undefined })),
        "ExecutableNotFound"
      )
    })
  )

  it.effect("follows the rules of Windows where they are the current ones", () =>
    Effect.gen(function* () {
      const on = (executable: string) =>
        ask(Executable.resolve(executable, { root: "C:\\root", path: "b;;C:\\b" })).pipe(
          Effect.provideService(Executable.CurrentPathRules, Executable.windows)
        )
      assert.strictEqual(yield* on("tool"), "C:\\b/tool.exe")
      assert.strictEqual(yield* on("C:\\b/tool.exe"), "C:\\b/tool.exe")
      assert.strictEqual(yield* on("..\\tool"), "ExecutableNotPermitted")
      assert.strictEqual(yield* on("C:tool"), "ExecutableNotFound")
    })
  )
})

describe("Executable.confine", () => {
  it.effect.each([
    ["a file below the root", "/plugin/tool", "/plugin", "/plugin/tool"],
    ["a link that stays below the root", "/plugin/within", "/plugin", "/plugin/within"],
    ["a file below a root that is a link itself", "/plugin/tool", "/linked", "/plugin/tool"],
    ["anything where the root is the top of all files", "/plugin/out", "/", "/plugin/out"],
    ["no link out of the root", "/plugin/out", "/plugin", "ExecutableNotPermitted"],
    [
      "no link to a folder whose name only begins as the root's (B143)",
      "/plugin/beside",
      "/plugin",
      "ExecutableNotPermitted"
    ],
    ["no link to the root itself", "/plugin/itself", "/plugin", "ExecutableNotPermitted"],
    ["no link that leads nowhere (B142)", "/plugin/dangling", "/plugin", "ExecutableNotPermitted"]
  ] as const)("passes on %s (B141)", ([, path, root, expected]) =>
    Effect.map(ask(Executable.confine(path, root)), (passed) => assert.strictEqual(passed, expected))
  )
})

describe("Executable.reported", () => {
  const exited = (code: number) => ({ _tag: "Exited", code }) as const
  it.effect.each([
    ["one absolute path with status 0", exited(0), "/opt/tool\n", "/opt/tool"],
    ["no path with another status", exited(1), "/opt/tool\n", "ExecutableNotFound"],
    [
      "no path of a program that was killed",
      { _tag: "Signaled", signal: "SIGKILL" },
      "/opt/tool",
      "ExecutableNotFound"
    ],
    ["no warning", exited(0), "no version is set for command tool\n", "ExecutableNotFound"],
    ["no warning before a path", exited(0), "warning: deprecated\n/opt/tool\n", "ExecutableNotFound"],
    ["no path of nothing", exited(0), "/opt/gone\n", "ExecutableNotFound"],
    ["no relative path", exited(0), "rel/tool\n", "ExecutableNotFound"],
    ["no empty answer", exited(0), "", "ExecutableNotFound"]
  ] as const)("takes %s (B102)", ([, exit, stdout, expected]) =>
    Effect.map(ask(Executable.reported("tool", { exit, stdout })), (path) => assert.strictEqual(path, expected))
  )
})
