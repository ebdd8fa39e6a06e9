import { assert, describe, it } from "@effect/vitest"
import { Environment, Executable } from "@lanyard/process"
import { ScriptedChild } from "@lanyard/process/testing"
import { Deferred, Effect, Fiber } from "effect"
import { DataFolderRefused } from "../src/AttemptFailure.ts"
import { LoginEnvironment, LoginReport } from "../src/environment/LoginEnvironment.ts"
import * as LoginVariables from "../src/environment/LoginVariables.ts"
import { HostProcess } from "../src/HostProcess.ts"
import { childSpec, DataFolders } from "../src/Launch.ts"
import { spec, specOf } from "./support/scripted.ts"

const launched = (
  environment: Readonly<Record<string, string>>,
  of = spec,
  ensure: DataFolders["Service"]["ensure"] = () => Effect.void
) =>
  childSpec(of).pipe(
    Effect.provide([LoginEnvironment.layerOf(environment), ScriptedChild.layer(() => ({}))]),
    Effect.provideService(HostProcess, { pid: 4242, environment: { PATH: "/usr/bin", HOST: "alone" } }),
    Effect.provideService(DataFolders, { ensure }),
    Effect.provideService(Executable.ProgramFiles, programs)
  )

const programs = Executable.ProgramFiles.of({
  look: (path) => Effect.succeed(/^[/](usr[/]bin|plugins)[/]/.test(path) ? "executable" : "missing"),
  real: (path) => Effect.succeedSome(path)
})

const circular = () => {
  const settings: Record<string, unknown> = {}
  settings.self = settings
  return settings
}

const nested = (depth: number): Readonly<Record<string, unknown>> => (depth === 0 ? {} : { in: nested(depth - 1) })

const own = {
  FLASH_PLUGIN_ID: "scripted",
  FLASH_PLUGIN_VERSION: "0.1.0",
  FLASH_PLUGIN_DATA_DIR: "/data/scripted",
  FLASH_PLUGIN_CONFIG: "{}",
  FLASH_PLUGIN_PARENT_PID: "4242"
}

