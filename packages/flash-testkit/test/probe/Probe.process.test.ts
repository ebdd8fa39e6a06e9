import { assert, describe, it } from "@effect/vitest"
import { layer } from "@lanyard/process/node"
import { Effect, Fiber, Queue, Stream } from "effect"
import * as Inbox from "../../src/Inbox.ts"
import * as Probe from "../../src/probe/Probe.ts"
import { fixture, subject } from "../conformance/support.ts"

/** A probe on a fixture plugin, the lines it is given, and what it shows. */
const probe = Effect.fn(function* (...argv: ReadonlyArray<string>) {
  const lines = yield* Queue.unbounded<string>()
  const shown = Inbox.make<string>({ patience: "20 seconds" })
  const console: Probe.Console = {
    lines: Stream.fromQueue(lines),
    show: (text) => Effect.sync(() => shown.put(text))
  }
  const plugin = yield* subject(fixture("rulebreaker"), "manifest.json", ["node", "rulebreaker.mjs", ...argv])
  const run = yield* Effect.forkScoped(Effect.provide(Probe.run(plugin, console), layer), { startImmediately: true })
  const type = (line: string) => Effect.sync(() => void Queue.offerUnsafe(lines, line))
  const sees = (text: string) =>
    shown.take({ fits: (shown) => shown.includes(text), waitedFor: `"${text}" on the screen` })
  return { run, type, sees }
})

describe("Probe", () => {
  it.live("asks, tells, replies and ends as it is typed, and shows what comes back", () =>
    Effect.gen(function* () {
      const { run, sees, type } = yield* probe()
      yield* type("initialize")
      yield* sees(
        '→ {"id":1,"method":"initialize","params":{"protocol_version":1},"trace":"probe1","deadline_ms":5000}'
      )
      yield* sees("initialize replied in ")
      yield* sees("← publish\n")
      yield* type('evaluate {"query":"x"}')
      yield* sees("← log [probe2, for evaluate]")
      yield* sees("← evaluate replied in ")
      yield* sees("← calls host.notify as 1, and waits for: reply 1 RESULT")
      yield* type('reply 1 {"ok":true}')
      yield* type("tick tick")
      yield* type("dance {")
      yield* sees("expected one JSON object after the name")
      yield* type('{"id":77,"method":"ping"}')
      yield* sees("← replies to nobody")
      yield* type("help")
      yield* sees("METHOD [PARAMS]")
      yield* type("end")
      yield* sees("the plugin exited with 0")
      assert.deepStrictEqual(yield* Fiber.join(run), { _tag: "Exited", code: 0 })
    })
  )

  it.live("ends when the plugin does", () =>
    Effect.gen(function* () {
      const { sees, type } = yield* probe("FLASH-FRAM-04")
      yield* type("initialize")
      yield* sees("initialize replied in ")
      yield* type("raw no frame")
      yield* sees("the plugin exited with 1")
    })
  )
})
