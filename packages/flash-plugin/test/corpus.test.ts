/** Holds a served plugin to the corpus: it accepts and refuses what the contract does, frame by frame. */
import { assert, describe, it } from "@effect/vitest"
import { Event, type Hint, HostCalls } from "@lanyard/flash-protocol"
import { Effect, Fiber } from "effect"
import type { Host } from "../src/Host.ts"
import { type CorpusFile, read, textOf, writtenOut } from "./support/corpus.ts"
import { serve, started } from "./support/wire.ts"

const reads = (what: string) => (file: CorpusFile) => file.given.reads === what

/** Asks a plugin that notes what its handler of a method is given. */
const ask = Effect.fnUntraced(function* (method: string, params: string) {
  const seen: Array<unknown> = []
  const note = (given: unknown) => {
    seen.push(given)
    return undefined
  }
  const wire = yield* serve({
    evaluate: (request) => {
      seen.push(request)
      return []
    },
    resolve: note,
    command: note,
    action: note,
    navigate: note
  })
  wire.sendText(`{"id":7,"method":"${method}","params":${params}}\n`)
  return { reply: yield* wire.reply(7), seen }
})

describe("the corpus of initialize", () => {
  it.effect.each(read("initialize", (file) => file.given.reads === "params" && file.given.method !== "ping"))(
    "%s",
    ([, file]) =>
      Effect.gen(function* () {
        const { reply, next } = (file.expect ?? file.outcome) as { readonly reply: unknown; readonly next: string }
        const wire = yield* serve({})
        if (file.given.initialized === true) {
          wire.send({ id: 1, method: "initialize", params: { protocol_version: 1 } })
          yield* wire.reply(1)
        }
        wire.sendText(`{"id":2,"method":"initialize","params":${textOf(file)}}\n`)
        assert.deepStrictEqual(yield* wire.reply(2), reply)
        if (next === "exit") assert.strictEqual(yield* wire.ended, "version mismatch")
        else assert.deepStrictEqual(yield* wire.untilPong, [])
      })
  )
})

describe("the corpus of evaluate", () => {
  it.effect.each(read("evaluate", reads("params")))("%s", ([, file]) =>
    Effect.gen(function* () {
      const { reply, seen } = yield* ask("evaluate", textOf(file))
      if (file.isValid) assert.deepStrictEqual(seen, [file.expect])
      else assert.deepStrictEqual(reply, { ok: false, ...(file.outcome as object) })
    })
  )
})

describe("the corpus of perform", () => {
  it.effect.each(read("perform", reads("params")))("%s", ([, file]) =>
    Effect.gen(function* () {
      const { reply, seen } = yield* ask("perform", textOf(file))
      if (!file.isValid) return assert.deepStrictEqual(reply, { ok: false, ...(file.outcome as object) })
      const { tab: _, ...expected } = writtenOut(file.expect) as Record<string, unknown>
      const given = expected.kind === "resolve" ? expected.row : expected.kind === "navigate" ? expected.url : expected
      assert.deepStrictEqual(seen, [given])
    })
  )
})

describe("the corpus of hints", () => {
  it.effect.each(
    read("hints", (file) => {
      const { ok, targets, context_pid, ...more } = JSON.parse(textOf(file)) ?? {}
      // A handler cannot say anything else, nor write an integer with a fraction: JavaScript has one kind of number.
      return ok === true && Array.isArray(targets) && Object.keys(more).length === 0 && !/\d\.0\b/.test(textOf(file))
    })
  )("%s, as a plugin's own answer", ([, file]) =>
    Effect.gen(function* () {
      const answer = JSON.parse(textOf(file)) as { readonly targets: Hint.Answer["targets"] }
      const wire = yield* serve({ hints: () => answer })
      wire.send({ id: 7, method: "hints", params: { pid: file.given.pid } })
      const reply = yield* wire.reply(7)
      assert.deepStrictEqual(reply.ok, file.isValid)
      if (!file.isValid) assert.strictEqual(reply.error, "invalid hints response")
    })
  )
})

