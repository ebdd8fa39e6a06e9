import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import * as JsonRpc from "../src/JsonRpc.ts"
import { fromStreams } from "../src/node.ts"
import * as Peer from "../src/Peer.ts"
import { farSide, peerSuite } from "../src/testing/index.ts"

const program = fileURLToPath(new URL("fixtures/far-side.ts", import.meta.url))

/** Starts a Node program and waits for its exit at the end of the scope. */
const start = (...args: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, args)
      const exited = Deferred.makeUnsafe<number | null>()
      child.once("exit", (code) => Deferred.doneUnsafe(exited, Exit.succeed(code)))
      child.stderr.resume()
      return { child, exited }
    }),
    ({ child, exited }) => {
      child.kill("SIGKILL")
      return Deferred.await(exited)
    }
  )

const duplexOf = ({ stdin, stdout }: ChildProcessWithoutNullStreams) => fromStreams(stdout, stdin)

const peerOver = (child: ChildProcessWithoutNullStreams, limits = farSide.limits, notification = () => {}) =>
  Peer.make<JsonRpc.Body>({
    duplex: duplexOf(child),
    envelope: JsonRpc.envelope,
    limits,
    replies: farSide.replies,
    handlers: { request: () => Effect.never, notification, violation: () => "drop" }
  })

describe("Peer over the stdio of a real child", () => {
  const connect = Effect.map(start(program), ({ child }) => duplexOf(child))
  for (const { title, run } of peerSuite(connect)) it.live(title, () => run)

  it.live("lets the child exit with status 0 once its input ended", () =>
    Effect.gen(function* () {
      const { child, exited } = yield* start(program)
      const peer = yield* peerOver(child)
      yield* peer.call("echo", [1], { deadline: "10 seconds" })
      yield* peer.end
      assert.strictEqual(yield* Deferred.await(exited), 0)
    })
  )

  it.live("settles what a child wrote right before it was gone (B054)", () =>
    Effect.gen(function* () {
      const { child } = yield* start(
        "-e",
        `process.stdin.once("data", () => {
          process.stdout.write('{"jsonrpc":"2.0","id":1,"result":"last words"}\\n', () => process.exit(3))
        })`
      )
      const peer = yield* peerOver(child)
      const options = { deadline: "10 seconds" } as const
      const [answered, lost] = yield* Effect.all(
        [peer.call("a", undefined, options), Effect.flip(peer.call("b", undefined, options))],
        { concurrency: 2 }
      )
      assert.deepStrictEqual(answered, { result: "last words" })
      assert.strictEqual(lost._tag, "ConnectionClosed")
    })
  )

  it.live("overflows while a child does not read, and fails at once when it dies (B029)", () =>
    Effect.gen(function* () {
      const { child } = yield* start("-e", "setInterval(() => {}, 1000)")
      const peer = yield* peerOver(child, { ...farSide.limits, outboxBytes: 4 * 1024 * 1024 })
      const text = "x".repeat(200_000)
      const offer = Effect.andThen(peer.notify("flood", [text]), Effect.yieldNow)
      const overflow = yield* Effect.flip(Effect.forever(offer))
      assert.strictEqual(overflow._tag, "OutboxOverflow")
      const stuck = yield* Effect.forkChild(Effect.flip(peer.call("a", undefined, { deadline: "1 minute" })), {
        startImmediately: true
      })
      child.kill("SIGKILL")
      assert.include(["EndOfInput", "BrokenPipe"], (yield* Deferred.await(peer.closed))._tag)
      assert.strictEqual(peer.pendingCount(), 0)
      assert.strictEqual((yield* Fiber.join(stuck))._tag, "ConnectionClosed")
    })
  )

  it.live("hears that a child closed its input", () =>
    Effect.gen(function* () {
      const { child } = yield* start(
        "-e",
        `require("node:fs").closeSync(0)
        process.stdout.write('{"jsonrpc":"2.0","method":"closed"}\\n')
        setInterval(() => {}, 1000)`
      )
      const told = yield* Deferred.make<void>()
      const peer = yield* peerOver(child, farSide.limits, () => Deferred.doneUnsafe(told, Effect.void))
      yield* Deferred.await(told)
      const failure = yield* Effect.flip(peer.call("a", undefined, { deadline: "1 minute" }))
      assert.strictEqual(failure._tag, "ConnectionClosed")
      assert.strictEqual((yield* Deferred.await(peer.closed))._tag, "BrokenPipe")
    })
  )
})
