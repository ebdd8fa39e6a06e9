import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Result, Scope } from "effect"
import type * as JsonRpc from "../src/JsonRpc.ts"
import { OutboxOverflow } from "../src/Outbox.ts"
import {
  CloseReason,
  ConnectionClosed,
  FrameTooLong,
  MalformedReply,
  NotEncodable,
  PendingFull
} from "../src/PeerFailure.ts"
import { Violation } from "../src/Violation.ts"
import { assertSame, replies, result, scripted, settle } from "./support.ts"

const deadline = 1000

describe("Peer.call", () => {
  it.effect("meets each call with its own reply, in any order", () =>
    Effect.gen(function* () {
      const { peer, received, lines } = yield* scripted()
      const first = yield* Effect.forkChild(peer.call("a", { x: 1 }, { deadline }), { startImmediately: true })
      const second = yield* Effect.forkChild(peer.call("b", undefined, { deadline }), { startImmediately: true })
      yield* settle
      assert.deepStrictEqual(received, [
        { jsonrpc: "2.0", id: 1, method: "a", params: { x: 1 } },
        { jsonrpc: "2.0", id: 2, method: "b" }
      ])
      yield* lines(result(2, "B"), result(1, "A"))
      assert.deepStrictEqual(yield* Fiber.join(first), { result: "A" })
      assert.deepStrictEqual(yield* Fiber.join(second), { result: "B" })
      assert.strictEqual(peer.pendingCount(), 0)
    })
  )

  it.effect("goes on with replies once the whole chunk was read, in the order of the replies", () =>
    Effect.gen(function* () {
      const { peer, lines, notifications } = yield* scripted()
      const seen: Array<unknown> = []
      const call = (method: string) =>
        Effect.forkChild(
          Effect.andThen(
            peer.call(method, undefined, { deadline }),
            Effect.sync(() => seen.push([method, notifications.length]))
          ),
          { startImmediately: true }
        )
      yield* call("a")
      yield* call("b")
      yield* lines(result(2, 0), '{"jsonrpc":"2.0","method":"m"}', result(1, 0), '{"jsonrpc":"2.0","method":"m"}')
      assert.deepStrictEqual(seen, [
        ["b", 2],
        ["a", 2]
      ])
    })
  )

  it.effect("keeps a reply in front of a line that ends the connection", () =>
    Effect.gen(function* () {
      const { peer, lines } = yield* scripted({ policy: "fail" })
      const ends: Array<string> = []
      const call = (method: string) =>
        Effect.onExit(peer.call(method, undefined, { deadline }), () => Effect.sync(() => ends.push(method)))
      const lost = yield* Effect.forkChild(Effect.flip(call("b")), { startImmediately: true })
      const answered = yield* Effect.forkChild(call("a"), { startImmediately: true })
      yield* lines(result(2, "A"), "noise", result(1, "B"))
      assert.deepStrictEqual(yield* Fiber.join(answered), { result: "A" })
      assertSame(yield* Fiber.join(lost), new ConnectionClosed({ reason: "Violated" }))
      assert.deepStrictEqual(ends, ["a", "b"])
    })
  )

  it.effect("leaves a caller alone that another reply of the chunk has ended", () =>
    Effect.gen(function* () {
      const { peer, lines, violations } = yield* scripted()
      const second = Effect.forkChild(peer.call("b", undefined, { deadline }), { startImmediately: true })
      const first = yield* Effect.forkChild(
        Effect.gen(function* () {
          const fiber = yield* second
          yield* peer.call("a", undefined, { deadline })
          return yield* Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber))
        }),
        { startImmediately: true }
      )
      yield* lines(result(2, "A"), result(1, "B"))
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.join(first)))
      assert.deepStrictEqual(violations, [])
    })
  )

  it.effect("sends the calls of one turn in one write", () =>
    Effect.gen(function* () {
      const { peer, near } = yield* scripted()
      for (const method of ["a", "b", "c"]) {
        yield* Effect.forkChild(peer.call(method, undefined, { deadline }), { startImmediately: true })
      }
      yield* settle
      assert.strictEqual(near.written.length, 1)
    })
  )

  it.effect.each([
    [1000, 1000],
    [10.9, 10],
    [0.5, 1],
    ["2 seconds", 2000]
  ] as const)("tells the envelope the deadline %s as %d whole milliseconds, and the trace mark", ([given, told]) =>
    Effect.gen(function* () {
      const { peer, metas } = yield* scripted()
      yield* Effect.forkChild(peer.call("a", undefined, { deadline: given }), { startImmediately: true })
      yield* Effect.forkChild(peer.call("a", undefined, { deadline: given, trace: "t1" }), { startImmediately: true })
      assert.deepStrictEqual<unknown>(metas, [{ deadline: told }, { deadline: told, trace: "t1" }])
    })
  )

  it.effect("goes on counting ids from firstId and shows the next one", () =>
    Effect.gen(function* () {
      const { peer, received, lines, violations } = yield* scripted({ firstId: 2 ** 32 })
      const call = yield* Effect.forkChild(peer.call("a", undefined, { deadline }), { startImmediately: true })
      assert.strictEqual(peer.nextId(), 2 ** 32 + 1)
      yield* lines(result(1, "from an earlier attempt"), result(2 ** 32, "now"))
      assert.deepStrictEqual(yield* Fiber.join(call), { result: "now" })
      assert.deepStrictEqual(received, [{ jsonrpc: "2.0", id: 2 ** 32, method: "a" }])
      assert.deepStrictEqual(violations, [Violation.UnknownReply({ id: 1 })])
    })
  )

  it.effect("matches no text id (B057) and no decimal (B058)", () =>
    Effect.gen(function* () {
      const { peer, lines, violations } = yield* scripted()
      const call = yield* Effect.forkChild(peer.call("a", undefined, { deadline }), { startImmediately: true })
      yield* lines('{"jsonrpc":"2.0","id":"1","result":0}', '{"jsonrpc":"2.0","id":1.0,"result":0}')
      assert.isUndefined(call.pollUnsafe())
      assert.deepStrictEqual(
        violations.map(({ _tag }) => _tag),
        ["TextReply", "BadEnvelope"]
      )
      yield* lines(result(1, "yes"))
      assert.deepStrictEqual(yield* Fiber.join(call), { result: "yes" })
    })
  )

  it.effect(
    "fails at once when its reply is malformed, and that frame does not count as a sign of life [FLASH-LIVE-05]",
    () =>
      Effect.gen(function* () {
        const { peer, lines, violations } = yield* scripted()
        const before = peer.lastFrameAt()
        const call = yield* Effect.forkChild(Effect.flip(peer.call("a", undefined, { deadline })), {
          startImmediately: true
        })
        yield* lines('{"jsonrpc":"2.0","id":1}')
        assertSame(yield* Fiber.join(call), new MalformedReply({ id: 1 }))
        yield* lines('{"jsonrpc":"2.0","id":1}')
        assert.deepStrictEqual(violations, [Violation.MalformedReply({ id: 1 }), Violation.LateReply({ id: 1 })])
        assert.strictEqual(peer.lastFrameAt(), before)
      })
  )

  it.effect("is forgotten when interrupted, and its reply is late", () =>
    Effect.gen(function* () {
      const { peer, lines, violations } = yield* scripted()
      const call = yield* Effect.forkChild(peer.call("a", undefined, { deadline }), { startImmediately: true })
      yield* settle
      yield* Fiber.interrupt(call)
      assert.strictEqual(peer.pendingCount(), 0)
      yield* lines(result(1, 0), result(424242, 0))
      assert.deepStrictEqual(violations, [Violation.LateReply({ id: 1 }), Violation.UnknownReply({ id: 424242 })])
    })
  )

  it.effect("fails without sending when as many calls wait as allowed", () =>
    Effect.gen(function* () {
      const { peer, received } = yield* scripted({ limits: { pending: 2 } })
      const call = peer.call("a", undefined, { deadline })
      yield* Effect.forkChild(Effect.all([call, call], { concurrency: 2 }), { startImmediately: true })
      assertSame(yield* Effect.flip(call), new PendingFull({ limit: 2 }))
      yield* settle
      assert.strictEqual(received.length, 2)
      assert.strictEqual(peer.nextId(), 3)
    })
  )

  it.effect("accepts a frame of exactly the cap and fails one byte above (B039)", () =>
    Effect.gen(function* () {
      const { peer, received, lines } = yield* scripted({ limits: { frameBytes: 100 } })
      const overhead = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "a", params: [""] }).length
      const fits = yield* Effect.forkChild(peer.call("a", ["x".repeat(100 - overhead)], { deadline }), {
        startImmediately: true
      })
      const failed = yield* Effect.flip(peer.call("a", ["x".repeat(101 - overhead)], { deadline }))
      assertSame(failed, new FrameTooLong({ limit: 100 }))
      yield* lines(result(1, 0))
      yield* Fiber.join(fits)
      assert.strictEqual(received.length, 1)
    })
  )

  it.effect.each([
    ["NotFinite", { a: Number.NaN }],
    ["LoneSurrogate", { a: "\ud800" }],
    ["NotJson", { a: [undefined] }]
  ] as const)("fails with %s for parameters that JSON cannot carry (B125, B126)", ([reason, params]) =>
    Effect.gen(function* () {
      const { peer } = yield* scripted()
      assertSame(yield* Effect.flip(peer.call("a", params, { deadline })), new NotEncodable({ reason }))
      assertSame(yield* Effect.flip(peer.notify("a", params)), new NotEncodable({ reason }))
      assert.strictEqual(peer.nextId(), 1)
    })
  )

  it.effect("fails with a typed overflow when the other side does not read", () =>
    Effect.gen(function* () {
      const { peer, far } = yield* scripted({ pair: { highWaterMark: 1 }, limits: { outboxFrames: 2 } })
      far.stall()
      yield* peer.notify("a", undefined)
      yield* settle
      yield* peer.notify("b", undefined)
      const failed = yield* Effect.flip(peer.call("c", undefined, { deadline }))
      assert.instanceOf(failed, OutboxOverflow)
      assert.strictEqual(peer.pendingCount(), 0)
      far.resume()
      yield* settle
      yield* peer.notify("d", undefined)
    })
  )
})