describe("the corpus of events", () => {
  it.effect.each(read("event"))("%s [FLASH-SDK-10]", ([, file]) =>
    Effect.gen(function* () {
      const heard: Array<unknown> = []
      const wire = yield* started({
        event: (event) => {
          heard.push({ ...event, coalescing_key: Event.coalescingKey(event) ?? null })
        }
      })
      wire.sendText(`{"method":"event","params":${textOf(file)}}\n`)
      const before = yield* wire.untilPong
      if (!file.isValid) {
        assert.deepStrictEqual(heard, [])
        assert.strictEqual(before.length, 1)
        return assert.match(JSON.stringify(before), /"level":"warn","message":"\[plugin\] dropped event \(/)
      }
      const expected = file.expect as { readonly name: string }
      assert.deepStrictEqual(heard, expected.name.startsWith("core:poll:") ? [] : [expected])
    })
  )
})

describe("the corpus of host calls", () => {
  it.effect.each(read("hostcall", reads("reply")))("%s [FLASH-SDK-07]", ([, file]) =>
    Effect.gen(function* () {
      let host: Host | undefined
      const wire = yield* started({
        command: (_, given) => {
          host = given
          return undefined
        }
      })
      wire.send({ id: 5, method: "perform", params: { kind: "command" } })
      yield* wire.reply(5)
      const method = String(file.given.method) as HostCalls.Method
      const call = yield* Effect.forkScoped((host as Host).ask(method, {} as never), { startImmediately: true })
      const { id } = yield* wire.receive
      wire.sendText(`{"id":${id},"result":${textOf(file)}}\n`)
      const answer = yield* Fiber.join(call)
      if (file.isValid) {
        const written = answer.ok ? HostCalls.table[method].encodeReply(answer.value as never) : answer
        assert.deepStrictEqual(written, writtenOut(file.expect))
      } else assert.deepStrictEqual<unknown>(answer, { ok: false, ...(file.outcome as object) })
    })
  )
})

describe("the corpus of the response law", () => {
  it.effect.each(read("response"))("%s, as the host's answer to a call [FLASH-SDK-07]", ([, file]) =>
    Effect.gen(function* () {
      let host: Host | undefined
      const wire = yield* started({
        command: (_, given) => {
          host = given
          return undefined
        }
      })
      wire.send({ id: 5, method: "perform", params: { kind: "command" } })
      yield* wire.reply(5)
      const call = yield* Effect.forkScoped((host as Host).call("host.anything"), { startImmediately: true })
      const { id } = yield* wire.receive
      wire.sendText(`{"id":${id},"result":${textOf(file)}}\n`)
      const answer = yield* Fiber.join(call)
      if (file.isValid) assert.deepStrictEqual(answer, file.expect)
      else assert.deepStrictEqual(answer, { ok: false, error: "invalid host response" })
    })
  )
})

describe("the corpus of envelopes", () => {
  it.effect.each(read("envelope"))("%s is answered if it is a request to a plugin (F5)", ([, file]) =>
    Effect.gen(function* () {
      const { plugin } = (file.expect ?? file.outcome) as {
        readonly plugin: string | { readonly kind: string; readonly id?: number }
      }
      const wire = yield* started({})
      wire.sendText(`${(file.lines ?? []).join("\n")}\n`)
      const replies = (yield* wire.untilPong).filter((frame) => "result" in frame).map(({ id }) => id)
      assert.deepStrictEqual(replies, typeof plugin !== "string" && plugin.kind === "request" ? [plugin.id] : [])
    })
  )
})

describe("the corpus of framing", () => {
  it.effect.each(read("framing", ({ given }) => given.frame_bytes === undefined && given.terminated !== false))(
    "%s is read past",
    ([, file]) =>
      Effect.gen(function* () {
        const wire = yield* started({})
        const text = `${(file.lines ?? []).join("\n")}\n`
        wire.sendBytes(Buffer.from(text, file.given.encoding === "latin1" ? "latin1" : "utf8"))
        const { reported } = (file.expect ?? file.outcome) as { readonly reported: number }
        const warnings = (yield* wire.untilPong).filter(({ method }) => method === "log")
        assert.isAtMost(warnings.length, reported)
      })
  )
})
