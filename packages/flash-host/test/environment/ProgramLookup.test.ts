import { assert, describe, it } from "@effect/vitest"
import { Child, type ChildSpec, Environment, Executable, ProcessError } from "@lanyard/process"
import { Script, ScriptedChild } from "@lanyard/process/testing"
import { Effect, Fiber, Layer } from "effect"
import { LoginEnvironment } from "../../src/environment/LoginEnvironment.ts"
import * as ProgramLookup from "../../src/environment/ProgramLookup.ts"
import { advance } from "../support/scripted.ts"

const mise = "/home/me/.local/bin/mise"
const login = { HOME: "/home/me", PATH: "/login/bin:/usr/bin" }

/** Prints a text and then ends, by itself. */
const answers = (text: string, ends = Script.exits(2)): Script.Script => ({
  emits: [{ at: 1, text }],
  ends,
  onEndOfInput: "ignores"
})

/** Begins to look a program up among some files, with a mise that plays a script. */
const look = Effect.fn(function* (
  program: string,
  executables: ReadonlyArray<string>,
  script: Script.Script = {},
  variables: Readonly<Record<string, string>> = login
) {
  const started: Array<ChildSpec.ChildSpec> = []
  const stage = yield* ScriptedChild.make((_, spec) => {
    started.push(spec)
    return script
  })
  const looking = yield* ProgramLookup.resolve(program, "/plugin").pipe(
    Effect.match({ onSuccess: (path) => path, onFailure: ({ _tag }) => _tag }),
    Effect.provide(
      Layer.mergeAll(
        LoginEnvironment.layerOf(variables),
        Layer.succeed(Child.Spawner, stage.spawner),
        Layer.succeed(Executable.ProgramFiles, {
          look: (path) =>
            Effect.succeed(executables.includes(path) ? "executable" : path.endsWith("/data") ? "other" : "missing"),
          real: (path) => Effect.succeedSome(path.replace("/plugin/linked", "/elsewhere"))
        })
      )
    ),
    Effect.forkScoped
  )
  yield* advance(10)
  return { started, log: stage.log, unsettled: () => looking.pollUnsafe() === undefined, found: Fiber.join(looking) }
})

describe("ProgramLookup.resolve", () => {
  it.effect.each([
    ["an absolute path as it is", "/opt/tool", "/opt/tool"],
    ["a path below the plugin's folder", "./bin/tool", "/plugin/bin/tool"],
    ["any path with a slash below the plugin's folder", "bin/tool", "/plugin/bin/tool"],
    ["no path out of the plugin's folder", "../opt/tool", "ExecutableNotPermitted"],
    ["no path that is missing", "./gone", "ExecutableNotFound"],
    ["no file that cannot be executed", "./data", "ExecutableNotPermitted"],
    ["no link out of the plugin's folder (B141)", "./linked/tool", "ExecutableNotPermitted"]
  ] as const)("takes %s, and asks nobody [FLASH-PROC-03]", ([, program, expected]) =>
    Effect.gen(function* () {
      const { found, started } = yield* look(program, ["/opt/tool", "/plugin/bin/tool", "/plugin/linked/tool", mise])
      assert.strictEqual(yield* found, expected)
      assert.deepStrictEqual(started, [])
    })
  )

  it.effect("asks mise for a bare name before it looks along the login PATH [FLASH-PROC-03]", () =>
    Effect.gen(function* () {
      const { found } = yield* look("tool", ["/tools/tool", "/usr/bin/tool", mise], answers("/tools/tool\n"))
      assert.strictEqual(yield* found, "/tools/tool")
    })
  )

  it.effect("asks mise in the plugin's folder and with the variables of its child (B101)", () =>
    Effect.gen(function* () {
      const variables = { ...login, GITHUB_TOKEN: "secret", LANG: "C" }
      const { found, started } = yield* look("tool", ["/tools/tool", mise], answers("/tools/tool\n"), variables)
      yield* found
      assert.deepStrictEqual(
        started.map(({ args, cwd, environment, executable }) => ({
          executable,
          args,
          cwd,
          environment: { ...Environment.toRecord(environment) }
        })),
        [{ executable: mise, args: ["which", "tool"], cwd: "/plugin", environment: { ...login, LANG: "C" } }]
      )
    })
  )

  it.effect.each([
    ["~/.local/bin", [mise, "/opt/homebrew/bin/mise", "/usr/local/bin/mise"], login, mise],
    ["/opt/homebrew/bin", ["/opt/homebrew/bin/mise", "/usr/local/bin/mise"], login, "/opt/homebrew/bin/mise"],
    ["/usr/local/bin", ["/usr/local/bin/mise"], login, "/usr/local/bin/mise"],
    ["two of them without a home", [mise, "/usr/local/bin/mise"], { PATH: "/usr/bin" }, "/usr/local/bin/mise"],
    ["none of them on the PATH alone", ["/login/bin/mise"], login, undefined]
  ] as const)("looks for mise in %s", ([, files, variables, expected]) =>
    Effect.gen(function* () {
      const { started } = yield* look("tool", files, answers("\n"), variables)
      assert.strictEqual(started[0]?.executable, expected)
    })
  )

  it.effect.each<readonly [string, Script.Script]>([
    ["does not know the program", answers("", Script.exits(2, 1))],
    ["is killed", answers("/tools/tool\n", Script.dies(2, "SIGKILL"))],
    ["fails and prints a path", answers("/tools/tool\n", Script.exits(2, 1))],
    ["prints a warning", answers("mise WARN /tools/tool is old\n")],
    ["prints a warning before the path", answers("mise WARN old\n/tools/tool\n")],
    ["prints a path that is missing", answers("/tools/gone\n")],
    ["prints a path that is not absolute", answers("tools/tool\n")],
    ["prints nothing", answers("")],
    ["cannot be started", { fails: new ProcessError.SpawnFailed({ executable: mise, code: "EIO" }) }]
  ])("looks along the login PATH when mise %s (B093, B102) [FLASH-PROC-03]", ([, script]) =>
    Effect.gen(function* () {
      const { found } = yield* look("tool", ["/tools/tool", "tools/tool", "/usr/bin/tool", mise], script)
      assert.strictEqual(yield* found, "/usr/bin/tool")
    })
  )

  it.effect("gives mise ten seconds, and ends it before the program is started", () =>
    Effect.gen(function* () {
      const stubborn: Script.Script = { onEndOfInput: "ignores", onSigterm: "ignores" }
      const { found, log, unsettled } = yield* look("tool", ["/usr/bin/tool", mise], stubborn)
      yield* advance(9_989)
      assert.isFalse(log().some(({ what }) => what === "SIGTERM"))
      yield* advance(1)
      assert.deepInclude(log(), { at: 10_000, attempt: 1, what: "SIGTERM" })
      assert.isTrue(unsettled())
      yield* advance(500)
      assert.strictEqual(yield* found, "/usr/bin/tool")
      assert.deepInclude(log(), { at: 10_500, attempt: 1, what: "gone" })
    })
  )

  it.effect("fails with what the login PATH lacks, whatever mise said [FLASH-PROC-04]", () =>
    Effect.gen(function* () {
      const { found } = yield* look("tool", [mise], answers("nothing\n"))
      assert.strictEqual(yield* found, "ExecutableNotFound")
    })
  )
})