describe("Peer.notify", () => {
  it.effect("says what waits to be written, in frames and bytes with newlines", () =>
    Effect.gen(function* () {
      const { peer, far } = yield* scripted({ pair: { highWaterMark: 1 } })
      far.stall()
      yield* peer.notify("one", [])
      yield* settle
      yield* peer.notify("two", [])
      const line = '{"jsonrpc":"2.0","method":"one","params":[]}\n'
      assert.deepStrictEqual(peer.queued(), { frames: 2, bytes: 2 * line.length })
      far.resume()
      yield* settle
      assert.deepStrictEqual(peer.queued(), { frames: 0, bytes: 0 })
    })
  )

  it.effect("replaces an unsent notification of the same key, at the tail (B035)", () =>
    Effect.gen(function* () {
      const { peer, far, received } = yield* scripted({ pair: { highWaterMark: 1 } })
      far.stall()
      yield* peer.notify("first", undefined)
      yield* settle
      yield* peer.notify("changed", { at: 1 }, { key: "changed" })
      yield* peer.notify("other", undefined)
      yield* peer.notify("changed", { at: 2 }, { key: "changed" })
      far.resume()
      yield* settle
      assert.deepStrictEqual<unknown>(
        received.map((frame) => frame),
        [
          { jsonrpc: "2.0", method: "first" },
          { jsonrpc: "2.0", method: "other" },
          { jsonrpc: "2.0", method: "changed", params: { at: 2 } }
        ]
      )
    })
  )
})

