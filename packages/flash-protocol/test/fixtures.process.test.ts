import { existsSync, readdirSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as Answer from "../src/Answer.ts"
import * as Catalog from "../src/Catalog.ts"
import * as Envelope from "../src/Envelope.ts"
import * as Initialize from "../src/Initialize.ts"
import * as Perform from "../src/Perform.ts"
import * as PerformParams from "../src/PerformParams.ts"
import type { Body } from "../src/Response.ts"
import { type Fixture, hasPython, manifest, ProgramRefused, plugins, start } from "./support/fixture.ts"

const initialize = { id: 1, method: "initialize", params: Initialize.params, deadline_ms: 5_000 }
const accepted = { id: 1, result: { ok: true, protocol_version: 1 } }

/** Sends a request through the host's envelope and returns the body of the reply, skipping notifications. */
const call = (plugin: Fixture, id: number, method: string, params: unknown, trace?: string) =>
  Effect.gen(function* () {
    const meta = { deadline: 10_000, ...(trace === undefined ? {} : { trace }) }
    plugin.send(`${JSON.stringify(Envelope.host.request(id, method, params, meta))}\n`)
    while (true) {
      const message = Envelope.host.decode(yield* plugin.frame)
      if (message._tag === "Reply" && message.id === id) return message.body
      assert.strictEqual(message._tag, "Notification")
    }
  })

const handshake = (plugin: Fixture) =>
  Effect.map(plugin.ask(initialize), (frame) => assert.deepStrictEqual(frame, accepted))

const alive = (pid: number): boolean => process.kill(pid, 0)

const noise = [Buffer.from("banner\n"), Buffer.from([0xff, 0x0a]), Buffer.from("\n[]\n{}\n42\r\n\ufeff{}\n")]

describe.each(hasPython ? ["calculator", "bookmarks"] : ["bookmarks"])("the %s plugin", (name) => {
  it.live("ignores what is no request, and ends at the end of its input", () =>
    Effect.gen(function* () {
      const plugin = yield* start(name)
      for (const bytes of noise) plugin.send(bytes)
      for (const id of ["0", "-1", "true", '"7"', "1.5", "null"]) plugin.send(`{"id":${id},"method":"ping"}\n`)
      plugin.send('{"id":9,"result":{"ok":true}}\n{"method":"event","params":{}}\n')
      assert.deepStrictEqual(yield* plugin.ask({ id: 2, method: "ping" }), { id: 2, result: { ok: true } })
      plugin.send('{"id":3,"method":"ping"}')
      plugin.end()
      assert.deepStrictEqual(yield* plugin.ended, { code: 0, signal: null })
    })
  )

  it.live("refuses by the canonical strings", () =>
    Effect.gen(function* () {
      const plugin = yield* start(name)
      yield* handshake(plugin)
      assert.deepStrictEqual(yield* call(plugin, 2, "initialize", { protocol_version: 99 }), {
        ok: false,
        error: "initialize may only be called once"
      })
      assert.deepStrictEqual(yield* call(plugin, 3, "nope", {}), { ok: false, error: "unknown method: nope" })
      assert.deepStrictEqual(yield* call(plugin, 4, "ping", {}), { ok: true })
    })
  )

  it.live.each([
    ["99", 99],
    ["true", 0],
    ["-1", 0]
  ])("leaves after a handshake with version %s, its input still open", ([version, understood]) =>
    Effect.gen(function* () {
      const plugin = yield* start(name)
      plugin.send(`{"id":5,"method":"initialize","params":{"protocol_version":${version}}}\n`)
      const error = `protocol version mismatch: host v${understood}, plugin v1`
      assert.deepStrictEqual(yield* plugin.frame, { id: 5, result: { ok: false, protocol_version: 1, error } })
      assert.deepStrictEqual(yield* plugin.ended, { code: 0, signal: null })
    })
  )

  it.live("reads frames that arrive one byte at a time, or many at once", () =>
    Effect.gen(function* () {
      const plugin = yield* start(name)
      for (const byte of Buffer.from('{"id":2,"method":"é\u2028🚀"}\n')) plugin.send(Buffer.from([byte]))
      assert.deepStrictEqual(yield* plugin.frame, { id: 2, result: { ok: false, error: "unknown method: é\u2028🚀" } })
      plugin.send('{"id":3,"method":"ping"}\r\n{"id":4,"method":"ping"}\n')
      assert.deepStrictEqual(yield* plugin.frame, { id: 3, result: { ok: true } })
      assert.deepStrictEqual(yield* plugin.frame, { id: 4, result: { ok: true } })
    })
  )
})

describe("the program of the calculator plugin", () => {
  it.live("is started where it is there, and missed by its name where it is not", () =>
    Effect.gen(function* () {
      if (hasPython) {
        yield* handshake(yield* start("calculator"))
      } else {
        const failure = yield* Effect.flip(start("calculator"))
        assert.deepStrictEqual(failure, new ProgramRefused({ program: "python3", code: "ENOENT" }))
      }
    })
  )
})

describe.each(hasPython ? ["calculator"] : [])("the %s plugin on its own", () => {
  const evaluate = (plugin: Fixture, query: unknown) =>
    Effect.map(call(plugin, 7, "evaluate", { query, scope: "all", surface: "flashlight" }), Answer.decodeReply)

  it.live.each([
    ["6*7", "42"],
    [" 2^10 + 3*(4-1) ", "1033"],
    ["1/4", "0.25"],
    ["-2**2", "-4"],
    ["2**-1", "0.5"],
    ["7 % 4", "3"],
    [".5+.5", "1"]
  ] as const)("answers %s with %s", ([query, value]) =>
    Effect.gen(function* () {
      const plugin = yield* start("calculator")
      assert.deepStrictEqual(Result.getOrThrow(yield* evaluate(plugin, query)), [
        { title: value, subtitle: query.trim(), effect: { type: "copy_text", text: value } }
      ])
    })
  )

  it.live("claims nothing that is not arithmetic, or not worth computing", () =>
    Effect.gen(function* () {
      const plugin = yield* start("calculator")
      const unclaimed = [
        "",
        "42",
        "firefox",
        "1/0",
        "(1+2",
        "1 2 +",
        "9**9**9",
        "((9**64)**64)**64",
        "__import__('os')",
        "(-1)**.5",
        "1e5+1",
        `${"+".repeat(250)}1`,
        `${"1+".repeat(200)}1`
      ]
      for (const query of unclaimed) {
        assert.deepStrictEqual(Result.getOrThrow(yield* evaluate(plugin, query)), [], query)
      }
    })
  )

  it.live("logs under the trace of the request, without content", () =>
    Effect.gen(function* () {
      const plugin = yield* start("calculator")
      const request = { id: 2, method: "evaluate", params: { query: "1+1" } }
      const log = { level: "debug", message: "evaluated", fields: { answers: "1" } }
      assert.deepStrictEqual(yield* plugin.ask({ ...request, trace: "a1" }), {
        method: "log",
        params: { ...log, trace: "a1" }
      })
      yield* plugin.frame
      assert.deepStrictEqual(yield* plugin.ask({ ...request, trace: "NOT-VALID" }), { method: "log", params: log })
    })
  )

  it.live("refuses params it cannot read", () =>
    Effect.gen(function* () {
      const plugin = yield* start("calculator")
      const refused: Body = { ok: false, error: "invalid evaluate params" }
      for (const params of [{ query: 1 }, [], null]) {
        assert.deepStrictEqual(yield* call(plugin, 2, "evaluate", params), refused)
      }
      assert.deepStrictEqual(yield* call(plugin, 2, "evaluate", {}), { ok: true, answers: [] })
    })
  )
})

describe("the bookmarks plugin", () => {
  const sources = new Set(["bookmarks.items"])
  const published = (plugin: Fixture) =>
    Effect.map(plugin.frame, (frame) => {
      assert.strictEqual(frame.method, "publish")
      return Result.getOrThrow(Catalog.decode(frame.params, sources))
    })
  const perform = (plugin: Fixture, params: unknown) =>
    Effect.map(call(plugin, 8, "perform", params), Perform.decodeReply)

  it.live("publishes after the handshake, and again when a command adds a link", () =>
    Effect.gen(function* () {
      const plugin = yield* start("bookmarks")
      yield* handshake(plugin)
      const before = yield* published(plugin)
      const add = {
        kind: "command",
        command: "bookmarks",
        subcommand: "add",
        args: ["My", "page", "https://a"],
        raw: ""
      }
      plugin.send(`${JSON.stringify({ id: 2, method: "perform", params: add, trace: "a1" })}\n`)
      const after = yield* published(plugin)
      assert.deepStrictEqual(after, [...before, { source: "bookmarks.items", title: "My page", url: "https://a" }])
      assert.deepStrictEqual(yield* plugin.frame, {
        method: "log",
        params: { level: "info", message: "bookmark added", fields: { bookmarks: String(after.length) }, trace: "a1" }
      })
      assert.deepStrictEqual(yield* plugin.frame, { id: 2, result: { ok: true, message: "Bookmark added" } })
    })
  )

  it.live("resolves the rows it published", () =>
    Effect.gen(function* () {
      const plugin = yield* start("bookmarks")
      yield* handshake(plugin)
      for (const row of yield* published(plugin)) {
        assert.deepStrictEqual(
          yield* perform(plugin, PerformParams.encode({ kind: "resolve", row })),
          Perform.Outcome.Performed({ navigationUrl: row.url ?? "" })
        )
      }
      const row = { source: "bookmarks.items", title: "gone" }
      const gone = yield* perform(plugin, PerformParams.encode({ kind: "resolve", row }))
      assert.strictEqual(gone._tag, "Failed")
    })
  )

  it.live("tells what is not its own from what went wrong", () =>
    Effect.gen(function* () {
      const plugin = yield* start("bookmarks")
      const outcomes = [
        [{ kind: "navigate", url: "tmux://x" }, Perform.Outcome.Unhandled()],
        [{ kind: "action", name: "tab_next", context: {} }, Perform.Outcome.Unhandled()],
        [{ kind: "command", command: "other", subcommand: "x", args: [], raw: "" }, Perform.Outcome.Unhandled()],
        [{}, Perform.Outcome.Failed({ cause: "reported", error: "unknown perform kind: " })],
        [{ kind: "resolve" }, Perform.Outcome.Failed({ cause: "reported", error: "invalid perform params" })]
      ] as const
      for (const [params, outcome] of outcomes) assert.deepStrictEqual(yield* perform(plugin, params), outcome)
      const add = { kind: "command", command: "bookmarks", subcommand: "add", args: ["https://a"], raw: "" }
      assert.strictEqual((yield* perform(plugin, add))._tag, "Failed")
    })
  )
})

describe("the stubborn plugin", () => {
  it.live("stays after end of input and SIGTERM, and so does its grandchild", () =>
    Effect.gen(function* () {
      const plugin = yield* start("stubborn")
      yield* handshake(plugin)
      const { params } = yield* plugin.frame
      const grandchild = Number((params as { readonly fields: { readonly grandchild: string } }).fields.grandchild)
      process.kill(-plugin.pid, "SIGTERM")
      assert.include(yield* plugin.line, '"after":"SIGTERM"')
      assert.deepStrictEqual(yield* plugin.ask({ id: 2, method: "ping" }), { id: 2, result: { ok: true } })
      plugin.end()
      assert.include(yield* plugin.line, '"after":"end of input"')
      assert.isTrue(alive(plugin.pid) && alive(grandchild))
      process.kill(-plugin.pid, "SIGKILL")
      assert.deepStrictEqual(yield* plugin.ended, { code: null, signal: "SIGKILL" })
    })
  )
})

describe("fixture manifests", () => {
  const folders = [
    "calculator",
    "bookmarks",
    "stubborn",
    ...readdirSync(`${plugins}misbehaving`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `misbehaving/${entry.name}`)
  ]

  it.each(folders)("%s is named for its folder and its program is there", (folder) => {
    const { id, exec } = manifest(folder)
    assert.strictEqual(id, folder.split("/").at(-1))
    assert.include(["node", "python3"], exec[0])
    assert.isTrue(existsSync(`${plugins}${folder}/${exec[1]}`))
  })
})
