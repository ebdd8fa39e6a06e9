import { assert, describe, it } from "@effect/vitest"
import { Child, type ChildSpec, Environment, Executable, ProcessError } from "@lanyard/process"
import { Script, ScriptedChild } from "@lanyard/process/testing"
import { Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import * as LoginEnvironment from "../../src/environment/LoginEnvironment.ts"
import { HostProcess } from "../../src/HostProcess.ts"
import { advance } from "../support/scripted.ts"

const seed = { PATH: "/usr/bin:/bin", HOME: "/home/me", SHELL: "/bin/fish" }
const told = { PATH: "/login/bin:/usr/bin", HOME: "/home/me", GITHUB_TOKEN: "secret" }

const markOf = ({ args }: ChildSpec.ChildSpec): string => {
  const [, left, right] = /ORS = "(\w+)" "(\w+)"/.exec(args.at(-1) ?? "") ?? []
  return `${left}${right}`
}

/** What awk prints. */
const answer = (spec: ChildSpec.ChildSpec, variables: Readonly<Record<string, string>> = told) =>
  ["", ...Object.entries(variables).map(([name, value]) => `${name}=${value}`), ""]
    .map((part) => part + markOf(spec))
    .join("")

/** A shell that prints a text 10 ms after its start and then ends, by itself. */
const prints = (text: string, ends = Script.exits(20)): Script.Script => ({
  emits: [{ at: 10, text }],
  ends,
  onEndOfInput: "ignores"
})

const telling: ScriptedChild.Casting = (_, spec) => prints(answer(spec))

/** A login environment of its own scope, over a shell that plays a script. */
const make = Effect.fn(function* (
  cast: ScriptedChild.Casting,
  environment: Readonly<Record<string, string>> = seed,
  look: Executable.ProgramFiles["Service"]["look"] = () => Effect.succeed("executable")
) {
  const started: Array<ChildSpec.ChildSpec> = []
  const stage = yield* ScriptedChild.make((attempt, spec) => {
    started.push(spec)
    return cast(attempt, spec)
  })
  const scope = yield* Scope.fork(yield* Effect.scope)
  const context = yield* LoginEnvironment.LoginEnvironment.layer.pipe(
    Layer.provide([
      Layer.succeed(Child.Spawner, stage.spawner),
      Layer.succeed(Executable.ProgramFiles, { look, real: (path) => Effect.succeedSome(path) }),
      Layer.succeed(HostProcess, { pid: 4242, environment })
    ]),
    Layer.buildWithScope(scope)
  )
  const { report, variables } = yield* Effect.provide(LoginEnvironment.LoginEnvironment, context)
  yield* advance(0)
  const times = (what: string) =>
    stage
      .log()
      .filter((happening) => happening.what === what)
      .map(({ at }) => at)
  return { variables, report, started, times, close: Scope.close(scope, Exit.void) }
})

/** What the report says of a login environment that was not read. */
const reasonOf = (report: LoginEnvironment.LoginReport) =>
  LoginEnvironment.LoginReport.$match(report, { Resolved: () => undefined, KeptSeed: ({ reason }) => reason })

describe("LoginEnvironment.layer", () => {
  it.effect("tells what the login shell exports, as far as a plugin may see it (B7)", () =>
    Effect.gen(function* () {
      const { report, variables } = yield* make(telling)
      const asked = yield* Effect.forkChild(variables)
      yield* advance(20)
      assert.deepStrictEqual(yield* Fiber.join(asked), { PATH: told.PATH, HOME: told.HOME })
      assert.deepStrictEqual(yield* report, LoginEnvironment.LoginReport.Resolved())
    })
  )

  it.effect("starts no shell before somebody asks, and one for all who do", () =>
    Effect.gen(function* () {
      const { report, started, variables } = yield* make(telling)
      yield* advance("1 hour")
      assert.strictEqual(started.length, 0)
      const asked = yield* Effect.forkChild(Effect.all([variables, variables, report], { concurrency: "unbounded" }))
      yield* advance(20)
      const [first, second] = yield* Fiber.join(asked)
      assert.strictEqual(first, second)
      assert.strictEqual(yield* variables, first)
      assert.strictEqual(started.length, 1)
    })
  )

  it.effect("goes on reading for the others when one of them gives up", () =>
    Effect.gen(function* () {
      const { started, variables } = yield* make(telling)
      const first = yield* Effect.forkChild(variables)
      const second = yield* Effect.forkChild(variables)
      yield* advance(5)
      yield* Fiber.interrupt(first)
      yield* advance(15)
      assert.strictEqual((yield* Fiber.join(second)).PATH, told.PATH)
      assert.strictEqual(started.length, 1)
    })
  )

  it.effect(
    "asks the shell in $SHELL, in no folder of anybody's, with the variables of the list and a marker (B098)",
    () =>
      Effect.gen(function* () {
        const { started, variables } = yield* make(telling, { ...seed, LANG: "es_ES.UTF-8", SSH_AUTH_SOCK: "/agent" })
        yield* Effect.forkChild(variables)
        yield* advance(0)
        assert.deepStrictEqual(
          started.map(({ args, cwd, environment, executable }) => ({
            executable,
            flags: args.slice(0, -1),
            cwd,
            environment: { ...Environment.toRecord(environment) }
          })),
          [
            {
              executable: "/bin/fish",
              flags: ["-l", "-c"],
              cwd: "/",
              environment: { ...seed, LANG: "es_ES.UTF-8", FLASH_RESOLVING_ENVIRONMENT: "1" }
            }
          ]
        )
      })
  )

  it.effect.each<readonly [Readonly<Record<string, string>>]>([[{}], [{ SHELL: "" }]])(
    "asks /bin/sh when the host has no shell: %o",
    ([environment]) =>
      Effect.gen(function* () {
        const { started, variables } = yield* make(telling, environment)
        yield* Effect.forkChild(variables)
        yield* advance(0)
        assert.deepStrictEqual(
          started.map(({ executable }) => executable),
          ["/bin/sh"]
        )
      })
  )

  it.effect.each<readonly [string, string, ScriptedChild.Casting]>([
    ["exits with 1 although it told everything", "LoginShellFailed", (_, s) => prints(answer(s), Script.exits(20, 1))],
    ["is killed", "LoginShellFailed", (_, s) => prints(answer(s), Script.dies(20, "SIGKILL"))],
    ["prints nothing", "AnswerUnreadable", () => prints("")],
    ["prints only banners", "AnswerUnreadable", () => prints("PATH=/banner\n")],
    ["prints half of an answer", "AnswerUnreadable", (_, s) => prints(answer(s).slice(0, -1))],
    ["prints 4 MiB before its answer", "AnswerUnreadable", (_, s) => prints("x".repeat(4 << 20) + answer(s))],
    [
      "cannot be started",
      "SpawnFailed",
      () => ({ fails: new ProcessError.SpawnFailed({ executable: "/bin/fish", code: "EIO" }) })
    ]
  ])("keeps the seed when the shell %s, and says so (F11, B098) [FLASH-PROC-08]", ([, reason, cast]) =>
    Effect.gen(function* () {
      const { report, variables } = yield* make(cast, { ...seed, GITHUB_TOKEN: "secret" })
      const asked = yield* Effect.forkChild(Effect.all([variables, report]))
      yield* advance(20)
      const [kept, said] = yield* Fiber.join(asked)
      assert.deepStrictEqual(kept, seed)
      assert.deepInclude(said, { _tag: "KeptSeed", shell: "/bin/fish" })
      assert.strictEqual(reasonOf(said)?._tag, reason)
    })
  )

  it.effect("warns once that it kept the seed, with the reason and without a value", () => {
    const warnings: Array<unknown> = []
    const collecting = Logger.layer([Logger.make(({ message }) => warnings.push(message))])
    return Effect.gen(function* () {
      const { variables } = yield* make(() => prints("SECRET=1\n"))
      const asked = yield* Effect.forkChild(Effect.all([variables, variables]))
      yield* advance(20)
      yield* Fiber.join(asked)
      assert.deepStrictEqual(warnings, [["the login environment stays as it was: AnswerUnreadable"]])
    }).pipe(Effect.provide(collecting))
  })

  it.effect("keeps the seed when there is no such shell, and starts none [FLASH-PROC-08]", () =>
    Effect.gen(function* () {
      const { report, started, variables } = yield* make(telling, seed, () => Effect.succeed("missing"))
      assert.deepStrictEqual(yield* variables, seed)
      assert.strictEqual(reasonOf(yield* report)?._tag, "ExecutableNotFound")
      assert.strictEqual(started.length, 0)
    })
  )

  it.effect("waits five seconds for the shell and no longer (F11, B097) [FLASH-PROC-08]", () =>
    Effect.gen(function* () {
      const { report, times, variables } = yield* make(() => ({ onEndOfInput: "ignores", onSigterm: "ignores" }))
      const asked = yield* Effect.forkChild(variables)
      yield* advance(4_999)
      assert.isUndefined(asked.pollUnsafe())
      yield* advance(1)
      assert.deepStrictEqual(yield* Fiber.join(asked), seed)
      assert.deepInclude(reasonOf(yield* report), { _tag: "CommandOverdue", millis: 5_000 })
      yield* advance(500)
      assert.deepStrictEqual([times("SIGTERM"), times("SIGKILL"), times("gone")], [[5_000], [5_500], [5_500]])
    })
  )

  it.effect("takes an answer of the last moment", () =>
    Effect.gen(function* () {
      const { report, variables } = yield* make((_, spec) => prints(answer(spec), Script.exits(4_999)))
      const asked = yield* Effect.forkChild(variables)
      yield* advance(4_999)
      assert.strictEqual((yield* Fiber.join(asked)).PATH, told.PATH)
      assert.deepStrictEqual(yield* report, LoginEnvironment.LoginReport.Resolved())
    })
  )

  it.effect("ends what start-up files left in the group, and nobody waits for that", () =>
    Effect.gen(function* () {
      const { times, variables } = yield* make((_, spec) => ({
        ...prints(answer(spec)),
        group: [{ name: "job", onSigterm: "ignores" }]
      }))
      const asked = yield* Effect.forkChild(variables)
      yield* advance(20)
      assert.strictEqual((yield* Fiber.join(asked)).PATH, told.PATH)
      yield* advance(499)
      assert.deepStrictEqual(times("gone"), [])
      yield* advance(1)
      assert.deepStrictEqual([times("SIGTERM"), times("SIGKILL"), times("gone")], [[20], [520], [520]])
      // The next look at the group, which the scope waits for.
      yield* advance(20)
    })
  )

  it.effect("gives up with its scope, and leaves nobody behind", () =>
    Effect.gen(function* () {
      const { close, times, variables } = yield* make(() => ({ onEndOfInput: "ignores" }))
      const asked = yield* Effect.forkChild(Effect.exit(variables))
      yield* advance(100)
      const closing = yield* Effect.forkChild(close)
      yield* advance(0)
      yield* Fiber.join(closing)
      assert.deepStrictEqual(times("gone"), [100])
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.join(asked)))
    })
  )
})

describe("LoginEnvironment.layerOf", () => {
  it.effect("tells what a host knows, as far as a plugin may see it", () =>
    Effect.gen(function* () {
      const { report, variables } = yield* LoginEnvironment.LoginEnvironment
      assert.deepStrictEqual(yield* variables, { PATH: "/known", USER: "me" })
      assert.deepStrictEqual(yield* report, LoginEnvironment.LoginReport.Resolved())
    }).pipe(
      Effect.provide(
        LoginEnvironment.LoginEnvironment.layerOf({ PATH: "/known", USER: "me", HOME: undefined, TOKEN: "secret" })
      )
    )
  )
})