describe("Peer requests", () => {
  const request = (id: unknown, params: unknown = 0) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "m", params: [params] })

  it.effect("answers each request exactly once and under its own id", () =>
    Effect.gen(function* () {
      const { received, lines } = yield* scripted()
      yield* lines(request(9007199254740991, 1), request("x", 2))
      assert.deepStrictEqual(received, [
        { jsonrpc: "2.0", id: 9007199254740991, result: [1] },
        { jsonrpc: "2.0", id: "x", result: [2] }
      ])
    })
  )

  it.effect("tells a request from a reply when both sides use one id", () =>
    Effect.gen(function* () {
      const { peer, received, lines } = yield* scripted()
      const call = yield* Effect.forkChild(peer.call("a", undefined, { deadline }), { startImmediately: true })
      yield* lines(request(1, "theirs"), result(1, "ours"))
      assert.deepStrictEqual(yield* Fiber.join(call), { result: "ours" })
      assert.deepStrictEqual(received.at(-1), { jsonrpc: "2.0", id: 1, result: ["theirs"] })
    })
  )

  it.effect("answers a defect, a self-interrupted handler, an oversized reply and one that is not JSON", () =>
    Effect.gen(function* () {
      const outcomes = [
        () => Effect.die("secret"),
        () => Effect.interrupt,
        () => Effect.succeed({ result: "x".repeat(2000) }),
        () => Effect.succeed({ result: Number.NaN })
      ]
      const { received, lines } = yield* scripted({ handle: ({ id }) => outcomes[Number(id)]!() })
      yield* lines(request(0), request(1), request(2), request(3))
      yield* settle
      assert.deepStrictEqual(received, [
        { jsonrpc: "2.0", id: 0, ...replies.defect },
        { jsonrpc: "2.0", id: 1, ...replies.defect },
        { jsonrpc: "2.0", id: 2, ...replies.tooLong },
        { jsonrpc: "2.0", id: 3, ...replies.defect }
      ])
    })
  )

  it.effect("answers a handler that throws before it returns an effect", () =>
    Effect.gen(function* () {
      const { received, lines } = yield* scripted({
        handle: () => {
          throw new Error("secret")
        }
      })
      yield* lines(request(1))
      assert.deepStrictEqual(received, [{ jsonrpc: "2.0", id: 1, ...replies.defect }])
    })
  )

  it.effect("answers one request too many with the capacity reply, and takes the next when one is done", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<JsonRpc.Body>()
      const { received, lines } = yield* scripted({
        handle: () => Deferred.await(gate),
        limits: { inboundRequests: 2 }
      })
      yield* lines(request(1), request(2), request(3))
      assert.deepStrictEqual(received, [{ jsonrpc: "2.0", id: 3, ...replies.capacity }])
      yield* Deferred.succeed(gate, { result: "done" })
      yield* lines(request(4))
      assert.deepStrictEqual(
        received.slice(1),
        [1, 2, 4].map((id) => ({ jsonrpc: "2.0", id, result: "done" }))
      )
    })
  )

  it.effect("closes when a reply finds the outbox full", () =>
    Effect.gen(function* () {
      const { peer, far, lines } = yield* scripted({ pair: { highWaterMark: 1 }, limits: { outboxFrames: 1 } })
      far.stall()
      yield* lines(request(1))
      yield* lines(request(2))
      assert.deepStrictEqual(yield* Deferred.await(peer.closed), CloseReason.Overflowed())
    })
  )
})

