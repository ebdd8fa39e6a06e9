import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import * as GivenUp from "../src/GivenUp.ts"
import * as PluginProtocol from "../src/PluginProtocol.ts"

const error = { code: -32800, message: "canceled" }
const replyTo = (id: number) => ({ jsonrpc: "2.0", id, error })

/** A connection on which request 2 was built, for so many calls that wait. */
const asked = (pending = 0) => {
  const givenUp = GivenUp.make(PluginProtocol.envelope, () => pending)
  givenUp.envelope.request(2, "invoke", {}, {})
  return givenUp
}

describe("GivenUp", () => {
  it("knows the last request until its reply comes", () => {
    const { envelope, isOpen } = asked()
    assert.deepStrictEqual([1, 2, 3].map(isOpen), [false, true, false])
    envelope.decode(replyTo(1))
    assert.isTrue(isOpen(2))
    envelope.decode(replyTo(2))
    assert.isFalse(isOpen(2))
  })

  it("leaves a reply to a call that waits to the peer", () => {
    assert.deepStrictEqual(asked(1).envelope.decode(replyTo(2)), { _tag: "Reply", id: 2, body: { error } })
  })

  it("takes the one reply that comes between the end of a call and the word that it was given up [SOS-PLUG-23]", () => {
    const { envelope, isOpen } = asked()
    assert.strictEqual(envelope.decode(replyTo(2))._tag, "Notification")
    assert.isFalse(isOpen(2))
    assert.strictEqual(envelope.decode(replyTo(2))._tag, "Reply")
  })

  it.effect(
    "takes the one reply that is expected, and leaves a second one and every other to the peer [SOS-PLUG-23]",
    () =>
      Effect.gen(function* () {
        const { envelope, expect } = asked()
        const reply = expect(2)
        assert.strictEqual(envelope.decode(replyTo(7))._tag, "Reply")
        assert.isFalse(Deferred.isDoneUnsafe(reply))
        assert.strictEqual(envelope.decode(replyTo(2))._tag, "Notification")
        assert.deepStrictEqual(yield* Deferred.await(reply), { error })
        assert.strictEqual(envelope.decode(replyTo(2))._tag, "Reply")
      })
  )

  it("leaves a reply that comes after the grace to the peer [SOS-PLUG-24]", () => {
    const { envelope, expect, forget } = asked()
    const reply = expect(2)
    forget()
    assert.strictEqual(envelope.decode(replyTo(2))._tag, "Reply")
    assert.isFalse(Deferred.isDoneUnsafe(reply))
  })
})
