import { assert, describe, it } from "@effect/vitest"
import { Child, Environment } from "@lanyard/process"
import { type Script, ScriptedChild } from "@lanyard/process/testing"
import { DefinitionFile, Doctor } from "@lanyard/sos-module"
import { Context, Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import * as Diagnose from "../src/Diagnose.ts"
import { Launch } from "../src/Launch.ts"
import { RunHost } from "../src/RunHost.ts"
import * as Redaction from "../src/secrets/Redaction.ts"
import { echo, host } from "./support/stage.ts"

const spec = { executable: "/bin/weather", args: [], cwd: "/", environment: Environment.empty }

const moduleOf = (startup: number, shutdown: number) => ({
  ...Result.getOrThrow(
    DefinitionFile.readText(
      "module.sos.toml",
      `schema = 1
[module]
path = "local/weather"
version = "1.0.0"
[runtime]
kind = "stdio"
protocol = "sos-plugin/1"
command = ["weather"]
startup_timeout = "${startup}s"
shutdown_timeout = "${shutdown}s"
[capabilities]
process = true
[[action]]
name = "current"
[action.result]
type = "text"
`
    )
  ),
  path: "local/weather",
  file: "module.sos.toml",
  folder: "/modules/weather"
})

/** Diagnoses a module whose process follows a script; `startup` and `shutdown` in seconds. */
const diagnosing = Effect.fn(function* (script: Script.Script, startup: number, shutdown: number) {
  const scripted = yield* ScriptedChild.make(() => script)
  const services = Context.make(Child.Spawner, scripted.spawner).pipe(
    Context.add(RunHost, host),
    Context.add(Launch, {
      stdio: () => Effect.succeed({ spec, redactor: Redaction.none }),
      command: () => Effect.die("a persistent module makes no command"),
      inspect: () => Effect.die("a persistent module is no command")
    })
  )
  const doctor = Layer.provide(Diagnose.layer, Layer.succeedContext(services))
  const diagnosis = Doctor.use(({ diagnose }) => diagnose(moduleOf(startup, shutdown))).pipe(Effect.provide(doctor))
  const fiber = yield* Effect.forkChild(Effect.result(diagnosis), { startImmediately: true })
  return { fiber, log: () => scripted.log().map(({ at, what }) => `${at} ${what}`) }
})

const said = (result: Result.Result<void, { readonly message: string }>) =>
  Result.isSuccess(result) ? "ready" : result.failure.message

describe("A diagnosis", () => {
  it.effect("gives the shutdown what is left of its ten seconds, and calls what was up ready", () =>
    Effect.gen(function* () {
      const { fiber, log } = yield* diagnosing({ answers: echo, onEndOfInput: "ignores" }, 5, 30)
      yield* TestClock.adjust("9999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual(said(yield* Fiber.join(fiber)), "ready")
      assert.include(log(), "10000 SIGTERM")
    })
  )

  it.effect("ends after ten seconds when the module does not answer", () =>
    Effect.gen(function* () {
      const { fiber } = yield* diagnosing({}, 60, 2)
      yield* TestClock.adjust("9999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.match(said(yield* Fiber.join(fiber)), /was not ready within 10s$/)
    })
  )

  it.effect("finds what a module writes behind its answer and should not (B045)", () =>
    Effect.gen(function* () {
      const noisy = (line: string) => echo(line).map((reply) => `${reply}\nnoise`)
      const { fiber } = yield* diagnosing({ answers: noisy }, 5, 2)
      yield* TestClock.adjust("1 second")
      assert.match(
        said(yield* Fiber.join(fiber)),
        /wrote non-protocol data to stdout during initialize; stdout carries/
      )
    })
  )
})
