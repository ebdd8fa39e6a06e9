import { execFileSync, spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { layer as processes } from "@lanyard/process/node"
import { Effect, Fiber, Layer, Schedule, Stream } from "effect"
import { Presence } from "../../src/clocks/Presence.ts"
import { LoginEnvironment } from "../../src/environment/LoginEnvironment.ts"
import { HostCalls } from "../../src/hostcalls/HostCalls.ts"
import * as MacProcesses from "../../src/node/MacProcesses.ts"
import { hostCalls, layer as self } from "../../src/node.ts"
import { PluginHost } from "../../src/PluginHost.ts"
import { caller } from "../support/calls.ts"
import { posix } from "../support/groups.ts"
import { temporaryFolder } from "../support/live.ts"

/** A host on this system, composed as a host developer does. */
const host = Effect.gen(function* () {
  const calls = hostCalls.pipe(Layer.provide(processes))
  const needs = Layer.mergeAll(processes, self, LoginEnvironment.layerOf(process.env), Presence.layer, calls)
  const context = yield* Layer.build(Layer.provideMerge(PluginHost.empty, needs))
  const { answer } = yield* Effect.provide(HostCalls, context)
  return { plugins: yield* Effect.provide(PluginHost, context), answer }
})

const ask = Effect.fn(function* (method: string, params: unknown, dataDir = "/nowhere") {
  const { answer } = yield* host
  return yield* answer({ ...caller, dataDir }, method, params)
})

/** A child of this process that runs a line of sh; its group ends with the scope. */
const child = (script: string) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      const started = spawn("/bin/sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"], detached: true })
      started.stdout.once("data", () => resume(Effect.succeed(started.pid ?? 0)))
    }),
    (pid) =>
      Effect.sync(() => {
        try {
          process.kill(-pid, "SIGKILL")
        } catch {}
      })
  )

const refused = (error: string) => ({ ok: false, error })
const linux = process.platform === "linux"

describe.runIf(posix)("A host on this system", () => {
  it.live("keeps what a plugin stores for the next host [FLASH-HOST-54]", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      const stored = yield* Effect.scoped(ask("host.storage_set", { key: "cursor", value: "7" }, data))
      assert.deepStrictEqual(stored, { ok: true })
      assert.strictEqual(readFileSync(join(data, "storage.json"), "utf8"), '{\n  "cursor": "7"\n}\n')
      const found = yield* Effect.scoped(ask("host.storage_get", { key: "cursor" }, data))
      assert.deepStrictEqual(found, { ok: true, present: true, value: "7" })
    })
  )

  it.live("keeps aside what is no store, waits for nobody at it, and tells it [FLASH-HOST-59]", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      execFileSync("mkfifo", [join(data, "storage.json")])
      const { answer, plugins } = yield* host
      const told = yield* plugins.events.pipe(
        Stream.take(1),
        Stream.runCollect,
        Effect.forkChild({ startImmediately: true })
      )
      yield* Effect.yieldNow
      const asking = { ...caller, dataDir: data }
      assert.deepStrictEqual(yield* answer(asking, "host.storage_get", { key: "a" }), { ok: true, present: false })
      assert.deepStrictEqual(readdirSync(data), ["storage.json.corrupt-1"])
      assert.deepStrictEqual<unknown>(yield* Fiber.join(told), [
        { _tag: "StorageKeptAside", plugin: "asker", file: join(data, "storage.json.corrupt-1") }
      ])
    })
  )

  it.live("lists what runs, and what it costs [FLASH-HOST-35]", () =>
    Effect.gen(function* () {
      const pid = yield* child("echo on; while :; do :; done")
      const listed = Effect.map(ask("host.process_table", { sample_window_ms: 200 }), rowsOf)
      const rowOf = (rows: ReturnType<typeof rowsOf>) => rows.find((one) => one.pid === pid)
      // On a busy machine a child may get no turn within the window.
      const rows = yield* Effect.repeat(listed, { until: (seen) => Number(rowOf(seen)?.cpu_percent) > 0 })
      assert.isAbove(rows.length, 1)
      const row = rowOf(rows)
      assert.strictEqual(row?.comm, "sh")
      assert.isAbove(Number(row?.cpu_percent), 0)
      assert.isAbove(Number(row?.mem_percent), 0)
      assert.hasAllKeys(row, ["pid", "comm", "cpu_percent", "mem_percent"])
    })
  )

  it.live("adds one tree up [FLASH-HOST-35]", () =>
    Effect.gen(function* () {
      const pid = yield* child("sleep 60 & sleep 60 & echo on; wait")
      const [row, ...more] = rowsOf(yield* ask("host.process_table", { sample_window_ms: 10, pid }))
      assert.deepStrictEqual(more, [])
      assert.strictEqual(row?.pid, pid)
      assert.strictEqual(row?.process_count, 3)
      assert.isAbove(Number(row?.memory_bytes), 100_000)
      assert.isBelow(Number(row?.uptime_seconds), 60)
      if (linux) {
        assert.strictEqual(row?.thread_count, 3)
        assert.containsAllKeys(row, ["disk_read_bytes", "disk_write_bytes", "socket_count"])
      }
    })
  )

  it.live("ends another process, and not itself", () =>
    Effect.gen(function* () {
      const { answer } = yield* host
      const signal = (pid: number) => answer(caller, "host.signal", { pid })
      const pid = yield* child("trap 'exit 0' TERM; echo on; while :; do sleep 0.01; done")
      assert.deepStrictEqual(yield* signal(pid), { ok: true })
      const gone = yield* signal(pid).pipe(
        Effect.repeat({ schedule: Schedule.spaced(10), until: ({ ok }) => ok === false })
      )
      assert.deepStrictEqual(gone, refused("signal failed: no such process"))
      assert.deepStrictEqual(yield* signal(process.pid), refused("signal failed: it is the host"))
      const threads = linux ? readdirSync(`/proc/${process.pid}/task`) : []
      for (const thread of threads) {
        assert.deepStrictEqual(yield* signal(Number(thread)), refused("signal failed: it is the host"))
      }
    })
  )

  it.live.runIf(existsSync("/bin/ps"))("is listed by ps as macOS is asked for it", () =>
    Effect.gen(function* () {
      const readings = yield* Effect.provide(MacProcesses.all, processes)
      const own = readings.find(({ pid }) => pid === process.pid)
      assert.strictEqual(own?.parent, process.ppid)
      assert.isAbove(own?.memory ?? 0, 1_000_000)
      assert.closeTo(own?.uptime ?? 0, process.uptime(), 2)
      assert.match(own?.started ?? "", /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/)
    })
  )
})

const rowsOf = ({ processes }: Readonly<Record<string, unknown>>): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  Array.isArray(processes) ? processes : []
