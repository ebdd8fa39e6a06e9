import { assert, describe, it } from "@effect/vitest"
import { LoadFailure, LoginEnvironment, LoginReport, PluginManager, Report } from "@lanyard/flash-host"
import { ProcessError } from "@lanyard/process"
import { Effect, Layer, Stream } from "effect"
import { TestConsole } from "effect/testing"
import * as Warnings from "../../src/hosting/Warnings.ts"
import * as Logs from "../../src/Logs.ts"

const shown = (reports: ReadonlyArray<Report>, login: LoginReport) =>
  Effect.gen(function* () {
    const layer = Warnings.layer.pipe(
      Layer.provide([
        Layer.mock(PluginManager, { reports: Stream.fromIterable(reports) }),
        Layer.mock(LoginEnvironment, { report: Effect.succeed(login) }),
        Logs.json
      ])
    )
    yield* Effect.provide(Effect.yieldNow, layer)
    return (yield* TestConsole.errorLines).map((line) => {
      const { level, message, source } = JSON.parse(String(line))
      return [level, source, message]
    })
  })

const failure = new LoadFailure.FolderUnlisted({ folder: "/f" })

describe("Warnings", () => {
  it.effect("tells what is wrong with files, and when it no longer is", () =>
    Effect.gen(function* () {
      const reports = [
        Report.Failed({ plugin: "p", failure, isLoaded: false }),
        Report.Failed({ plugin: "p", failure, isLoaded: true }),
        Report.Recovered({ plugin: "p" }),
        Report.Polled({ folder: "/f", code: "ENOSPC" })
      ]
      assert.deepStrictEqual(yield* shown(reports, LoginReport.Resolved()), [
        ["warn", "plugin:p", "/f cannot be listed"],
        ["warn", "plugin:p", "/f cannot be listed; it goes on as it was"],
        ["info", "plugin:p", "its files are in order again"],
        ["warn", "flash", "/f is not watched (ENOSPC); changes are seen some seconds late"]
      ])
    })
  )

  it.effect("tells why plugins get another environment than their user's", () =>
    Effect.gen(function* () {
      const reason = new ProcessError.ExecutableNotFound({ executable: "/bin/none" })
      assert.deepStrictEqual(yield* shown([], LoginReport.KeptSeed({ shell: "/bin/none", reason })), [
        [
          "warn",
          "flash",
          "/bin/none did not tell the login environment (ExecutableNotFound); plugins get the one of this program"
        ]
      ])
    })
  )
})
