/**
 * What becomes of plugins whose host is killed and can do nothing any more. Their input ends, for nobody else holds the other
 * ends of their pipes, and their parent's pid is another one: the protocol asks them to exit on either. A host on Node has
 * no means beyond that. Linux would send a signal at the parent's death (PR_SET_PDEATHSIG), but only the child itself can
 * ask for it between fork and exec, where Node runs nothing of ours; macOS has no such signal.
 */
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Environment, OwnedChild } from "@lanyard/process"
import { layer as processes } from "@lanyard/process/node"
import { Deferred, Effect, Option, Result, Schedule } from "effect"
import { enforcer } from "./support/confined.ts"
import { posix, running } from "./support/groups.ts"
import { temporaryFolder } from "./support/live.ts"

const program = fileURLToPath(new URL("./programs/host.ts", import.meta.url))

/** Starts a host over plugins and waits until all of them came up. */
const start = Effect.fn(function* (...plugins: ReadonlyArray<string>) {
  const host = yield* OwnedChild.spawn({
    executable: process.execPath,
    args: [program, yield* temporaryFolder, ...plugins],
    cwd: "/",
    environment: Result.getOrThrow(Environment.make({ values: { PATH: process.env.PATH ?? "" } }))
  })
  const up = yield* Deferred.make<ReadonlyMap<string, number>>()
  let written = ""
  host.stdio.open({
    chunk: (bytes) => {
      written += new TextDecoder().decode(bytes)
      const lines = written.split("\n").slice(0, -1)
      const pids = new Map(lines.map((line) => [line.split(" ")[0] ?? "", Number(line.split(" ")[1])]))
      if (pids.size === plugins.length) Deferred.doneUnsafe(up, Effect.succeed(pids))
    },
    end: () => {},
    drain: () => {},
    broken: () => {}
  })
  return { host, pids: yield* Deferred.await(up) }
})

/** Kills a host; returns the groups of plugins that are left after two seconds, or as soon as none is. */
const left = Effect.fn(function* ({ host, pids }: Effect.Success<ReturnType<typeof start>>) {
  process.kill(host.pid, "SIGKILL")
  yield* Deferred.await(host.exited)
  const groups = [...pids.values()]
  // The system tells only the parent about an end, so it has to be looked for.
  return yield* Effect.sync(() => running(groups)).pipe(
    Effect.repeat({ until: (left) => left.length === 0, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOption("2 seconds"),
    Effect.map(Option.getOrElse(() => running(groups)))
  )
})

describe.runIf(posix)("A host that is killed", () => {
  it.live("leaves no plugin after two seconds that heeds the end of its input [FLASH-SHUT-01]", () =>
    Effect.gen(function* () {
      const started = yield* start("bookmarks", "echo", "fault:floods-logs", "fault:answers-initialize-only")
      assert.strictEqual(running([...started.pids.values()]).length, 4)
      assert.deepStrictEqual(yield* left(started), [])
    }).pipe(Effect.scoped, Effect.provide(processes))
  )

  it.live("leaves no plugin after two seconds that heeds the end of its parent alone [FLASH-SHUT-03]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* left(yield* start("fault:heeds-its-parent-only")), [])
    }).pipe(Effect.scoped, Effect.provide(processes))
  )

  it.live("can do nothing about a plugin that heeds neither", () =>
    Effect.gen(function* () {
      const started = yield* start("bookmarks", "fault:stubborn")
      const stubborn = started.pids.get("stubborn") ?? 0
      yield* Effect.addFinalizer(() => Effect.sync(() => process.kill(stubborn, "SIGKILL")))
      assert.deepStrictEqual(yield* left(started), [stubborn])
    }).pipe(Effect.scoped, Effect.provide(processes))
  )
})

describe.runIf(enforcer._tag === "Bubblewrap")("A host that is killed and has a sandbox", () => {
  it.live("leaves no plugin after two seconds that heeds neither its input nor its parent [FLASH-SHUT-03]", () =>
    Effect.gen(function* () {
      const started = yield* start("fault:stubborn:strict", "fault:heeds-its-parent-only:strict")
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          for (const group of running([...started.pids.values()])) process.kill(-group, "SIGKILL")
        })
      )
      assert.deepStrictEqual(yield* left(started), [])
    }).pipe(Effect.scoped, Effect.provide(processes))
  )
})
