import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Faulty, fails, goesOn, under } from "../support/faults.ts"

const violated =
  (kind: string) =>
  ({ happens }: Faulty) =>
    happens("Violated", ({ violation }) => violation._tag === kind)

describe("A plugin that sends without end", () => {
  it.live.each([
    ["floods-stdout", violated("NotJson")],
    ["floods-stderr", ({ happens }: Faulty) => happens("Diagnostic")],
    ["floods-logs", ({ happens }: Faulty) => happens("Logged")],
    ["floods-publishes", ({ happens }: Faulty) => happens("Published")],
    ["floods-replies", violated("UnknownReply")],
    ["floods-calls", ({ happens }: Faulty) => happens("Published")],
    ["asks-at-once", ({ happens }: Faulty) => happens("Published")]
  ] as const)("costs nobody else anything while it %s", ([fault, begun]) =>
    under(
      fault,
      Effect.fn(function* (host) {
        yield* begun(host)
        yield* goesOn(host)
      })
    )
  )

  it.live("costs nobody else anything when it floods-calls-unread, and is replaced once its queue is full", () =>
    under("floods-calls-unread", (host) => fails(host, { _tag: "TransportOverflowed" }, "Backoff"))
  )
})
