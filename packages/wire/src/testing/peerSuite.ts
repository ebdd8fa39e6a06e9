/**
 * What a peer promises over any duplex, as cases that know no test runner: each is an effect that dies with the
 * difference. Every case gets a connection of its own, whose other end runs `farSide.serve`.
 */
import { Deferred, Effect, Fiber, type Scope } from "effect"
import type { Duplex } from "../Duplex.ts"
import * as JsonRpc from "../JsonRpc.ts"
import type { Notification } from "../Message.ts"
import * as Peer from "../Peer.ts"
import type { Violation } from "../Violation.ts"
import { limits, replies } from "./farSide.ts"

/** One promise. Needs a real clock, because the other end may be a process. */
export interface PeerCase {
  /** Finishes "it …". */
  readonly title: string
  readonly run: Effect.Effect<void>
}

/** Builds the cases over connections that `connect` makes; the scope it gets ends with the case. */
export const peerSuite = (connect: Effect.Effect<Duplex, never, Scope.Scope>): ReadonlyArray<PeerCase> =>
  Object.entries(promises).map(([title, promise]) => ({
    title,
    run: Effect.scoped(Effect.flatMap(Effect.flatMap(connect, near), promise)).pipe(
      Effect.timeoutOrElse({ duration: "20 seconds", orElse: () => Effect.die(`nothing happened: ${title}`) }),
      Effect.orDie
    )
  }))

/** The near end of one case and what it has seen. */
interface Near {
  readonly duplex: Duplex
  readonly peer: Peer.Peer<JsonRpc.Body>
  readonly notifications: Array<Notification>
  readonly violations: Array<Violation>
}

const near = Effect.fnUntraced(function* (duplex: Duplex): Effect.fn.Return<Near, never, Scope.Scope> {
  const notifications: Array<Notification> = []
  const violations: Array<Violation> = []
  const peer = yield* Peer.make<JsonRpc.Body>({
    duplex,
    envelope: JsonRpc.envelope,
    limits,
    replies,
    handlers: {
      request: ({ params }) => Effect.succeed({ result: params ?? null }),
      notification: (notification) => {
        notifications.push(notification)
      },
      violation: (violation) => {
        violations.push(violation)
        return "drop"
      }
    }
  })
  return { duplex, peer, notifications, violations }
})

const options = { deadline: "10 seconds" } as const

const expectSame = (actual: unknown, expected: unknown) =>
  Effect.suspend(() => {
    const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
    return seen === wanted ? Effect.void : Effect.die(`expected ${wanted}, saw ${seen}`)
  })

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

