/** Plugins as processes: what the SDK does with stdio, exit statuses and the process of the host. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Child, fixture, program, start } from "./support/child.ts"
import { initialize } from "./support/wire.ts"

const accepted = { id: 1, result: { ok: true, protocol_version: 1 } }

const shake = Effect.fnUntraced(function* (child: Child) {
  child.send(initialize)
  assert.deepStrictEqual(yield* child.receive, accepted)
})

const perform = (child: Child, id: number, subcommand: string, args: ReadonlyArray<string> = []) =>
  child.send({
    id,
    method: "perform",
    params: { kind: "command", command: "c", subcommand, args, raw: args.join(" ") }
  })

describe("hello, the plugin of the README", () => {
  it.live(
    "publishes, arms its poll, greets, ticks, and exits with status 0 [FLASH-SDK-01, FLASH-SDK-14, FLASH-SHUT-01]",
    () =>
      Effect.gen(function* () {
        const child = yield* start(fixture("hello/hello.ts"))
        yield* shake(child)
        assert.deepStrictEqual(yield* child.receive, {
          method: "publish",
          params: {
            rows: [
              { source: "hello.names", title: "World" },
              { source: "hello.names", title: "Moon" }
            ]
          }
        })
        assert.deepStrictEqual(yield* child.receive, {
          method: "poll",
          params: { registrations: { i1: { every: 60, priority: "low" } } }
        })
        perform(child, 2, "greet", ["you"])
        assert.deepStrictEqual(yield* child.receive, { id: 2, result: { ok: true, message: "Hello, you" } })
        child.send({ method: "event", params: { name: "core:poll:i1" } })
        assert.deepStrictEqual(yield* child.receive, {
          method: "status",
          params: { segments: { greeted: "1 greeted" } }
        })
        child.process.stdin.end()
        assert.deepStrictEqual(yield* child.exit, { code: 0, signal: null })
        assert.strictEqual(child.stderr(), "")
      })
  )
})

describe("the probe", () => {
  it.live("gets its settings and makes host calls", () =>
    Effect.gen(function* () {
      const child = yield* start(fixture("probe/probe.ts"), {
        FLASH_PLUGIN_CONFIG: '{"probe.empty_catalog":true}'
      })
      yield* shake(child)
      assert.deepStrictEqual(yield* child.receive, { method: "publish", params: { rows: [] } })
      perform(child, 2, "", ["storage-set", "k"])
      assert.deepStrictEqual(yield* child.receive, {
        id: 1,
        method: "host.storage_set",
        params: { key: "k", value: null }
      })
      child.send({ id: 1, result: { ok: false, error: "no" } })
      assert.deepStrictEqual(yield* child.receive, {
        id: 2,
        result: { ok: true, message: '{"ok":false,"error":"no"}' }
      })
      child.process.stdin.end()
      assert.deepStrictEqual(yield* child.receive, {
        method: "log",
        params: { level: "info", message: "probe shutdown", fields: {} }
      })
      assert.deepStrictEqual(yield* child.exit, { code: 0, signal: null })
    })
  )
})

describe("serve on stdio", () => {
  it.live("exits with 78 and says why when handlers are missing", () =>
    Effect.gen(function* () {
      const child = yield* start(program("mistaken.ts"))
      assert.deepStrictEqual(yield* child.exit, { code: 78, signal: null })
      assert.match(child.stderr(), /declares query, and there is no evaluate handler; .*no hints handler/)
    })
  )

  it.live("exits with 0 after a mismatch, its reply written and its input still open [FLASH-SDK-02]", () =>
    Effect.gen(function* () {
      const child = yield* start(fixture("hello/hello.ts"))
      child.send({ ...initialize, params: { protocol_version: 99 } })
      assert.match(JSON.stringify(yield* child.receive), /host v99, plugin v1/)
      assert.deepStrictEqual(yield* child.exit, { code: 0, signal: null })
    })
  )

  it.live("keeps what the plugin prints off the wire, and serves on after errors outside of handlers", () =>
    Effect.gen(function* () {
      const child = yield* start(program("careless.ts"))
      yield* shake(child)
      for (const [id, subcommand] of [
        [2, "throw"],
        [3, "reject"],
        [4, ""]
      ] as const) {
        perform(child, id, subcommand)
        assert.deepStrictEqual(yield* child.receive, { id, result: { ok: true } })
      }
      child.process.stdin.end()
      assert.deepStrictEqual(yield* child.exit, { code: 0, signal: null })
      assert.match(
        child.stderr(),
        /printed[\s\S]*shown[\s\S]*as text[\s\S]*half a line[\s\S]*TypeError[\s\S]*RangeError/
      )
      assert.notMatch(child.stderr(), /secret/)
    })
  )

  it.live("ends although nobody reads what it wrote and its cleanup never ends [FLASH-SDK-14]", () =>
    Effect.gen(function* () {
      const child = yield* start(program("careless.ts"))
      yield* shake(child)
      child.process.stdout.pause()
      perform(child, 2, "flood")
      child.process.stdin.end()
      yield* Effect.promise(() => once(child.process, "exit"))
      assert.strictEqual(child.process.exitCode, 0)
    })
  )

  it.live("ends when the host's process is gone although its input stays open [FLASH-SHUT-03]", () =>
    Effect.gen(function* () {
      const host = yield* Effect.acquireRelease(
        Effect.sync(() => spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"])),
        (started) => Effect.sync(() => started.kill("SIGKILL"))
      )
      const child = yield* start(fixture("hello/hello.ts"), { FLASH_PLUGIN_PARENT_PID: String(host.pid) })
      yield* shake(child)
      assert.isNull(child.process.exitCode)
      host.kill("SIGKILL")
      assert.deepStrictEqual(yield* child.exit, { code: 0, signal: null })
    })
  )

  it.live("says why it ends with 1 when the host asks on and reads nothing [FLASH-SDK-20]", () =>
    Effect.gen(function* () {
      const child = yield* start(fixture("hello/hello.ts"))
      yield* shake(child)
      child.process.stdout.pause()
      const asked = `${JSON.stringify({ id: 2, method: "x".repeat(1_000) })}\n`.repeat(1_000)
      const ask = (failure?: Error | null) => failure == null && child.process.stdin.write(asked, ask)
      ask()
      yield* Effect.promise(() => once(child.process, "exit"))
      assert.strictEqual(child.process.exitCode, 1)
      child.process.stdout.resume()
      yield* Effect.promise(() => once(child.process, "close"))
      assert.include(child.stderr(), "the host does not read")
    })
  )

  it.live("ends when its output is closed", () =>
    Effect.gen(function* () {
      const child = yield* start(fixture("hello/hello.ts"))
      yield* shake(child)
      child.process.stdout.destroy()
      perform(child, 2, "greet")
      perform(child, 3, "greet")
      yield* Effect.promise(() => once(child.process, "exit"))
      assert.strictEqual(child.process.exitCode, 0)
    })
  )
})
