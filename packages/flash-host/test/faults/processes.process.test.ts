import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Faulty, fails, goesOn, query, under } from "../support/faults.ts"
import { posix, running } from "../support/groups.ts"

const forked = Effect.fn(function* ({ happens }: Faulty) {
  const logged = yield* happens("Logged", ({ entry }) => entry.message === "forked")
  return Number(logged?.entry.fields.get("pid"))
})

describe.runIf(posix)("A plugin that outlives its pipes, its signals or itself", () => {
  it.live("costs nobody else anything when it closes-stdout", () =>
    under("closes-stdout", (host) => fails(host, { _tag: "ConnectionLost", reason: "EndOfInput" }, "Backoff"))
  )

  it.live("costs nobody else anything when it closes-stdin", () =>
    under(
      "closes-stdin",
      Effect.fn(function* (host) {
        yield* host.happens("Published")
        // Nothing tells that a pipe has no reader but a write.
        yield* host.plugins.evaluate(query)
        yield* fails(host, { _tag: "ConnectionLost", reason: "BrokenPipe" }, "Backoff")
      })
    )
  )

  it.live("costs nobody else anything when it closes-stderr", () => under("closes-stderr", (host) => goesOn(host)))

  it.live("leaves no descendant of its group behind, whatever that one ignores [FLASH-SHUT-04]", () =>
    Effect.gen(function* () {
      const { report } = yield* under(
        "forks-and-exits",
        Effect.fn(function* (host) {
          yield* forked(host)
          yield* fails(host, { _tag: "PluginExited", ready: true }, "Backoff")
        })
      )
      assert.deepInclude(report?.exit, { _tag: "Exited", code: 1 })
      assert.deepStrictEqual(report?.steps.at(-1)?.rung, "SIGKILL")
    })
  )

  it.live("waits for no descendant that forks-into-a-session, and says that it is there", () =>
    Effect.gen(function* () {
      const { seen, report } = yield* under("forks-into-a-session", forked)
      assert.deepStrictEqual(running([seen]), [seen])
      if (process.platform === "linux")
        assert.deepStrictEqual(
          report?.survivors.map(({ pid }) => pid),
          [seen]
        )
      process.kill(seen, "SIGKILL")
    })
  )

  it.live("waits for no descendant that forks-into-a-session-and-exits, although that one holds its pipes (B003)", () =>
    Effect.gen(function* () {
      const { seen } = yield* under(
        "forks-into-a-session-and-exits",
        Effect.fn(function* (host) {
          const descendant = yield* forked(host)
          yield* fails(host, { _tag: "PluginExited", ready: true }, "Backoff")
          return descendant
        })
      )
      assert.deepStrictEqual(running([seen]), [seen])
      process.kill(seen, "SIGKILL")
    })
  )

  it.live("is ended by SIGKILL when it is stubborn [FLASH-SHUT-02]", () =>
    Effect.gen(function* () {
      const { report } = yield* under(
        "stubborn",
        Effect.fn(function* (host) {
          yield* host.happens("Ready")
          yield* goesOn(host)
        })
      )
      assert.deepStrictEqual(
        report?.steps.map(({ delivered, rung }) => [rung, delivered]),
        [
          ["end of input", true],
          ["SIGTERM", true],
          ["SIGKILL", true]
        ]
      )
    })
  )
})
