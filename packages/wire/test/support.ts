/** A peer whose other side is the test: it delivers lines and reads what was written. */
import { assert } from "@effect/vitest"
import { Clock, type Duration, Effect, Equal } from "effect"
import type { Duplex } from "../src/Duplex.ts"
import type { Envelope, RequestMeta } from "../src/Envelope.ts"
import * as JsonRpc from "../src/JsonRpc.ts"
import type { Notification, Request } from "../src/Message.ts"
import * as Peer from "../src/Peer.ts"
import * as MemoryDuplex from "../src/testing/MemoryDuplex.ts"
import type { Violation } from "../src/Violation.ts"

export const limits = {
  frameBytes: 1000,
  outboxFrames: 256,
  outboxBytes: 1 << 20,
  pending: 64,
  inboundRequests: 4
}

export const replies = {
  tooLong: JsonRpc.failure(-1, "too long"),
  defect: JsonRpc.failure(-2, "defect"),
  capacity: JsonRpc.failure(-3, "capacity")
}

/** Compares with `Equal`, because chai looks at no field of an error but its message. */
export const assertSame = (actual: unknown, expected: unknown) =>
  assert.isTrue(Equal.equals(actual, expected), `${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`)

/** Runs what is queued in microtasks, and fibers that a chunk resumed. */
export const settle = Effect.forEach([1, 2, 3, 4, 5], () => Effect.yieldNow, { discard: true })

/** The clock in use, with a count of the sleeps that are still waiting. */
export const countSleeps = Effect.map(Clock.Clock, (clock) => {
  const sleeps = { started: 0, waiting: 0 }
  const counting: Clock.Clock = Object.assign(Object.create(clock), {
    sleep: (duration: Duration.Duration) =>
      Effect.suspend(() => {
        sleeps.started++
        sleeps.waiting++
        return Effect.ensuring(
          clock.sleep(duration),
          Effect.sync(() => sleeps.waiting--)
        )
      })
  })
  return { sleeps, counting }
})

export interface Scripted {
  readonly handle?: (request: Request) => Effect.Effect<JsonRpc.Body>
  readonly policy?: "drop" | "fail"
  readonly limits?: Partial<typeof limits>
  readonly replies?: Peer.Replies<JsonRpc.Body>
  readonly firstId?: number
  readonly pair?: MemoryDuplex.PairOptions
}

/** Makes a peer over one end of a pair; the test holds the other. */
export const scripted = Effect.fnUntraced(function* (script: Scripted = {}) {
  const [near, far] = MemoryDuplex.pair(script.pair)
  const received: Array<unknown> = []
  let ends = 0
  let unfinished = ""
  const stop = far.duplex.open({
    chunk: (bytes) => {
      const lines = (unfinished + new TextDecoder().decode(bytes)).split("\n")
      unfinished = lines.pop() ?? ""
      received.push(...lines.map((text): unknown => JSON.parse(text)))
    },
    end: () => {
      ends++
    },
    drain: () => {},
    broken: () => {}
  })
  yield* Effect.addFinalizer(() => Effect.sync(stop))
  let stops = 0
  const duplex: Duplex = {
    ...near.duplex,
    open: (reader) => {
      const stopReading = near.duplex.open(reader)
      return () => {
        stops++
        stopReading()
      }
    }
  }
  const metas: Array<RequestMeta> = []
  const envelope: Envelope<JsonRpc.Body> = {
    ...JsonRpc.envelope,
    request: (id, method, params, meta) => {
      metas.push(meta)
      return JsonRpc.envelope.request(id, method, params, meta)
    }
  }
  const notifications: Array<Notification> = []
  const frameBytes: Array<number> = []
  const violations: Array<Violation> = []
  const peer = yield* Peer.make<JsonRpc.Body>({
    duplex,
    envelope,
    limits: { ...limits, ...script.limits },
    replies: script.replies ?? replies,
    ...(script.firstId === undefined ? {} : { firstId: script.firstId }),
    handlers: {
      request: (request, bytes) => {
        frameBytes.push(bytes)
        return script.handle?.(request) ?? Effect.succeed({ result: request.params ?? null })
      },
      notification: (notification, bytes) => {
        frameBytes.push(bytes)
        notifications.push(notification)
      },
      violation: (violation) => {
        violations.push(violation)
        return script.policy ?? "drop"
      }
    }
  })
  /** Sends lines as the other side, in one chunk. */
  const lines = (...texts: ReadonlyArray<string>) =>
    Effect.andThen(
      Effect.sync(() => near.deliver(new TextEncoder().encode(texts.map((text) => `${text}\n`).join("")))),
      settle
    )
  return {
    peer,
    near,
    far,
    received,
    ends: () => ends,
    stops: () => stops,
    metas,
    notifications,
    frameBytes,
    violations,
    lines
  }
})

export const result = (id: number, value: unknown) => JSON.stringify({ jsonrpc: "2.0", id, result: value })
