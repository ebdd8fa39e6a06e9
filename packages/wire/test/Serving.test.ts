import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Logger, Scope } from "effect"
import * as JsonRpc from "../src/JsonRpc.ts"
import { CloseReason } from "../src/PeerFailure.ts"
import { Violation } from "../src/Violation.ts"
import { replies, scripted, settle } from "./support.ts"

const request = (id: unknown) => JSON.stringify({ jsonrpc: "2.0", id, method: "m" })

describe("Serving stand-in replies", () => {
  it.effect("refuses a text id that would leave no room for a reply", () =>
    Effect.gen(function* () {
      const { received, lines, violations } = yield* scripted({ limits: { frameBytes: 1000 } })
      yield* lines(request("x".repeat(940)), request("x".repeat(JsonRpc.textIdQuota)))
      assert.deepStrictEqual(violations, [Violation.BadEnvelope({ rule: JsonRpc.idRule })])
      assert.deepStrictEqual(received, [{ jsonrpc: "2.0", id: "x".repeat(JsonRpc.textIdQuota), result: null }])
    })
  )

  it.effect.each([
    ["is too long as well", { result: "x".repeat(2000) }, {}],
    ["has no JSON text", { result: "x".repeat(2000) }, { tooLong: { result: Number.NaN } }],
    ["that has none is too long", { result: Number.NaN }, { defect: { result: "x".repeat(2000) } }]
  ] as const)("closes when a stand-in %s", ([, body, wording]) =>
    Effect.gen(function* () {
      const long = { result: "x".repeat(2000) }
      const { peer, received, lines } = yield* scripted({
        handle: () => Effect.succeed(body),
        replies: { ...replies, tooLong: long, ...wording }
      })
      yield* lines(request(1))
      assert.deepStrictEqual(yield* Deferred.await(peer.closed), CloseReason.Overflowed())
      assert.deepStrictEqual(received, [])
    })
  )

  it.effect("closes when the defect reply does not fit", () =>
    Effect.gen(function* () {
      const { peer, lines } = yield* scripted({
        handle: () => Effect.die("broken"),
        replies: { ...replies, defect: { result: "x".repeat(2000) } }
      })
      yield* lines(request(1))
      assert.deepStrictEqual(yield* Deferred.await(peer.closed), CloseReason.Overflowed())
    }).pipe(Effect.provide(Logger.layer([])))
  )
})

describe("Serving logs", () => {
  const logged = Effect.sync(() => {
    const causes: Array<Cause.Cause<unknown>> = []
    return { causes, layer: Logger.layer([Logger.make(({ cause }) => void causes.push(cause))]) }
  })

  it.effect("show the cause of a handler that died, after its request was answered", () =>
    Effect.gen(function* () {
      const { causes, layer } = yield* logged
      yield* Effect.gen(function* () {
        const { received, lines } = yield* scripted({ handle: () => Effect.die("broken") })
        yield* lines(request(1))
        assert.deepStrictEqual(received, [{ jsonrpc: "2.0", id: 1, ...replies.defect }])
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(causes.map(Cause.squash), ["broken"])
    })
  )

  it.effect("show a reply that has no JSON text", () =>
    Effect.gen(function* () {
      const { causes, layer } = yield* logged
      yield* Effect.gen(function* () {
        const { lines } = yield* scripted({ handle: () => Effect.succeed({ result: Number.NaN }) })
        yield* lines(request(1))
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(
        causes.map((cause) => Cause.pretty(cause).includes("NotEncodable")),
        [true]
      )
    })
  )

  it.effect("show nothing of a handler that was interrupted or answered", () =>
    Effect.gen(function* () {
      const { causes, layer } = yield* logged
      const outcomes = [Effect.never, Effect.interrupt, Effect.succeed({ result: 1 })]
      yield* Effect.gen(function* () {
        const scope = yield* Scope.make()
        const { lines } = yield* Scope.provide(scripted({ handle: ({ id }) => outcomes[Number(id)]! }), scope)
        yield* lines(request(0), request(1), request(2))
        yield* Scope.close(scope, Exit.void)
        yield* settle
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(causes, [])
    })
  )
})
