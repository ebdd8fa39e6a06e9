import { assert, describe, it } from "@effect/vitest"
import { Deadlines, Perform } from "@lanyard/flash-protocol"
import { Effect, Fiber } from "effect"
import { fails, goesOn, query, run, under } from "../support/faults.ts"

// Long enough for the sound plugins, and shorter than the contract's five and ten seconds.
const hurried = { ...Deadlines.make(), startup: 2000, ping: 2000 }

describe("A plugin that reads or answers too little", () => {
  it.live.each(["never-reads", "never-answers"])(
    "costs nobody else anything when it %s, and backs off after the startup deadline [FLASH-LIFE-09]",
    (fault) =>
      under(
        fault,
        Effect.fn(function* (host) {
          yield* fails(host, { _tag: "HandshakeUnanswered", deadline: hurried.startup }, "Backoff")
        })
      ).pipe(Effect.provideService(Deadlines.Table, hurried))
  )

  it.live(
    "costs nobody else anything when it answers-initialize-only, and is told of each answer that is missing",
    () =>
      under(
        "answers-initialize-only",
        Effect.fn(function* (host) {
          yield* host.happens("Ready")
          yield* host.plugins.evaluate(query)
          const dropped = yield* host.happens("Dropped")
          assert.deepInclude(dropped, { method: "evaluate", reason: "DeadlineExceeded" })
          yield* goesOn(host)
        })
      )
  )

  it.live.each([
    ["answers-no-ping", "no reply"],
    ["spins", "no reply"],
    ["garbles-pong", "bad reply"]
  ] as const)("costs nobody else anything when it %s, and is replaced once it is probed", ([fault, reason]) =>
    under(
      fault,
      Effect.fn(function* (host) {
        yield* host.happens("Ready")
        assert.isFalse(yield* host.plugins.ping("fault"))
        yield* fails(host, { _tag: "PingMissed", reason }, "Backoff")
      })
    ).pipe(Effect.provideService(Deadlines.Table, hurried))
  )

  it.live(
    "costs nobody else anything when it stops-reading, and is replaced once its queue is full [FLASH-PROC-14]",
    () =>
      under(
        "stops-reading",
        Effect.fn(function* (host) {
          yield* host.happens("Ready")
          const before = process.memoryUsage().rss
          const raw = "x".repeat(1024 * 1024)
          const performing = yield* Effect.forEach(Array.from({ length: 64 }), () =>
            Effect.forkChild(host.plugins.perform("fault", { ...run, raw }))
          )
          yield* fails(host, { _tag: "TransportOverflowed" }, "Backoff")
          for (const fiber of performing) assert.deepStrictEqual(yield* Fiber.join(fiber), Perform.noReply)
          assert.isBelow(process.memoryUsage().rss - before, 128 * 1024 * 1024)
        })
      )
  )
})
