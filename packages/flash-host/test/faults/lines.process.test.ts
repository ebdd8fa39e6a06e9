import { assert, describe, it } from "@effect/vitest"
import { Constants } from "@lanyard/flash-protocol"
import { Effect } from "effect"
import { fails, goesOn, query, under } from "../support/faults.ts"

describe("A plugin that writes what is no frame", () => {
  it.live("costs nobody else anything by noise, and is heard all the same", () =>
    under(
      "noise",
      Effect.fn(function* (host) {
        for (const kind of ["NotJson", "NotObject", "BadEnvelope", "NotUtf8"]) {
          yield* host.happens("Violated", ({ violation }) => violation._tag === kind)
        }
        yield* host.happens("Published")
        yield* goesOn(host)
      })
    )
  )

  it.live("costs nobody else anything by overlong-lines, and is heard between them", () =>
    under(
      "overlong-lines",
      Effect.fn(function* (host) {
        const violated = yield* host.happens("Violated")
        assert.deepInclude(violated?.violation, { _tag: "LineTooLong", limit: Constants.quotas.frame_bytes })
        yield* host.happens("Published")
        yield* goesOn(host)
      })
    )
  )

  it.live("costs nobody else anything by an overlong-reply, which is none", () =>
    under(
      "overlong-reply",
      Effect.fn(function* (host) {
        yield* host.happens("Ready")
        yield* host.plugins.evaluate(query)
        assert.deepInclude(yield* host.happens("Dropped"), { method: "evaluate", reason: "DeadlineExceeded" })
        yield* goesOn(host)
      })
    )
  )

  it.live("costs nobody else anything by an endless-line, of which no more than one frame is kept", () => {
    const before = process.memoryUsage().rss
    return under(
      "endless-line",
      Effect.fn(function* (host) {
        yield* host.happens("Violated", ({ violation }) => violation._tag === "LineTooLong")
        yield* goesOn(host)
      })
    ).pipe(Effect.tap(() => Effect.sync(() => assert.isBelow(process.memoryUsage().rss - before, 128 * 1024 * 1024))))
  })

  it.live.each([
    ["refuses-initialize", { _tag: "HandshakeRejected", reason: "refused" }, "Parked"],
    ["garbles-initialize", { _tag: "HandshakeGarbled" }, "Backoff"]
  ] as const)("costs nobody else anything when it %s", ([fault, failure, state]) =>
    under(fault, (host) => fails(host, failure, state))
  )
})
