import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
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

const looked: Array<string> = []
const probe = Executable.ProgramFiles.of({
  look: (path) =>
    Effect.sync(() => {
      looked.push(path)
      return files[path] ?? "missing"
    })
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