describe("Peer frame bytes", () => {
  it.effect("tells handlers what the line took: exactly when it came alone, and no less when it came with others", () =>
    Effect.gen(function* () {
      const { frameBytes, lines } = yield* scripted()
      const note = '{"jsonrpc":"2.0","method":"é"}'
      const request = '{"jsonrpc":"2.0","id":1,"method":"m"}'
      yield* lines(note)
      yield* lines(request)
      assert.deepStrictEqual(frameBytes.splice(0), [Buffer.byteLength(note), request.length])
      yield* lines(note, request)
      const together = Buffer.byteLength(`${note}\n${request}`)
      assert.deepStrictEqual(frameBytes, [together, together])
    })
  )
})

describe("Peer violations", () => {
  it.effect("drops noise, reports it without content, and goes on (B041, B045, B047, B126)", () =>
    Effect.gen(function* () {
      const { near, lines, notifications, violations } = yield* scripted({ pair: { chunkBytes: 3 } })
      yield* lines("npm warn secret", "42", "", '{"a":"\\ud800"}', '{"jsonrpc":"2.0"}', "x".repeat(1001))
      near.deliver(Uint8Array.of(0xe5, 0x0a))
      yield* lines('{"jsonrpc":"2.0","method":"good","params":["x\u2028y"]}\r')
      assert.deepStrictEqual(
        violations.map(({ _tag }) => _tag),
        ["NotJson", "NotObject", "EmptyLine", "LoneSurrogate", "BadEnvelope", "LineTooLong", "NotUtf8"]
      )
      assert.notInclude(JSON.stringify(violations), "secret")
      assert.deepStrictEqual(notifications, [{ _tag: "Notification", method: "good", params: ["x\u2028y"] }])
    })
  )

  it.effect.each([
    ["in one run", "noise"],
    ["around an overlong line", "x".repeat(1001)]
  ] as const)("closes and reads no further %s when the policy says so", ([, more]) =>
    Effect.gen(function* () {
      const { peer, near, far, lines, notifications, violations } = yield* scripted({ policy: "fail" })
      const call = yield* Effect.forkChild(Effect.flip(peer.call("a", undefined, { deadline })), {
        startImmediately: true
      })
      yield* lines("noise", '{"jsonrpc":"2.0","method":"m"}', result(1, 0), more)
      assertSame(yield* Fiber.join(call), new ConnectionClosed({ reason: "Violated" }))
      assertSame(yield* Deferred.await(peer.closed), CloseReason.Violated({ violation: Violation.NotJson() }))
      yield* lines("noise", more)
      near.deliver(new TextEncoder().encode("a tail"))
      far.duplex.end()
      yield* settle
      assert.deepStrictEqual([notifications.length, violations.length], [0, 1])
      assertSame(
        yield* Effect.flip(peer.call("a", undefined, { deadline })),
        new ConnectionClosed({ reason: "Violated" })
      )
    })
  )

  it.effect("reports a second reply to one id (B063)", () =>
    Effect.gen(function* () {
      const { peer, lines, violations } = yield* scripted()
      const call = yield* Effect.forkChild(peer.call("a", undefined, { deadline }), { startImmediately: true })
      yield* lines(result(1, 0), result(1, 0))
      yield* Fiber.join(call)
      assert.deepStrictEqual(violations, [Violation.LateReply({ id: 1 })])
    })
  )
})

