/** A host over scripted plugins of third parties, whose installs are scripted as well. */
import type { Script } from "@lanyard/process/testing"
import { type Duration, Effect, Layer } from "effect"
import { HostCalls } from "../../src/hostcalls/HostCalls.ts"
import type { AttemptFailure } from "../../src/index.ts"
import { InstallFiles, LogRefused } from "../../src/install/InstallFiles.ts"
import type { InstallLog } from "../../src/install/InstallLog.ts"
import { Limit } from "../../src/install/Installs.ts"
import type { PluginSpec } from "../../src/PluginSpec.ts"
import * as Enforcer from "../../src/sandbox/Enforcer.ts"
import * as Seatbelt from "../../src/sandbox/Seatbelt.ts"
import { host, serving, specOf } from "./scripted.ts"

/** A third party's plugin with an install. */
export const thirdParty = (id: string, sections: Readonly<Record<string, unknown>> = {}): PluginSpec => ({
  ...specOf(id, { query: {}, version: "1.0", install: "make all", ...sections }),
  origin: "third party"
})

/** How the files of installs differ from the usual ones. */
export interface Differences {
  readonly stamps?: Readonly<Record<string, string>>
  /** Canonical paths of folders that have another one. */
  readonly links?: Readonly<Record<string, string>>
  readonly limit?: Duration.Input
  /** What the system says to a stamp, once it was waited for. */
  readonly stampRefused?: Effect.Effect<void, AttemptFailure.DataFolderRefused>
  readonly logRefused?: string
  readonly enforcer?: Enforcer.Enforcer
}

/** Builds a stopped host; each start of a shell is played as `installs` says, each other one answers everything. */
export const installing = Effect.fn(function* (
  installs: (count: number) => Script.Script,
  specs: ReadonlyArray<PluginSpec> = [thirdParty("third")],
  { enforcer, limit, links = {}, logRefused, stampRefused = Effect.void, stamps: given = {} }: Differences = {}
) {
  const stamps = new Map(Object.entries(given))
  const logs: Array<InstallLog> = []
  const shells: Array<number> = []
  const programs: Array<number> = []
  const commands: Array<ReadonlyArray<string>> = []
  const wrapped: Array<ReadonlyArray<string>> = []
  const files = InstallFiles.of({
    canonical: (folder) => links[folder] ?? folder,
    stamp: (dataDir) => Effect.sync(() => stamps.get(dataDir)),
    writeStamp: (dataDir, text, isWanted) =>
      Effect.andThen(
        stampRefused,
        Effect.sync(() => void (isWanted() && stamps.set(dataDir, text)))
      ),
    keep: (log) => {
      logs.push(log)
      return logRefused === undefined ? Effect.succeed("/logs/one") : Effect.fail(new LogRefused({ code: logRefused }))
    }
  })
  const services = Layer.mergeAll(
    HostCalls.layerNone,
    Layer.succeed(InstallFiles, files),
    enforcer === undefined ? Layer.empty : Layer.succeed(Enforcer.Current, Effect.succeed(enforcer)),
    limit === undefined ? Layer.empty : Layer.succeed(Limit, limit)
  )
  const scripted = yield* host(
    (attempt, { executable, args, cwd }) => {
      if (executable === Seatbelt.executable && args.includes("/bin/sh")) {
        wrapped.push([executable, ...args])
        return installs(wrapped.length)
      }
      if (executable !== "/bin/sh") {
        programs.push(attempt)
        return { answers: serving(() => '{"ok":true}') }
      }
      shells.push(attempt)
      commands.push([cwd, executable, ...args])
      return installs(shells.length)
    },
    specs,
    services
  )
  /** When something happened to the n-th install. */
  const when = (what: string, count = 1) =>
    scripted.stage.log().find((entry) => entry.what === what && entry.attempt === shells[count - 1])?.at
  return {
    ...scripted,
    stamps,
    logs,
    commands,
    wrapped,
    when,
    shells: () => shells.length,
    programs: () => programs.length
  }
})