const promises: Record<string, (near: Near) => Effect.Effect<void, unknown, Scope.Scope>> = {
  "answers a call": ({ peer }) =>
    Effect.flatMap(peer.call("echo", { a: ["é", 1.5, null] }, options), (body) =>
      expectSame(body, { result: { a: ["é", 1.5, null] } })
    ),

  "answers 100 calls at once, each with its own reply": ({ peer }) =>
    Effect.forEach(upTo(100), (at) => peer.call("echo", [at], options), { concurrency: "unbounded" }).pipe(
      Effect.flatMap((bodies) =>
        expectSame(
          bodies,
          upTo(100).map((at) => ({ result: [at] }))
        )
      )
    ),

  "carries 65,535, 65,536 and 65,537 bytes each way (B038)": ({ peer }) =>
    Effect.forEach(
      [65_535, 65_536, 65_537],
      (length) =>
        Effect.flatMap(peer.call("echo", ["é".repeat(length / 2).padEnd(length, "x")], options), (body) =>
          expectSame(body, { result: ["é".repeat(length / 2).padEnd(length, "x")] })
        ),
      { discard: true }
    ),

  "keeps line separators inside of text (B044)": ({ peer }) =>
    Effect.flatMap(peer.call("echo", ["a\u2028b\u2029c\u0085d\r\n"], options), (body) =>
      expectSame(body, { result: ["a\u2028b\u2029c\u0085d\r\n"] })
    ),

  "serves calls in both directions under the same ids": ({ peer }) =>
    Effect.flatMap(peer.call("ask", ["back and forth"], options), (body) =>
      expectSame(body, { result: ["back and forth"] })
    ),

  "receives notifications in order, before the reply that follows them": ({ notifications, peer }) =>
    Effect.gen(function* () {
      yield* peer.call("count", [500], options)
      yield* expectSame(
        notifications.map(({ params }) => params),
        upTo(500).map((at) => [at])
      )
    }),

  "sends notifications before the call that follows them": ({ peer }) =>
    Effect.gen(function* () {
      yield* Effect.forEach(upTo(100), (at) => peer.notify("listen", [at]), { discard: true })
      yield* expectSame(yield* peer.call("heard", undefined, options), { result: 100 })
    }),

  "fails a call at its deadline and answers the next": ({ peer }) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(peer.call("never", undefined, { deadline: 50 }))
      yield* expectSame(failure._tag, "DeadlineExceeded")
      yield* expectSame(yield* peer.call("echo", [1], options), { result: [1] })
    }),

  "forgets an interrupted call": ({ peer }) =>
    Effect.gen(function* () {
      const call = yield* Effect.forkChild(peer.call("never", undefined, options), { startImmediately: true })
      yield* Fiber.interrupt(call)
      yield* expectSame(peer.pendingCount(), 0)
      yield* expectSame(yield* peer.call("echo", [1], options), { result: [1] })
    }),

  "gets the stand-in replies for a defect and for a reply over the cap": ({ peer }) =>
    Effect.gen(function* () {
      yield* expectSame(yield* peer.call("die", undefined, options), replies.defect)
      yield* expectSame(yield* peer.call("long", [limits.frameBytes], options), replies.tooLong)
    }),

  "drops lines that are no frames and goes on (B041, B045)": ({ peer, violations }) =>
    Effect.gen(function* () {
      yield* peer.call("noise", undefined, options)
      yield* expectSame(
        violations.map(({ _tag }) => _tag),
        ["NotJson", "NotObject", "EmptyLine", "LineTooLong"]
      )
      yield* expectSame(yield* peer.call("echo", [1], options), { result: [1] })
    }),

  "fails waiting calls when the other side hangs up (B065)": ({ peer }) =>
    Effect.gen(function* () {
      const calls = yield* Effect.forkChild(
        Effect.forEach(upTo(12), () => Effect.flip(peer.call("never", undefined, options)), { concurrency: 12 }),
        { startImmediately: true }
      )
      const last = yield* Effect.flip(peer.call("hang up", undefined, options))
      yield* expectSame(last._tag, "ConnectionClosed")
      yield* expectSame(
        (yield* Fiber.join(calls)).map(({ _tag }) => _tag),
        upTo(12).map(() => "ConnectionClosed")
      )
      yield* expectSame((yield* Deferred.await(peer.closed))._tag, "EndOfInput")
    }),

  "ends with everything sent, and the other side ends in turn": ({ notifications, peer }) =>
    Effect.gen(function* () {
      const counted = yield* Effect.forkChild(Effect.exit(peer.call("count", [100], options)), {
        startImmediately: true
      })
      yield* peer.end
      yield* Fiber.join(counted)
      yield* expectSame((yield* Deferred.await(peer.closed))._tag, "EndOfInput")
      yield* expectSame(notifications.length, 100)
    }),

  "drops what is written after the end, and waits for no drain": ({ duplex, notifications, peer }) =>
    Effect.gen(function* () {
      yield* peer.end
      // More than a pipe holds: a duplex that took it would ask to wait.
      yield* expectSame(duplex.write(tooMuch), true)
      yield* expectSame((yield* Deferred.await(peer.closed))._tag, "EndOfInput")
      yield* expectSame(duplex.write(tooMuch), true)
      yield* expectSame(notifications.length, 0)
    })
}

/** One call that the far side would answer with a notification. */
const tooMuch = `{"jsonrpc":"2.0","id":1,"method":"count","params":[1,"${"x".repeat(limits.frameBytes / 2)}"]}\n`
