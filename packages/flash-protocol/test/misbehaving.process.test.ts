import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as Catalog from "../src/Catalog.ts"
import * as Envelope from "../src/Envelope.ts"
import * as Initialize from "../src/Initialize.ts"
import { start } from "./support/fixture.ts"
import { verdict } from "./support/json.ts"

const initialize = { id: 1, method: "initialize", params: Initialize.params }
const accepted = { id: 1, result: { ok: true, protocol_version: 1 } }
const ping = (id: number) => ({ id, method: "ping", params: {} })
const pong = (id: number) => ({ id, result: { ok: true } })

const begin = (name: string, dataDir?: string) =>
  Effect.gen(function* () {
    const plugin = yield* start(`misbehaving/${name}`, dataDir)
    assert.deepStrictEqual(yield* plugin.ask(initialize), accepted)
    return plugin
  })

describe("misbehaving plugins", () => {
  it.live("never-replies says nothing before its input ends", () =>
    Effect.gen(function* () {
      const plugin = yield* start("misbehaving/never-replies")
      plugin.send(`${JSON.stringify(initialize)}\n`)
      plugin.end()
      assert.deepStrictEqual(yield* plugin.ended, { code: 0, signal: null })
    })
  )

  it.live("hangs-after-handshake says nothing after its handshake", () =>
    Effect.gen(function* () {
      const plugin = yield* begin("hangs-after-handshake")
      plugin.send(`${JSON.stringify(ping(2))}\n`)
      plugin.end()
      assert.deepStrictEqual(yield* plugin.ended, { code: 0, signal: null })
    })
  )

  it.live.each([
    ["wrong-version", Initialize.Handshake.WrongVersion({ version: 2 })],
    ["rejects-initialize", Initialize.Handshake.WrongVersion({ version: undefined })]
  ] as const)("%s gives a reply that parks it", ([name, handshake]) =>
    Effect.gen(function* () {
      const plugin = yield* start(`misbehaving/${name}`)
      const message = Envelope.host.decode(yield* plugin.ask(initialize))
      assert.deepStrictEqual(message._tag === "Reply" ? Initialize.decodeReply(message.body) : message, handshake)
    })
  )

  it.live("dies-after-handshake exits with status 1", () =>
    Effect.gen(function* () {
      const plugin = yield* begin("dies-after-handshake")
      assert.deepStrictEqual(yield* plugin.ended, { code: 1, signal: null })
    })
  )

  it.live("exits-at-once exits with status 0", () =>
    Effect.gen(function* () {
      const plugin = yield* start("misbehaving/exits-at-once")
      assert.deepStrictEqual(yield* plugin.ended, { code: 0, signal: null })
    })
  )

  it.live("noise-before-handshake prints seven lines that are no frames first", () =>
    Effect.gen(function* () {
      const plugin = yield* start("misbehaving/noise-before-handshake")
      plugin.send(`${JSON.stringify(initialize)}\n`)
      for (const _ of Array(7)) assert.notInclude(yield* plugin.line, "result")
      assert.deepStrictEqual(yield* plugin.frame, accepted)
    })
  )

  it.live("floods-stderr writes 9 MB before it answers", () =>
    Effect.gen(function* () {
      const plugin = yield* begin("floods-stderr")
      plugin.end()
      yield* plugin.ended
      assert.strictEqual(plugin.stderrBytes(), 9_000_000)
    })
  )

  it.live("never-reads outlives its input", () =>
    Effect.gen(function* () {
      const plugin = yield* begin("never-reads")
      plugin.end()
      assert.isTrue(process.kill(plugin.pid, "SIGTERM"))
      assert.deepStrictEqual(yield* plugin.ended, { code: null, signal: "SIGTERM" })
    })
  )

  it.live("late-reply answers a request when the next one arrives", () =>
    Effect.gen(function* () {
      const plugin = yield* begin("late-reply")
      plugin.send(`${JSON.stringify(ping(2))}\n`)
      assert.deepStrictEqual(yield* plugin.ask(ping(3)), pong(2))
      assert.deepStrictEqual(yield* plugin.ask(ping(4)), pong(3))
    })
  )

  it.live("double-reply answers twice", () =>
    Effect.gen(function* () {
      const plugin = yield* begin("double-reply")
      assert.deepStrictEqual(yield* plugin.frame, accepted)
      assert.deepStrictEqual(yield* plugin.ask(ping(2)), pong(2))
      assert.deepStrictEqual(yield* plugin.frame, pong(2))
    })
  )

  it.live("malformed-reply is blamed on the request it answers (F4)", () =>
    Effect.gen(function* () {
      const plugin = yield* begin("malformed-reply")
      const violation = Envelope.host.decode(yield* plugin.ask(ping(2)))
      assert.deepInclude({ ...violation }, { _tag: "MalformedReply", id: 2 })
    })
  )

  it.live("over-quota-publish publishes one catalog that is taken and one that is not", () =>
    Effect.gen(function* () {
      const plugin = yield* begin("over-quota-publish")
      const sources = new Set(["over-quota-publish.items"])
      const good = Catalog.decode((yield* plugin.frame).params, sources)
      assert.strictEqual(Result.getOrThrow(good).length, 1)
      const refused = Catalog.decode((yield* plugin.frame).params, sources)
      assert.strictEqual(verdict(refused), "rows: expected at most 10000 entries")
      assert.include(yield* plugin.line, "published twice")
    })
  )

  it.live("appends-then-dies has its effect once and gives no reply (B068)", () =>
    Effect.gen(function* () {
      const dataDir = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "flash-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
      )
      const plugin = yield* begin("appends-then-dies", dataDir)
      plugin.send(`${JSON.stringify({ id: 2, method: "perform", params: { kind: "navigate", url: "a:" } })}\n`)
      assert.deepStrictEqual(yield* plugin.ended, { code: 1, signal: null })
      assert.strictEqual(readFileSync(join(dataDir, "performed"), "utf8"), "performed\n")
    })
  )
})
