import { assert, describe, it } from "@effect/vitest"
import { Environment, Executable } from "@lanyard/process"
import { Effect } from "effect"
import { DataFolderRefused } from "../src/AttemptFailure.ts"
import { childSpec, DataFolders, HostProcess } from "../src/Launch.ts"
import { spec } from "./support/scripted.ts"

const launched = (
  environment: Readonly<Record<string, string>>,
  of = spec,
  ensure: DataFolders["Service"]["ensure"] = () => Effect.void
) =>
  childSpec(of).pipe(
    Effect.provideService(HostProcess, { pid: 4242, environment }),
    Effect.provideService(DataFolders, { ensure }),
    Effect.provideService(Executable.ProgramFiles, {
      look: (path) => Effect.succeed(/^[/](usr[/]bin|plugins)[/]/.test(path) ? "executable" : "missing")
    })
  )

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

  it.effect("sees the allowed variables and its own, and no other (B103)", () =>
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
    "has a PATH even when the host has none: %o",
    ([environment]) =>
      Effect.gen(function* () {
        const spec = yield* launched(environment)
        assert.strictEqual(
          Environment.toRecord(spec.environment).PATH,
          "/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
        )
      })
  )

  it.effect("gets its settings as one JSON object", () =>
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

  it.effect("finds its data folder made (F9)", () =>
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

  it.effect("is looked for on the host's PATH when its program is a bare name", () =>
    Effect.gen(function* () {
      const found = yield* launched({ PATH: "/bin:/usr/bin" }, { ...spec, exec: ["python3", "./main.py"] })
      assert.strictEqual(found.executable, "/usr/bin/python3")
      const failure = yield* Effect.flip(launched({ PATH: "/bin" }, { ...spec, exec: ["python3", "./main.py"] }))
      assert.strictEqual(failure._tag, "ExecutableNotFound")
    })
  )
})
