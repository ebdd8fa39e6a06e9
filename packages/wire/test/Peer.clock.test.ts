import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Exit, Fiber, Option, Result, Scope } from "effect"
import { TestClock } from "effect/testing"
import type * as JsonRpc from "../src/JsonRpc.ts"
import * as Peer from "../src/Peer.ts"
import { CloseReason, ConnectionClosed, DeadlineExceeded } from "../src/PeerFailure.ts"
import { Violation } from "../src/Violation.ts"
import { assertSame, countSleeps, result, scripted, settle } from "./support.ts"

describe("Peer deadlines", () => {
  it.effect.each([50, 500, 10_000, 123.5])("fails a call at exactly %d ms, and its reply is late (B063)", (millis) =>
    Effect.gen(function* () {
      const { peer, lines, violations } = yield* scripted()
      const call = yield* Effect.forkChild(Effect.flip(peer.call("a", undefined, { deadline: millis })), {
        startImmediately: true
      })
      yield* settle
      yield* TestClock.adjust(Duration.millis(Math.ceil(millis) - 1))
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assertSame(yield* Fiber.join(call), new DeadlineExceeded({ millis }))
      yield* TestClock.adjust("1 second")
      yield* lines(result(1, 0))
      assert.deepStrictEqual(violations, [Violation.LateReply({ id: 1 })])
      const next = yield* Effect.forkChild(peer.call("b", undefined, { deadline: "1 second" }), {
        startImmediately: true
      })
      yield* lines(result(2, "still serving"))
      assert.deepStrictEqual(yield* Fiber.join(next), { result: "still serving" })
    })
  )

  it.effect("keeps every call's own deadline, whatever their order", () =>
    Effect.gen(function* () {
      const { peer } = yield* scripted()
      const failedAt: Array<number> = []
      for (const deadline of [300, 100, 200, 100]) {
        yield* peer
          .call("a", undefined, { deadline })
          .pipe(
            Effect.ignore,
            Effect.andThen(Effect.andThen(Clock.currentTimeMillis, (now) => Effect.sync(() => failedAt.push(now)))),
            Effect.forkChild({ startImmediately: true })
          )
      }
      yield* TestClock.adjust("99 millis")
      assert.deepStrictEqual(failedAt, [])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(failedAt, [100, 100, 200, 300])
    })
  )

  it.effect("fails each call once after the machine slept for an hour (B153)", () =>
    Effect.gen(function* () {
      const { peer } = yield* scripted()
      const calls = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        Effect.forkChild(Effect.result(peer.call("a", undefined, { deadline: "10 seconds" })), {
          startImmediately: true
        })
      )
      yield* TestClock.adjust("1 hour")
      assertSame(
        yield* Effect.forEach(calls, Fiber.join),
        Array.from({ length: 20 }, () => Result.fail(new DeadlineExceeded({ millis: 10_000 })))
      )
    })
  )

  it.effect("sleeps once for many calls, and not at all while none waits", () =>
    Effect.gen(function* () {
      const { sleeps, counting } = yield* countSleeps
      yield* Effect.gen(function* () {
        const { peer, lines } = yield* scripted()
        assert.strictEqual(sleeps.started, 0)
        const call = peer.call("a", undefined, { deadline: "5 seconds" })
        const calls = yield* Effect.forkChild(Effect.all([call, call, call], { concurrency: 3 }), {
          startImmediately: true
        })
        yield* settle
        assert.deepStrictEqual(sleeps, { started: 1, waiting: 1 })
        yield* lines(result(1, 0), result(2, 0))
        assert.deepStrictEqual(sleeps, { started: 1, waiting: 1 })
        yield* lines(result(3, 0))
        yield* Fiber.join(calls)
        assert.deepStrictEqual(sleeps, { started: 1, waiting: 0 })

        const forgotten = yield* Effect.forkChild(call, { startImmediately: true })
        yield* settle
        yield* Fiber.interrupt(forgotten)
        assert.deepStrictEqual(sleeps, { started: 2, waiting: 0 })
      }).pipe(Effect.provideService(Clock.Clock, counting))
    })
  )

  it.effect("sleeps once for calls on many connections, until the last of them is answered", () =>
    Effect.gen(function* () {
      const { sleeps, counting } = yield* countSleeps
      yield* Effect.gen(function* () {
        const peers = yield* Effect.all([scripted(), scripted(), scripted()])
        for (const { peer } of peers) {
          yield* Effect.forkChild(peer.call("a", undefined, { deadline: "5 seconds" }), { startImmediately: true })
        }
        for (const { lines } of peers) {
          assert.deepStrictEqual(sleeps, { started: 1, waiting: 1 })
          yield* lines(result(1, 0))
        }
        assert.deepStrictEqual(sleeps, { started: 1, waiting: 0 })
      }).pipe(Effect.provideService(Clock.Clock, counting))
    })
  )

  it.effect("sleeps once for the connections of a clock, until the last of them is released", () =>
    Effect.gen(function* () {
      const { sleeps, counting } = yield* countSleeps
      yield* Effect.gen(function* () {
        const call = (peer: Peer.Peer<JsonRpc.Body>, deadline: Duration.Input) =>
          Effect.forkChild(Effect.flip(peer.call("a", undefined, { deadline })), { startImmediately: true })
        const released = yield* Scope.make()
        const other = yield* Scope.provide(scripted(), released)
        yield* call(other.peer, "5 seconds")
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { peer } = yield* scripted()
            const late = yield* call(peer, "8 seconds")
            assert.deepStrictEqual(sleeps, { started: 1, waiting: 1 })
            yield* Scope.close(released, Exit.void)
            assert.deepStrictEqual(sleeps, { started: 1, waiting: 1 })
            yield* TestClock.adjust("5 seconds")
            assert.deepStrictEqual(sleeps, { started: 2, waiting: 1 })
            yield* TestClock.adjust("2999 millis")
            assert.isUndefined(late.pollUnsafe())
            yield* TestClock.adjust("1 millis")
            assertSame(yield* Fiber.join(late), new DeadlineExceeded({ millis: 8000 }))
            yield* call(peer, "1 hour")
            assert.deepStrictEqual(sleeps, { started: 3, waiting: 1 })
          })
        )
        assert.deepStrictEqual(sleeps, { started: 3, waiting: 0 })
      }).pipe(Effect.provideService(Clock.Clock, counting))
    })
  )

  it.effect("leaves no sleep behind when a caller whose deadline passed releases every connection", () =>
    Effect.gen(function* () {
      const { sleeps, counting } = yield* countSleeps
      const scope = yield* Scope.make()
      yield* Effect.gen(function* () {
        const first = yield* Scope.provide(scripted(), scope)
        const second = yield* Scope.provide(scripted(), scope)
        const released = yield* Effect.forkChild(
          Effect.flip(first.peer.call("a", undefined, { deadline: "5 seconds" })),
          { startImmediately: true }
        )
        const leaving = yield* Effect.forkChild(
          Effect.ensuring(
            Effect.flip(second.peer.call("a", undefined, { deadline: "50 millis" })),
            Scope.close(scope, Exit.void)
          ),
          { startImmediately: true }
        )
        yield* TestClock.adjust("50 millis")
        assertSame(yield* Fiber.join(leaving), new DeadlineExceeded({ millis: 50 }))
        assertSame(yield* Fiber.join(released), new ConnectionClosed({ reason: "Released" }))
        assert.strictEqual(sleeps.waiting, 0)
      }).pipe(Effect.provideService(Clock.Clock, counting))
    })
  )

  it.effect("wakes earlier for an earlier deadline, on whichever connection", () =>
    Effect.gen(function* () {
      const first = yield* scripted()
      const second = yield* scripted()
      const failedAt: Array<readonly [string, number]> = []
      const call = (name: string, { peer }: typeof first, deadline: number) =>
        peer
          .call("a", undefined, { deadline })
          .pipe(
            Effect.flip,
            Effect.andThen(Effect.map(Clock.currentTimeMillis, (now) => failedAt.push([name, now]))),
            Effect.forkChild({ startImmediately: true })
          )
      yield* call("first", first, 300)
      yield* call("second", second, 100)
      yield* call("second", second, 200)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(failedAt, [
        ["second", 100],
        ["second", 200],
        ["first", 300]
      ])
    })
  )

  it.effect("does not sleep anew for a caller that asks again at once", () =>
    Effect.gen(function* () {
      const { sleeps, counting } = yield* countSleeps
      yield* Effect.gen(function* () {
        const { peer, lines } = yield* scripted()
        const call = peer.call("a", undefined, { deadline: "5 seconds" })
        yield* Effect.forkChild(Effect.andThen(call, Effect.andThen(call, call)), { startImmediately: true })
        yield* settle
        yield* lines(result(1, 0))
        yield* lines(result(2, 0))
        assert.deepStrictEqual(sleeps, { started: 1, waiting: 1 })
      }).pipe(Effect.provideService(Clock.Clock, counting))
    })
  )

  it.effect("leaves no sleep behind when the input ends or a reply is malformed", () =>
    Effect.gen(function* () {
      const { sleeps, counting } = yield* countSleeps
      yield* Effect.gen(function* () {
        const { peer, far, lines } = yield* scripted()
        const call = Effect.flip(peer.call("a", undefined, { deadline: "1 hour" }))
        yield* Effect.forkChild(call, { startImmediately: true })
        yield* lines('{"jsonrpc":"2.0","id":1}')
        assert.deepStrictEqual(sleeps, { started: 1, waiting: 0 })
        yield* Effect.forkChild(call, { startImmediately: true })
        far.duplex.end()
        yield* settle
        assert.deepStrictEqual(sleeps, { started: 2, waiting: 0 })
      }).pipe(Effect.provideService(Clock.Clock, counting))
    })
  )

  it.effect("sets no timer for a call without a deadline, tells the envelope of none, and hands its reply over", () =>
    Effect.gen(function* () {
      const { sleeps, counting } = yield* countSleeps
      yield* Effect.gen(function* () {
        const { lines, metas, peer } = yield* scripted()
        const endless = { deadline: Number.POSITIVE_INFINITY }
        const call = yield* Effect.forkChild(peer.call("a", undefined, endless), { startImmediately: true })
        yield* Effect.forkChild(peer.call("b", undefined, { ...endless, trace: "t" }), { startImmediately: true })
        yield* TestClock.adjust("365 days")
        yield* lines(result(1, "late"))
        assert.deepStrictEqual(yield* Fiber.join(call), { result: "late" })
        assert.deepStrictEqual(metas, [{}, { trace: "t" }])
        assert.deepStrictEqual(sleeps, { started: 0, waiting: 0 })
      }).pipe(Effect.provideService(Clock.Clock, counting))
    })
  )

  it.effect("leaves no sleep behind when released", () =>
    Effect.gen(function* () {
      const { sleeps, counting } = yield* countSleeps
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { peer } = yield* scripted()
          yield* Effect.forkIn(Effect.ignore(peer.call("a", undefined, { deadline: "1 hour" })), yield* Effect.scope, {
            startImmediately: true
          })
          yield* settle
          assert.strictEqual(sleeps.waiting, 1)
        })
      ).pipe(Effect.provideService(Clock.Clock, counting))
      assert.strictEqual(sleeps.waiting, 0)
    })
  )
})