describe("Peer at the end", () => {
  it.effect("settles replies before the end of input, then fails every waiting call (B054, B065)", () =>
    Effect.gen(function* () {
      const { peer, near, far, violations } = yield* scripted({ pair: { chunkBytes: 7 } })
      const calls = yield* Effect.forEach(Array.from({ length: 12 }), () =>
        Effect.forkChild(Effect.result(peer.call("a", undefined, { deadline })), { startImmediately: true })
      )
      yield* settle
      near.deliver(new TextEncoder().encode(`${result(1, "in time")}\n`))
      far.duplex.end()
      const pendingWhenClosed = yield* Effect.map(Deferred.await(peer.closed), () => peer.pendingCount())
      assert.strictEqual(pendingWhenClosed, 0)
      const outcomes = yield* Effect.forEach(calls, Fiber.join)
      assertSame(outcomes, [
        Result.succeed({ result: "in time" }),
        ...Array.from({ length: 11 }, () => Result.fail(new ConnectionClosed({ reason: "EndOfInput" })))
      ])
      assert.deepStrictEqual(yield* Deferred.await(peer.closed), CloseReason.EndOfInput())
      assert.strictEqual(peer.pendingCount(), 0)
      assert.deepStrictEqual(violations, [])
    })
  )

  it.effect("discards an unterminated tail, complete or not, and reports its length (B053)", () =>
    Effect.gen(function* () {
      const { peer, near, far, violations } = yield* scripted()
      const call = yield* Effect.forkChild(Effect.flip(peer.call("a", undefined, { deadline })), {
        startImmediately: true
      })
      yield* settle
      near.deliver(new TextEncoder().encode(result(1, 0)))
      far.duplex.end()
      assertSame(yield* Fiber.join(call), new ConnectionClosed({ reason: "EndOfInput" }))
      assert.deepStrictEqual(violations, [Violation.Truncated({ bytes: result(1, 0).length })])
    })
  )

  it.effect("still answers requests after the other side ended its output", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<JsonRpc.Body>()
      const { peer, far, lines, received } = yield* scripted({ handle: () => Deferred.await(gate) })
      yield* lines('{"jsonrpc":"2.0","id":1,"method":"m"}')
      far.duplex.end()
      yield* Deferred.await(peer.closed)
      yield* Deferred.succeed(gate, { result: "late but owed" })
      yield* settle
      assert.deepStrictEqual(received, [{ jsonrpc: "2.0", id: 1, result: "late but owed" }])
    })
  )

  it.effect("ends by sending what waits, then end of input, and sends nothing afterwards", () =>
    Effect.gen(function* () {
      const { peer, far, lines, received, ends } = yield* scripted({ pair: { highWaterMark: 1 } })
      far.stall()
      const call = yield* Effect.forkChild(peer.call("a", undefined, { deadline }), { startImmediately: true })
      yield* settle
      yield* peer.notify("b", undefined)
      yield* peer.end
      assertSame(yield* Effect.flip(peer.notify("c", undefined)), new ConnectionClosed({ reason: "Ended" }))
      far.resume()
      yield* settle
      assert.deepStrictEqual([received.length, ends()], [2, 1])
      yield* lines(result(1, "answered all the same"))
      assert.deepStrictEqual(yield* Fiber.join(call), { result: "answered all the same" })
    })
  )

  it.effect("sends until it is released, whatever closed it before", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { peer, far, stops } = yield* Scope.provide(scripted(), scope)
      far.duplex.end()
      yield* Deferred.await(peer.closed)
      yield* peer.notify("a", undefined)
      assert.strictEqual(stops(), 0)
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(stops(), 1)
      assertSame(yield* Effect.flip(peer.notify("a", undefined)), new ConnectionClosed({ reason: "Released" }))
      assert.deepStrictEqual(yield* Deferred.await(peer.closed), CloseReason.EndOfInput())
    })
  )

  it.effect("fails what is sent after the pipe broke, at once and by the pipe (B029)", () =>
    Effect.gen(function* () {
      const { peer, far } = yield* scripted()
      far.breakInput()
      yield* settle
      assertSame(
        yield* Effect.flip(peer.call("a", undefined, { deadline })),
        new ConnectionClosed({ reason: "BrokenPipe" })
      )
    })
  )

  it.effect("takes the notifications that were written before a break, and none after its release", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { peer, far, notifications } = yield* Scope.provide(scripted(), scope)
      far.breakInput()
      yield* settle
      assert.deepStrictEqual(yield* Deferred.await(peer.closed), CloseReason.BrokenPipe())
      far.duplex.write('{"jsonrpc":"2.0","method":"last"}\n')
      yield* settle
      assert.deepStrictEqual(
        notifications.map(({ method }) => method),
        ["last"]
      )
      yield* Scope.close(scope, Exit.void)
      far.duplex.write('{"jsonrpc":"2.0","method":"later"}\n')
      yield* settle
      assert.lengthOf(notifications, 1)
    })
  )

  it.effect("names the break when the pipe breaks after the input ended", () =>
    Effect.gen(function* () {
      const { peer, far } = yield* scripted()
      far.duplex.end()
      yield* Deferred.await(peer.closed)
      far.breakInput()
      yield* settle
      assertSame(yield* Effect.flip(peer.notify("a", undefined)), new ConnectionClosed({ reason: "BrokenPipe" }))
    })
  )

  for (const release of ["its scope is closed", "its owner is interrupted"] as const) {
    it.effect(`fails calls, interrupts handlers and sends no reply when ${release}`, () =>
      Effect.gen(function* () {
        let interrupted = 0
        const handle = () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => interrupted++))
        const ready = yield* Deferred.make<Effect.Success<ReturnType<typeof scripted>>>()
        const scope = yield* Scope.make()
        const build = Effect.tap(scripted({ handle }), (made) => Deferred.succeed(ready, made))
        const owner = yield* release === "its scope is closed"
          ? Effect.forkChild(Scope.provide(build, scope))
          : Effect.forkChild(Effect.scoped(Effect.andThen(build, Effect.never)))
        const { peer, near, lines, received } = yield* Deferred.await(ready)
        const call = yield* Effect.forkChild(Effect.flip(peer.call("a", undefined, { deadline })), {
          startImmediately: true
        })
        yield* lines('{"jsonrpc":"2.0","id":1,"method":"m"}')
        yield* peer.notify("said in the last turn", undefined)
        yield* release === "its scope is closed" ? Scope.close(scope, Exit.void) : Fiber.interrupt(owner)
        assertSame(yield* Fiber.join(call), new ConnectionClosed({ reason: "Released" }))
        assert.deepStrictEqual(yield* Deferred.await(peer.closed), CloseReason.Released())
        assert.strictEqual(interrupted, 1)
        yield* lines('{"jsonrpc":"2.0","id":2,"method":"m"}')
        assert.deepStrictEqual(
          near.written.map((text) => JSON.parse(text).method),
          ["a", "said in the last turn"]
        )
        assert.isAtMost(received.length, 2)
        assertSame(yield* Effect.flip(peer.notify("a", undefined)), new ConnectionClosed({ reason: "Released" }))
      })
    )
  }
})
