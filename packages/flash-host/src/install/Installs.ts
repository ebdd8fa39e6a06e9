/**
 * Sees to it that a third party's plugin is installed before it is launched: once for each version and command. Installs in
 * one folder happen one at a time, in the order in which they were asked for, whichever process of a plugin asked.
 */
import { Context, type Duration, Effect, Layer } from "effect"
import { InstallFailed, type LaunchFailure } from "../AttemptFailure.ts"
import { HostEvent } from "../HostEvent.ts"
import { HostEvents } from "../HostEvents.ts"
import * as KeyedLock from "../KeyedLock.ts"
import * as Launch from "../Launch.ts"
import type { PluginSpec } from "../PluginSpec.ts"
import * as Enforcer from "../sandbox/Enforcer.ts"
import * as Sandbox from "../sandbox/Sandbox.ts"
import { InstallFiles } from "./InstallFiles.ts"
import * as InstallJob from "./InstallJob.ts"

/** How long an install may take (decision F12). */
export const Limit = Context.Reference<Duration.Input>("@lanyard/flash-host/Installs/Limit", {
  defaultValue: () => "300 seconds"
})

/** The stamp of an install that was done. */
export const stampOf = (version: string, install: string): string => `${version}\n${install}\n`

/** Installs plugins. */
export class Installs extends Context.Service<
  Installs,
  {
    /**
     * Runs the plugin's install if it has one that was not done yet. Being interrupted, it settles when the process group is
     * gone, or at once if its turn has not come. `isCurrent` tells whether whoever asks is still the plugin's own attempt: no
     * other writes a stamp.
     */
    readonly ensure: (spec: PluginSpec, isCurrent: () => boolean) => Effect.Effect<void, InstallFailed | LaunchFailure>
  }
>()("@lanyard/flash-host/Installs") {
  static readonly layer: Layer.Layer<Installs, never, Needs> = Layer.effect(
    Installs,
    Effect.suspend(() => make)
  )
}

/** What installs are done with. */
export type Needs = Launch.Platform | HostEvents

const make = Effect.gen(function* () {
  const services = yield* Effect.context<Needs>()
  const files = yield* InstallFiles
  const turns = KeyedLock.make()

  return Installs.of({
    ensure: (spec, isCurrent) =>
      Effect.suspend(() => {
        const { install } = spec.manifest
        if (install === undefined || spec.origin !== "third party") return Effect.void
        return turns.hold(files.canonical(spec.root), once(spec, install, isCurrent)).pipe(Effect.provide(services))
      })
  })
})

const once = Effect.fnUntraced(function* (spec: PluginSpec, install: string, isCurrent: () => boolean) {
  const files = yield* InstallFiles
  const stamp = stampOf(spec.manifest.version, install)
  if ((yield* files.stamp(spec.dataDir)) === stamp) return
  const environment = yield* Launch.prepare(spec)
  const program = yield* Sandbox.confineInstall(spec, {
    executable: "/bin/sh",
    args: ["-c", install],
    cwd: spec.root,
    environment
  })
  // What was begun is written down, whatever becomes of who asked for it.
  yield* Effect.uninterruptible(
    Effect.gen(function* () {
      const ran = yield* InstallJob.run(program, yield* Limit)
      yield* report(spec, install, ran)
      if (ran.outcome === "cancelled") return yield* Effect.interrupt
      if (ran.outcome === "installed") return yield* files.writeStamp(spec.dataDir, stamp, isCurrent)
      return yield* new InstallFailed({
        exit: ran.exit,
        overdue: ran.outcome === "overdue",
        stdoutBytes: ran.stdout.bytes.length,
        stderrBytes: ran.stderr.bytes.length
      })
    })
  )
})

const report = Effect.fnUntraced(function* (spec: PluginSpec, install: string, ran: InstallJob.Ran) {
  const { id, version } = spec.manifest
  const files = yield* InstallFiles
  const { publish } = yield* HostEvents
  const sandbox = Sandbox.ofInstall(spec, yield* Enforcer.here)
  const log = yield* Effect.result(
    files.keep({ plugin: id, version, install, root: spec.root, sandbox, ...ran }, spec.dataDir)
  )
  publish(HostEvent.InstallEnded({ plugin: id, outcome: ran.outcome, elapsed: ran.elapsed, log }))
})
