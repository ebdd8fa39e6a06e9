/** Plugins that are confined by what this machine has for it, and a user's home for them to look around in. */
import { copyFileSync, mkdirSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Collect, Environment } from "@lanyard/process"
import { layer as processes } from "@lanyard/process/node"
import { Context, Effect, Layer, Result } from "effect"
import { LoginEnvironment } from "../../src/environment/LoginEnvironment.ts"
import { sandbox, layer as self } from "../../src/node.ts"
import type { SandboxChoice } from "../../src/PluginSpec.ts"
import * as Enforcer from "../../src/sandbox/Enforcer.ts"
import * as Sandbox from "../../src/sandbox/Sandbox.ts"
import type { Attempt } from "../programs/attempts.ts"
import { temporaryFolder } from "./live.ts"
import { specOf } from "./scripted.ts"

/** What this machine has. */
export const enforcer: Enforcer.Enforcer = await Effect.runPromise(
  Layer.build(sandbox.pipe(Layer.provide(processes))).pipe(
    Effect.flatMap((context) => Context.get(context, Enforcer.Current)),
    Effect.scoped
  )
)

/** How a plugin differs from one that asks for nothing. */
export interface Differences {
  readonly sections?: Readonly<Record<string, unknown>>
  readonly choice?: SandboxChoice
}

/** A plugin below the home of a user who has a key, another plugin, and a folder of programs, `bin`. */
export const confined = Effect.fn(function* ({ choice, sections = {} }: Differences = {}) {
  const home = realpathSync(yield* temporaryFolder)
  const root = join(home, "code", "own")
  const base = join(home, "data")
  const dataDir = join(base, "own")
  const bin = join(home, "bin")
  const folders = [root, dataDir, join(base, "other"), join(home, ".ssh"), bin]
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  writeFileSync(join(home, ".ssh", "id"), "key")
  writeFileSync(join(home, "notes"), "notes")
  writeFileSync(join(base, "other", "storage.json"), "other")
  writeFileSync(join(dataDir, "storage.json"), "own")
  writeFileSync(join(root, "package.json"), '{"type":"module"}')
  copyFileSync(fileURLToPath(new URL("../programs/attempts.ts", import.meta.url)), join(root, "attempts.ts"))
  const spec = {
    ...specOf("own", { query: {}, ...sections }),
    root,
    dataDir,
    ...(choice === undefined ? {} : { sandbox: choice })
  }
  const services = yield* Layer.build(
    Layer.mergeAll(
      self,
      sandbox,
      LoginEnvironment.layerOf({ ...process.env, HOME: home, PATH: `${process.env.PATH}:${bin}` })
    ).pipe(Layer.provideMerge(processes))
  )
  const environment = Result.getOrThrow(
    Environment.make({
      source: process.env,
      allow: ["PATH"],
      values: { HOME: home, FLASH_PLUGIN_PARENT_PID: String(process.pid) }
    })
  )
  const run = (executable: string, args: ReadonlyArray<string>, confine: typeof Sandbox.confine) =>
    confine(spec, { executable, args, cwd: root, environment }).pipe(
      Effect.flatMap((program) =>
        Collect.run({ ...program, stdoutBytes: 65_536, stderrBytes: 65_536, deadline: "20 seconds" })
      ),
      Effect.map(({ exit, stdout, stderr }) => ({
        exit,
        stdout: new TextDecoder().decode(stdout.bytes),
        stderr: new TextDecoder().decode(stderr.bytes)
      })),
      Effect.provide(services),
      Effect.scoped
    )
  /** Has the plugin try things; how each of them ended. */
  const tries = (...attempts: ReadonlyArray<Attempt>) =>
    Effect.map(
      run(process.execPath, ["attempts.ts", JSON.stringify(attempts)], Sandbox.confine),
      ({ exit, stderr, stdout }): ReadonlyArray<string> =>
        stdout === "" ? [`${JSON.stringify(exit)} ${stderr}`] : JSON.parse(stdout)
    )
  /** Runs lines of a shell as the plugin's install. */
  const installs = (script: string) => run("/bin/sh", ["-c", script], Sandbox.confineInstall)
  return { home, root, base, dataDir, tries, installs }
})
