import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import * as JsonRpc from "../src/JsonRpc.ts"
import { CloseReason } from "../src/PeerFailure.ts"
import { Violation } from "../src/Violation.ts"
import { replies, scripted } from "./support.ts"

const request = (id: unknown) => JSON.stringify({ jsonrpc: "2.0", id, method: "m" })

describe("Peer stand-in replies", () => {
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
      assert.deepStrictEqual(yield* Deferred.await(peer.closed), CloseReason.Unanswerable())
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
      assert.deepStrictEqual(yield* Deferred.await(peer.closed), CloseReason.Unanswerable())
    })
  )
})
