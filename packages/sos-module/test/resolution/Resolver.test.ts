import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import * as Diagnostic from "../../src/diagnostics/Diagnostic.ts"
import * as Project from "../../src/project/Project.ts"
import { ModuleFiles } from "../../src/resolution/ModuleFiles.ts"
import * as Resolver from "../../src/resolution/Resolver.ts"

const git = `schema = 1

[module]
path = "local/git"
version = "1.0.0"

[runtime]
kind = "command"

[capabilities]
filesystem = "workspace-read"
process = true

[[action]]
name = "status"
[action.command]
program = "git"
`

const range = { start: { line: 3, column: 8 }, end: { line: 3, column: 19 } }
const project = (definitions: Readonly<Record<string, string>>): Project.Project => ({
  ...Project.empty,
  file: "/p/sos.toml",
  registrations: new Map(
    Object.entries(definitions).map(([path, definition]) => [path, { path, definition, file: "/p/sos.toml", range }])
  )
})

const load = (path: string, definitions: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>) =>
  Effect.flatMap(Resolver.make(project(definitions)), (resolver) => resolver.load(path)).pipe(
    Effect.provide(ModuleFiles.layerMemory(files))
  )
const refusal = (...parameters: Parameters<typeof load>) => Effect.flip(load(...parameters))

describe("Resolver.load", () => {
  it.effect("goes from the exact path to the definition, its digest and its places [SOS-RES-02]", () =>
    Effect.gen(function* () {
      const loaded = yield* load("local/git", { "local/git": "/p/git/m.toml" }, { "/p/git/m.toml": git })
      assert.deepStrictEqual([loaded.path, loaded.file, loaded.folder], ["local/git", "/p/git/m.toml", "/p/git"])
      assert.strictEqual(loaded.definition.actions[0]?.name, "status")
      assert.match(loaded.digest, /^sha256:[0-9a-f]{64}$/)
      assert.strictEqual(loaded.spans.value(["action", 0, "name"])?.start.line, 15)
    })
  )

  it.effect("says that a path is not registered, with the nearest one that is [SOS-RES-03]", () =>
    Effect.gen(function* () {
      const failure = yield* refusal("local/gti", { "local/git": "/p/m.toml" }, {})
      assert.strictEqual(failure.reason, "NotRegistered")
      assert.strictEqual(
        failure.message,
        '"local/gti" is not registered; expected it in /p/sos.toml (did you mean "local/git"?)'
      )
    })
  )

  it.effect.each(["Local/git", "local/git/", "local//git", " local/git"])(
    "takes no %j for local/git [SOS-RES-01]",
    (path) =>
      Effect.gen(function* () {
        const failure = yield* refusal(path, { "local/git": "/p/m.toml" }, { "/p/m.toml": git })
        assert.include(["NoPath", "NotRegistered"], failure.reason)
        assert.isTrue(failure.message.startsWith(`${JSON.stringify(path)} is `))
      })
  )

  it.effect("says so when there is no project at all [SOS-RES-03]", () =>
    Effect.gen(function* () {
      const resolver = yield* Resolver.make(Project.empty)
      const { message } = yield* Effect.flip(resolver.load("local/git"))
      assert.strictEqual(message, '"local/git" is not registered; expected it in a sos.toml; there is none')
    }).pipe(Effect.provide(ModuleFiles.layerMemory({})))
  )

  it.effect("shows a definition that cannot be read where it is registered [SOS-RES-03]", () =>
    Effect.gen(function* () {
      const failure = yield* refusal("local/git", { "local/git": "/p/m.toml" }, {})
      assert.deepStrictEqual([failure.reason, failure.file], ["Unreadable", "/p/m.toml"])
      assert.strictEqual(failure.message, '"local/git": /p/m.toml: there is no such file')
      assert.deepStrictEqual(failure.diagnostics.map(Diagnostic.print), [
        "/p/sos.toml:3:8: /p/m.toml: there is no such file"
      ])
    })
  )

  it.effect("shows all problems of a definition, and the first of them in the message [SOS-RES-03]", () =>
    Effect.gen(function* () {
      const broken = `${git.replace("schema = 1", "schema = 2")}shell = true\n`
      const failure = yield* refusal("local/git", { "local/git": "/p/m.toml" }, { "/p/m.toml": broken })
      assert.strictEqual(failure.reason, "Invalid")
      assert.match(failure.message, /^"local\/git": \/p\/m\.toml:1:10: .* \(and 1 more\)$/)
      assert.deepStrictEqual(
        failure.diagnostics.map((problem) => problem.range.start.line),
        [1, 18]
      )
    })
  )

  it.effect("has an error in the message and no warning before it [SOS-RES-03]", () =>
    Effect.gen(function* () {
      const broken = git.replace("process = true", 'process = true\nsecrets = ["A"]').replace('program = "git"', "")
      const failure = yield* refusal("local/git", { "local/git": "/p/m.toml" }, { "/p/m.toml": broken })
      assert.deepStrictEqual(
        failure.diagnostics.map(({ severity }) => severity),
        ["warning", "error"]
      )
      assert.match(
        failure.message,
        /^"local\/git": \/p\/m\.toml:\d+:\d+: action\[0\]\.command\.program is missing[^()]*$/
      )
    })
  )

  it.effect("refuses a definition of another path at both places [SOS-RES-04]", () =>
    Effect.gen(function* () {
      const failure = yield* refusal("local/hub", { "local/hub": "/p/m.toml" }, { "/p/m.toml": git })
      assert.strictEqual(failure.reason, "OtherPath")
      assert.strictEqual(
        failure.message,
        '"local/hub": /p/m.toml:4:8: the definition is that of "local/git"; expected "local/hub", as it is registered'
      )
      const [problem] = failure.diagnostics
      assert.deepStrictEqual([problem?.key, problem?.related[0]?.range], ["module.path", range])
    })
  )

  it.effect("reads a definition once, however often and by how many it is asked for [SOS-RES-02]", () =>
    Effect.gen(function* () {
      let reads = 0
      const counting = Layer.succeed(ModuleFiles, {
        read: () =>
          Effect.sync(() => {
            reads += 1
            return new TextEncoder().encode(git)
          }).pipe(Effect.delay("1 millis")),
        real: Effect.succeed
      })
      const resolver = yield* Effect.provide(Resolver.make(project({ "local/git": "/p/m.toml" })), counting)
      const both = yield* Effect.all([resolver.load("local/git"), resolver.load("local/git")], {
        concurrency: "unbounded"
      }).pipe(Effect.forkChild)
      yield* TestClock.adjust("1 millis")
      const [one, other] = yield* Fiber.join(both)
      assert.strictEqual(one, other)
      assert.strictEqual(yield* resolver.load("local/git"), one)
      assert.strictEqual(reads, 1)
    })
  )

  it.effect("loads all modules, and one that is broken spoils no other [SOS-RES-03]", () =>
    Effect.gen(function* () {
      const resolver = yield* Resolver.make(project({ "local/absent": "/p/a.toml", "local/git": "/p/m.toml" }))
      const all = yield* resolver.all
      assert.deepStrictEqual(
        [...all].map(([path, result]) => [path, Result.isSuccess(result)]),
        [
          ["local/absent", false],
          ["local/git", true]
        ]
      )
    }).pipe(Effect.provide(ModuleFiles.layerMemory({ "/p/m.toml": git })))
  )
})
