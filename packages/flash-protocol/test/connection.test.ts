/** Both ends of one connection, each a peer with its own envelope: ids, replies and the cap. */
import { assert, describe, it } from "@effect/vitest"
import { Peer, type PeerFailure, type Violation } from "@lanyard/wire"
import { MemoryDuplex } from "@lanyard/wire/testing"
import { Effect, Fiber, Result } from "effect"
import { quotas, transport } from "../src/Constants.ts"
import * as Envelope from "../src/Envelope.ts"
import * as Refusal from "../src/Refusal.ts"
import * as Response from "../src/Response.ts"

const limits = {
  frameBytes: quotas.frame_bytes,
  outboxFrames: transport.host_outbound_frames,
  outboxBytes: transport.host_outbound_bytes,
  pending: transport.host_pending_requests,
  inboundRequests: transport.host_host_rpcs
}

const replies = {
  tooLong: Response.failure(Refusal.frameOverflow),
  capacity: Response.failure(Refusal.hostCallCapacity),
  defect: Response.failure("internal error")
}

/** More text than a frame holds. */
const tooLong = "x".repeat(quotas.frame_bytes)

/** A host and a plugin that answer `echo` with what they got and `swell` with more than a frame holds. */
const connected = Effect.gen(function* () {
  const [near, far] = MemoryDuplex.pair()
  const notified: Array<unknown> = []
  const violations: Array<Violation> = []
  const end = (duplex: MemoryDuplex.MemoryEnd["duplex"], envelope: typeof Envelope.host) =>
    Peer.make({
      duplex,
      envelope,
      limits,
      replies,
      handlers: {
        request: ({ method, params }) =>
          Effect.succeed(Response.success(method === "swell" ? { text: tooLong } : { params })),
        notification: ({ params }) => void notified.push(params),
        violation: (violation) => {
          violations.push(violation)
          return "drop"
        }
      }
    })
  const host = yield* end(near.duplex, Envelope.host)
  const plugin = yield* end(far.duplex, Envelope.plugin)
  const written = (side: MemoryDuplex.MemoryEnd): ReadonlyArray<Record<string, unknown>> =>
    side.written
      .join("")
      .split("\n")
      .slice(0, -1)
      .map((text) => JSON.parse(text))
  const fromPlugin = (...frames: ReadonlyArray<object>) =>
    near.deliver(new TextEncoder().encode(frames.map((frame) => `${JSON.stringify(frame)}\n`).join("")))
  return {
    host,
    plugin,
    notified,
    violations,
    fromPlugin,
    hostWrote: () => written(near),
    pluginWrote: () => written(far)
  }
})

const call = (peer: Peer.Peer<Response.Body>, method: string, params: unknown = {}) =>
  peer.call(method, params, { deadline: 1_000 })

const settle = Effect.forEach([1, 2, 3, 4, 5, 6], () => Effect.yieldNow, { discard: true })

describe("a connection", () => {
  it.effect("counts the ids of each side on their own, from 1 [FLASH-ENV-06, FLASH-ENV-07]", () =>
    Effect.gen(function* () {
      const { host, plugin, hostWrote } = yield* connected
      const echoes = yield* Effect.all(
        [call(host, "echo", { from: "h1" }), call(plugin, "echo", { from: "p1" }), call(host, "echo", { from: "h2" })],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        echoes.map(({ params }) => params),
        [{ from: "h1" }, { from: "p1" }, { from: "h2" }]
      )
      assert.deepStrictEqual(
        hostWrote()
          .filter((frame) => "method" in frame)
          .map(({ id }) => id),
        [1, 2]
      )
    })
  )

  it.effect("takes one reply to a request and drops every other [FLASH-ENV-08]", () =>
    Effect.gen(function* () {
      const { host, violations, fromPlugin } = yield* connected
      fromPlugin({ id: 424242, result: { ok: true } })
      yield* call(host, "echo")
      fromPlugin({ id: 1, result: { ok: true } })
      yield* settle
      assert.deepStrictEqual(
        violations.map(({ _tag }) => _tag),
        ["UnknownReply", "LateReply"]
      )
      assert.deepStrictEqual(yield* call(host, "echo", { a: 1 }), { ok: true, params: { a: 1 } })
    })
  )

  it.effect("fails a request at once whose reply has no object for a result [FLASH-ENV-14]", () =>
    Effect.gen(function* () {
      const { host, fromPlugin } = yield* connected
      const asked = yield* Effect.forkChild(Effect.flip(call(host, "never", {})), { startImmediately: true })
      fromPlugin({ id: 1, result: [] })
      const failure: PeerFailure.CallFailure = yield* Fiber.join(asked)
      assert.strictEqual(failure._tag, "MalformedReply")
    })
  )

  it.effect("replaces a reply over the cap under the same id, either way [FLASH-FRAM-16]", () =>
    Effect.gen(function* () {
      const { host, plugin } = yield* connected
      const overflow = { ok: false, error: "response exceeded outbound frame limit" }
      assert.deepStrictEqual(yield* call(host, "swell"), overflow)
      assert.deepStrictEqual(yield* call(plugin, "swell"), overflow)
      assert.deepStrictEqual(yield* call(host, "echo", 1), { ok: true, params: 1 })
    })
  )

  it.effect("sends no notification over the cap, and the next one [FLASH-FRAM-17, FLASH-DEAD-06]", () =>
    Effect.gen(function* () {
      const { plugin, notified, pluginWrote } = yield* connected
      const sent = yield* Effect.result(plugin.notify("publish", { rows: [tooLong] }))
      assert.strictEqual(Result.isFailure(sent) && sent.failure._tag, "FrameTooLong")
      yield* plugin.notify("publish", { rows: [] })
      yield* settle
      assert.deepStrictEqual(notified, [{ rows: [] }])
      assert.deepStrictEqual(pluginWrote(), [{ method: "publish", params: { rows: [] } }])
    })
  )
})