describe("A plugin's child", () => {
  it.effect("runs in the plugin's folder, with its arguments as they are", () =>
    Effect.gen(function* () {
      const { executable, args, cwd } = yield* launched({ PATH: "/usr/bin" })
      assert.deepStrictEqual(
        { executable, args, cwd },
        {
          executable: "/plugins/scripted/program",
          args: ["--serve"],
          cwd: "/plugins/scripted"
        }
      )
    })
  )

  it.effect("sees the allowed variables and its own, and no other (B103) [FLASH-PROC-05, FLASH-PROC-07]", () =>
    Effect.gen(function* () {
      const { environment } = yield* launched({
        PATH: "/usr/bin",
        HOME: "/home/someone",
        LANG: "C.UTF-8",
        GITHUB_TOKEN: "secret",
        SSH_AUTH_SOCK: "/tmp/agent",
        NODE_OPTIONS: "--inspect",
        LD_PRELOAD: "/tmp/evil.so",
        PYTHONPATH: "/tmp"
      })
      assert.deepStrictEqual(
        { ...Environment.toRecord(environment) },
        { PATH: "/usr/bin", HOME: "/home/someone", LANG: "C.UTF-8", ...own }
      )
    })
  )

  it.effect.each<readonly [Readonly<Record<string, string>>]>([[{}], [{ PATH: "" }]])(
    "has a PATH even when the user has none: %o",
    ([environment]) =>
      Effect.gen(function* () {
        const spec = yield* launched(environment)
        assert.strictEqual(
          Environment.toRecord(spec.environment).PATH,
          "/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
        )
      })
  )

  it.effect("gets the user's locale as it is, so that names of files stay readable (B107)", () =>
    Effect.gen(function* () {
      const locale = { LANG: "es_ES.UTF-8", LC_ALL: "", LC_CTYPE: "UTF-8" }
      const { environment } = yield* launched({ PATH: "/usr/bin", ...locale, LC_MESSAGES: "C" })
      assert.deepStrictEqual({ ...Environment.toRecord(environment) }, { PATH: "/usr/bin", ...locale, ...own })
    })
  )

  it.effect("gets no variable that looks like an exported shell function (B105)", () =>
    Effect.gen(function* () {
      const { environment } = yield* launched({ PATH: "/usr/bin", LANG: "() { :; }; exit", USER: "someone" })
      assert.deepStrictEqual({ ...Environment.toRecord(environment) }, { PATH: "/usr/bin", USER: "someone", ...own })
    })
  )

  it.effect("gets its settings as one JSON object [FLASH-PROC-06]", () =>
    Effect.gen(function* () {
      const { environment } = yield* launched(
        { PATH: "/usr/bin" },
        { ...spec, settings: { name: "名前", nested: { on: true } } }
      )
      assert.deepStrictEqual(JSON.parse(Environment.toRecord(environment).FLASH_PLUGIN_CONFIG ?? ""), {
        name: "名前",
        nested: { on: true }
      })
    })
  )

  it.effect("finds its data folder made (F9) [FLASH-PROC-11]", () =>
    Effect.gen(function* () {
      const made: Array<string> = []
      const ensure = (folder: string) => Effect.sync(() => void made.push(folder))
      yield* launched({ PATH: "/usr/bin" }, spec, ensure)
      assert.deepStrictEqual(made, ["/data/scripted"])
    })
  )

  it.effect("is not started without its data folder", () =>
    Effect.gen(function* () {
      const refused = new DataFolderRefused({ folder: "/data/scripted", code: "EACCES" })
      const failure = yield* Effect.flip(launched({ PATH: "/usr/bin" }, spec, () => Effect.fail(refused)))
      assert.strictEqual(failure, refused)
    })
  )

  it.effect.each([
    ["a cycle", circular(), "TooDeep"],
    ["a depth of 100", nested(100), "TooDeep"],
    ["a function", { on: () => true }, "NotJson"],
    ["no number", { share: Number.NaN }, "NotFinite"]
  ] as const)("is not started with settings that hold %s", ([, settings, reason]) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(launched({ PATH: "/usr/bin" }, { ...spec, settings }))
      assert.deepInclude(failure, { _tag: "SettingsNotEncodable", reason })
    })
  )

  it.effect("is looked for on the user's PATH when its program is a bare name", () =>
    Effect.gen(function* () {
      const found = yield* launched({ PATH: "/bin:/usr/bin" }, specOf("scripted", { exec: ["python3", "./main.py"] }))
      assert.strictEqual(found.executable, "/usr/bin/python3")
      assert.deepStrictEqual(found.args, ["./main.py"])
    })
  )

  it.effect("cannot be started when its program is found nowhere [FLASH-PROC-04]", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(
        launched({ PATH: "/bin" }, specOf("scripted", { exec: ["python3", "./main.py"] }))
      )
      assert.strictEqual(failure._tag, "ExecutableNotFound")
    })
  )

  it.effect("is not started before the login environment is known [FLASH-PROC-08]", () =>
    Effect.gen(function* () {
      const known = yield* Deferred.make<LoginVariables.LoginVariables>()
      const launching = yield* childSpec(spec).pipe(
        Effect.provide(ScriptedChild.layer(() => ({}))),
        Effect.provideService(LoginEnvironment, {
          variables: Deferred.await(known),
          report: Effect.succeed(LoginReport.Resolved())
        }),
        Effect.provideService(HostProcess, { pid: 4242, environment: { PATH: "/host" } }),
        Effect.provideService(DataFolders, { ensure: () => Effect.void }),
        Effect.provideService(Executable.ProgramFiles, programs),
        Effect.forkChild
      )
      yield* Effect.repeat(Effect.yieldNow, { times: 60 })
      assert.isUndefined(launching.pollUnsafe())
      yield* Deferred.succeed(known, LoginVariables.select({ PATH: "/login" }))
      const { environment } = yield* Fiber.join(launching)
      assert.strictEqual(Environment.toRecord(environment).PATH, "/login")
    })
  )
})
