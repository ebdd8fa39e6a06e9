import { assert, describe, it } from "@effect/vitest"
import { Log } from "@lanyard/flash-protocol"
import { Violation } from "@lanyard/wire"
import { Context, Effect, Exit, Fiber, Latch, Layer, Scope, Stream } from "effect"
import * as Backlog from "../src/Backlog.ts"
import { HostEvent } from "../src/HostEvent.ts"
import { HostEvents } from "../src/HostEvents.ts"
import { advance } from "./support/scripted.ts"

const violated = HostEvent.Violated({ plugin: "p", violation: Violation.NotJson() })
const launched = HostEvent.Launched({ plugin: "q", pid: 1 })
const dropped = (reason: string) => HostEvent.Dropped({ plugin: "p", method: "publish", reason })

/** Events that a reader has seen, and the way to close what carries them. */
const reading = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const events = Context.get(yield* Layer.buildWithScope(HostEvents.layer, scope), HostEvents)
  const seen: Array<HostEvent> = []
  const reader = yield* events.stream.pipe(
    Stream.runForEach((event) => Effect.sync(() => seen.push(event))),
    Effect.forkChild({ startImmediately: true })
  )
  yield* advance(0)
  return { ...events, seen, reader, close: Scope.close(scope, Exit.void) }
})

describe("HostEvents", () => {
  it.effect("tells the first of a kind at once and the rest as one total when the window is over", () =>
    Effect.gen(function* () {
      const { publish, seen } = yield* reading
      for (let line = 0; line < 1000; line++) publish(violated)
      yield* advance(9_999)
      assert.deepStrictEqual(seen, [violated])
      yield* advance(1)
      const total = HostEvent.Repeated({ plugin: "p", of: "Violated", kind: "NotJson", count: 999 })
      assert.deepStrictEqual(seen, [violated, total])
      yield* advance("1 hour")
      assert.strictEqual(seen.length, 2)
      publish(violated)
      yield* advance(0)
      assert.deepStrictEqual(seen, [violated, total, violated])
    })
  )

  it.effect("counts drops by what was dropped, whatever rule they broke", () =>
    Effect.gen(function* () {
      const { publish, seen } = yield* reading
      for (let row = 0; row < 100; row++) publish(dropped(`rows[${row}]: expected an object`))
      yield* advance(10_000)
      assert.deepStrictEqual(seen, [
        dropped("rows[0]: expected an object"),
        HostEvent.Repeated({ plugin: "p", of: "Dropped", kind: "publish", count: 99 })
      ])
    })
  )

  it.effect("keeps the lifecycle of all for a reader that a flood of logs has overtaken", () =>
    Effect.gen(function* () {
      const { publish, stream } = yield* reading
      const busy = yield* Latch.make()
      const slow = yield* stream.pipe(
        Stream.tap(() => busy.await),
        Stream.take(2 + Backlog.capacity),
        Stream.runCollect,
        Effect.forkChild({ startImmediately: true })
      )
      yield* advance(0)
      publish(violated)
      publish(launched)
      for (let line = 0; line < 10_000; line++) publish(HostEvent.Logged({ plugin: "p", entry: Log.decode({}) }))
      yield* busy.open
      const seen = yield* Fiber.join(slow)
      assert.deepStrictEqual(
        seen.map(({ _tag }) => _tag),
        ["Violated", "Launched", ...Array.from({ length: Backlog.capacity }, () => "Logged" as const)]
      )
    })
  )

  it.effect("ends with the host, after its last event and the totals that were open", () =>
    Effect.gen(function* () {
      const { publish, seen, reader, close } = yield* reading
      for (const event of [violated, violated, launched]) publish(event)
      yield* close
      yield* Fiber.join(reader)
      const total = HostEvent.Repeated({ plugin: "p", of: "Violated", kind: "NotJson", count: 1 })
      assert.deepStrictEqual(seen, [violated, launched, total])
    })
  )

  it.effect("gives every reader everything from its subscription on", () =>
    Effect.gen(function* () {
      const { publish, stream, seen } = yield* reading
      publish(launched)
      const later: Array<HostEvent> = []
      yield* stream.pipe(
        Stream.runForEach((event) => Effect.sync(() => later.push(event))),
        Effect.forkChild({ startImmediately: true })
      )
      yield* advance(0)
      publish(violated)
      yield* advance(0)
      assert.deepStrictEqual([seen, later], [[launched, violated], [violated]])
    })
  )
})