describe("Peer and a reply over the cap (B050)", () => {
  const long = result(1, "x".repeat(1000))

  it.effect("fails its call at once when violations close the connection", () =>
    Effect.gen(function* () {
      const { peer, lines } = yield* scripted({ policy: "fail" })
      const call = yield* Effect.forkChild(Effect.flip(peer.call("a", undefined, { deadline: "1 second" })), {
        startImmediately: true
      })
      yield* lines(long)
      assertSame(yield* Fiber.join(call), new ConnectionClosed({ reason: "Violated" }))
    })
  )

  it.effect("lets its call expire at the deadline when violations are dropped", () =>
    Effect.gen(function* () {
      const { peer, lines, violations } = yield* scripted()
      const call = yield* Effect.forkChild(Effect.flip(peer.call("a", undefined, { deadline: "1 second" })), {
        startImmediately: true
      })
      yield* lines(long)
      assert.deepStrictEqual(violations, [Violation.LineTooLong({ limit: 1000 })])
      yield* TestClock.adjust("999 millis")
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assertSame(yield* Fiber.join(call), new DeadlineExceeded({ millis: 1000 }))
    })
  )
})

describe("Peer clocks", () => {
  it.effect("notes when the last good frame came, whoever it was for [FLASH-LIVE-04]", () =>
    Effect.gen(function* () {
      const { peer, lines } = yield* scripted()
      const start = peer.lastFrameAt()
      yield* TestClock.adjust("7 seconds")
      yield* lines("noise", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":1}')
      assert.strictEqual(peer.lastFrameAt(), start)
      yield* lines('{"jsonrpc":"2.0","method":"m"}')
      assert.strictEqual(peer.lastFrameAt(), start + 7000)
      yield* TestClock.adjust("1 second")
      yield* lines(result(1, 0))
      assert.strictEqual(peer.lastFrameAt(), start + 8000)
    })
  )

  it.effect("counts a deadline from its own call, whatever the callers of a chunk did before", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      let worked = 0n
      const working: Clock.Clock = Object.assign(Object.create(clock), {
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe() + worked
      })
      const { peer, lines } = yield* Effect.provideService(scripted(), Clock.Clock, working)
      const call = peer.call("a", undefined, { deadline: 50 })
      const work = Effect.sync(() => {
        worked += 60_000_000n
      })
      const fiber = yield* Effect.forkChild(Effect.andThen(call, Effect.andThen(work, Effect.flip(call))), {
        startImmediately: true
      })
      yield* lines(result(1, 0))
      yield* TestClock.adjust(49)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      assertSame(yield* Fiber.join(fiber), new DeadlineExceeded({ millis: 50 }))
    })
  )

  it.effect("reads replies that are on their way after the pipe broke, then fails what still waits (B054)", () =>
    Effect.gen(function* () {
      const { peer, far, lines } = yield* scripted()
      const call = Effect.result(peer.call("a", undefined, { deadline: "1 minute" }))
      const answered = yield* Effect.forkChild(call, { startImmediately: true })
      const lost = yield* Effect.forkChild(call, { startImmediately: true })
      yield* settle
      far.breakInput()
      yield* settle
      yield* lines(result(1, "in the pipe"))
      assert.deepStrictEqual(yield* Fiber.join(answered), Result.succeed({ result: "in the pipe" }))
      assert.isUndefined(lost.pollUnsafe())
      yield* TestClock.adjust(Peer.drainGrace)
      assertSame(yield* Fiber.join(lost), Result.fail(new ConnectionClosed({ reason: "BrokenPipe" })))
      assert.deepStrictEqual(yield* Deferred.await(peer.closed), CloseReason.BrokenPipe())
    })
  )

  it.effect("keeps the time for replies after a broken pipe when another connection's deadline passes meanwhile", () =>
    Effect.gen(function* () {
      const { peer, far } = yield* scripted()
      const other = yield* scripted()
      const lost = yield* Effect.forkChild(Effect.flip(peer.call("a", undefined, { deadline: "1 minute" })), {
        startImmediately: true
      })
      const early = yield* Effect.forkChild(Effect.flip(other.peer.call("a", undefined, { deadline: "50 millis" })), {
        startImmediately: true
      })
      yield* settle
      far.breakInput()
      yield* settle
      yield* TestClock.adjust("50 millis")
      assertSame(yield* Fiber.join(early), new DeadlineExceeded({ millis: 50 }))
      yield* TestClock.adjust("49 millis")
      assert.isUndefined(lost.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assertSame(yield* Fiber.join(lost), new ConnectionClosed({ reason: "BrokenPipe" }))
    })
  )

  it.effect("closes at once when the pipe breaks and no call waits", () =>
    Effect.gen(function* () {
      const { sleeps, counting } = yield* countSleeps
      yield* Effect.gen(function* () {
        const { peer, far } = yield* scripted()
        far.breakInput()
        yield* settle
        assert.isTrue(Option.isSome(yield* Deferred.poll(peer.closed)))
        assert.deepStrictEqual(sleeps, { started: 0, waiting: 0 })
      }).pipe(Effect.provideService(Clock.Clock, counting))
    })
  )

  it.effect("closes with the last reply after the pipe broke, and leaves no sleep behind", () =>
    Effect.gen(function* () {
      const { sleeps, counting } = yield* countSleeps
      yield* Effect.gen(function* () {
        const { peer, far, lines } = yield* scripted()
        const call = yield* Effect.forkChild(peer.call("a", undefined, { deadline: "1 minute" }), {
          startImmediately: true
        })
        yield* settle
        far.breakInput()
        yield* settle
        assert.deepStrictEqual(sleeps, { started: 2, waiting: 1 })
        yield* lines(result(1, "in the pipe"))
        assert.deepStrictEqual(yield* Fiber.join(call), { result: "in the pipe" })
        assert.deepStrictEqual(yield* Deferred.await(peer.closed), CloseReason.BrokenPipe())
        assert.deepStrictEqual(sleeps, { started: 2, waiting: 0 })
      }).pipe(Effect.provideService(Clock.Clock, counting))
    })
  )

  it.effect("fails at once when the input ends after the pipe broke (B029)", () =>
    Effect.gen(function* () {
      const { peer, far } = yield* scripted()
      const call = yield* Effect.forkChild(Effect.flip(peer.call("a", undefined, { deadline: "1 minute" })), {
        startImmediately: true
      })
      yield* settle
      far.breakInput()
      far.duplex.end()
      yield* settle
      assertSame(yield* Fiber.join(call), new ConnectionClosed({ reason: "EndOfInput" }))
    })
  )

  it.effect("leaves no sleep behind when the input ends after the pipe broke", () =>
    Effect.gen(function* () {
      const { sleeps, counting } = yield* countSleeps
      yield* Effect.gen(function* () {
        const { peer, far } = yield* scripted()
        yield* Effect.forkChild(Effect.ignore(peer.call("a", undefined, { deadline: "1 minute" })), {
          startImmediately: true
        })
        yield* settle
        far.breakInput()
        yield* settle
        far.duplex.end()
        yield* settle
        assert.deepStrictEqual(sleeps, { started: 2, waiting: 0 })
      }).pipe(Effect.provideService(Clock.Clock, counting))
    })
  )
})
