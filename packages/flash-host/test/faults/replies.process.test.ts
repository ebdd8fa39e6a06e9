import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Faulty, goesOn, query, under } from "../support/faults.ts"

const violated =
  (kind: string) =>
  ({ happens }: Faulty) =>
    happens("Violated", ({ violation }) => violation._tag === kind)

const ready = Effect.fn(function* ({ happens }: Faulty) {
  yield* happens("Ready")
})

describe("A plugin that answers out of place", () => {
  it.live("costs nobody else anything when it answers-twice: the first one counts (B063)", () =>
    under(
      "answers-twice",
      Effect.fn(function* (host) {
        yield* ready(host)
        assert.isTrue(yield* host.plugins.ping("fault"))
        yield* violated("LateReply")(host)
        assert.isTrue(yield* host.plugins.ping("fault"))
        yield* goesOn(host)
      })
    )
  )

  it.live("costs nobody else anything when it answers-late: a late answer is none (B063)", () =>
    under(
      "answers-late",
      Effect.fn(function* (host) {
        yield* ready(host)
        yield* host.plugins.evaluate(query)
        yield* host.plugins.evaluate(query)
        yield* violated("LateReply")(host)
        yield* goesOn(host)
      })
    )
  )

  it.live("costs nobody else anything when it answers-others: nobody takes another's answer", () =>
    under(
      "answers-others",
      Effect.fn(function* (host) {
        yield* ready(host)
        const evaluations = yield* host.plugins.evaluate(query)
        assert.isFalse(evaluations.some(({ plugin }) => plugin === "fault"))
        yield* violated("UnknownReply")(host)
        yield* goesOn(host)
      })
    )
  )

  it.live("costs nobody else anything when it answers-nobody", () =>
    under(
      "answers-nobody",
      Effect.fn(function* (host) {
        for (const kind of ["LateReply", "UnknownReply", "BadEnvelope"]) yield* violated(kind)(host)
        yield* goesOn(host)
      })
    )
  )

  it.live("is answered, and answers, when it asks-under-the-same-ids as the host", () =>
    under(
      "asks-under-the-same-ids",
      Effect.fn(function* (host) {
        yield* ready(host)
        const titles = yield* host.plugins.evaluate(query).pipe(
          Effect.map((evaluations) =>
            evaluations.flatMap(({ answers, plugin }) => (plugin === "fault" ? answers.map(({ title }) => title) : []))
          ),
          Effect.repeat({ until: (titles) => titles.length > 0, times: 50 })
        )
        assert.deepStrictEqual(titles, ["anything: unknown method: host.ping"])
        yield* goesOn(host)
      })
    )
  )
})
