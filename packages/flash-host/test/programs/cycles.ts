/**
 * Lets a plugin crash and start again as often as the argument says, in a process that does nothing else, and writes what
 * the process held before and after as one line of JSON. To be run with `--expose-gc`.
 */
import { readdirSync } from "node:fs"
import { processTable } from "@lanyard/process/node"
import { Effect, Fiber, Schedule, Stream } from "effect"
import type { PluginHost } from "../../src/PluginHost.ts"
import * as Restarts from "../../src/Restarts.ts"
import { specOf, temporaryFolder, unwatched } from "../support/live.ts"

/** What a process holds while its host is stopped. */
export interface Held {
  readonly heapBytes: number
  /** Open descriptors; none where the system does not list them. */
  readonly descriptors: number
  /** Children, those included that were not reaped; none where the system does not list them. */
  readonly children: number
  /** What keeps the event loop busy, by kind: timers, pipes, processes. */
  readonly resources: ReadonlyArray<string>
  /** Listeners on the process object. */
  readonly listeners: number
}

/** What this program writes. */
export interface Report {
  readonly cycles: number
  readonly before: Held
  readonly after: Held
}

const cycles = Number(process.argv[2])
const collect = globalThis.gc
if (!(cycles > 0) || collect === undefined) throw new Error("usage: node --expose-gc cycles.ts CYCLES")

const held = Effect.gen(function* () {
  // What finalizers and callbacks of one collection let go of is for the next one.
  for (let round = 0; round < 5; round++) {
    collect()
    yield* Effect.sleep(20)
  }
  const entries = processTable?.all() ?? []
  const held: Held = {
    heapBytes: process.memoryUsage().heapUsed,
    descriptors: process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0,
    children: entries === "unreadable" ? 0 : entries.filter(({ parent }) => parent === process.pid).length,
    resources: process.getActiveResourcesInfo().toSorted(),
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
  }
  return held
})

/** Starts the plugin, and stops it once it has crashed so many times. */
const crash = (plugins: PluginHost["Service"], times: number) =>
  plugins.events.pipe(
    Stream.filter((event) => event._tag === "AttemptFailed" && event.failure._tag === "PluginExited"),
    Stream.take(times),
    Stream.runDrain,
    Effect.forkChild({ startImmediately: true }),
    Effect.tap(plugins.start),
    Effect.flatMap((counting) => Fiber.join(counting)),
    Effect.andThen(plugins.stop)
  )

/** Cycles after which what is compiled, cached and kept bounded is there. */
const warmUp = 500

const main = Effect.gen(function* () {
  const plugins = yield* unwatched([specOf("fleeting", yield* temporaryFolder)])
  yield* crash(plugins, warmUp)
  const before = yield* held
  yield* crash(plugins, cycles)
  const report: Report = { cycles, before, after: yield* held }
  process.stdout.write(`${JSON.stringify(report)}\n`)
})

// At once, and for ever: the wait and the budget of the contract would make it half an hour and then a park.
const policy: Restarts.Policy = Schedule.forever

await Effect.runPromise(Effect.scoped(main).pipe(Effect.provideService(Restarts.Current, policy)))
