/**
 * The one reply that a request may still get after its call was given up (decision S1). A peer knows only the calls that wait, so
 * this reply is taken out of the traffic before the peer would find it late; every other reply passes by.
 */
import type { Envelope, JsonRpc } from "@lanyard/wire"
import { Deferred, Exit } from "effect"

/** Watches the requests of a connection that has one of them at a time. */
export interface GivenUp {
  readonly envelope: Envelope<JsonRpc.Body>
  /** Whether a request is the last one that was built, and has no reply yet. */
  readonly isOpen: (id: number) => boolean
  /** Takes the reply to a request that no call waits for any more. */
  readonly expect: (id: number) => Deferred.Deferred<JsonRpc.Body>
  /** From now on, a reply that was expected is late. */
  readonly forget: () => void
}

/** Watches over the messages of an envelope; `pendingCount` says how many calls the peer has that wait. */
export const make = (envelope: Envelope<JsonRpc.Body>, pendingCount: () => number): GivenUp => {
  let open: number | undefined
  let expected: { readonly id: number; readonly reply: Deferred.Deferred<JsonRpc.Body> } | undefined

  return {
    envelope: {
      ...envelope,
      request: (id, method, params, meta) => {
        open = id
        return envelope.request(id, method, params, meta)
      },
      decode: (frame) => {
        const message = envelope.decode(frame)
        if (message._tag !== "Reply") return message
        const isFirst = message.id === open
        if (isFirst) open = undefined
        // Whoever gave the call up has not come to say so.
        if (message.id !== expected?.id) return isFirst && pendingCount() === 0 ? taken : message
        const { reply } = expected
        expected = undefined
        Deferred.doneUnsafe(reply, Exit.succeed(message.body))
        return taken
      }
    },
    isOpen: (id) => id === open,
    expect: (id) => {
      const reply = Deferred.makeUnsafe<JsonRpc.Body>()
      expected = { id, reply }
      return reply
    },
    forget: () => {
      open = undefined
      expected = undefined
    }
  }
}

// What a peer passes on to the session, which looks at no notification.
const taken = { _tag: "Notification", method: "given up", params: undefined } as const
