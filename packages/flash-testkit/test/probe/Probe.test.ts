import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as MemoryChildren from "../../src/MemoryChildren.ts"
import * as Probe from "../../src/probe/Probe.ts"
import { subjectOf } from "../conformance/memory.ts"

/** A probe that types `lines` at a plugin which replies once it is let, and leaves at the end of its input. */
const probing = Effect.fn(function* (...lines: ReadonlyArray<string>) {
  const shown: Array<string> = []
  const letGo = yield* Deferred.make<void>()
  const serve = ({ duplex }: MemoryChildren.Start) =>
    Effect.callback<void>((resume) => {
      duplex.open({ chunk: () => {}, end: () => resume(Effect.void), drain: () => {}, broken: () => {} })
    }).pipe(
      Effect.raceFirst(
        Effect.andThen(
          Deferred.await(letGo),
          Effect.andThen(
            Effect.sync(() => duplex.write('{"id":1,"result":{"ok":true}}\n')),
            Effect.never
          )
        )
      )
    )
  const show = (text: string) => Effect.sync(() => void shown.push(text))
  const running = Probe.run(subjectOf({}), { lines: Stream.fromIterable(lines), show })
  const run = yield* Effect.forkChild(Effect.provide(running, MemoryChildren.layer(serve)), { startImmediately: true })
  return { run, shown, letGo }
})

describe("Probe", () => {
  it.effect("waits for the reply that is owed when the lines end", () =>
    Effect.gen(function* () {
      const { letGo, run, shown } = yield* probing("ping")
      yield* TestClock.adjust("9 seconds")
      yield* Deferred.succeed(letGo, undefined)
      yield* Fiber.join(run)
      assert.include(shown.join("\n"), "← ping replied")
    })
  )

  it.effect("waits no longer for it than a perform may take", () =>
    Effect.gen(function* () {
      const { run, shown } = yield* probing("ping")
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(run)
      assert.strictEqual(shown.at(-1), "the plugin exited with 0")
    })
  )

  it.effect("waits for none after `end`", () =>
    Effect.gen(function* () {
      const { run, shown } = yield* probing("ping", "end")
      yield* Fiber.join(run)
      assert.strictEqual(shown.at(-1), "the plugin exited with 0")
    })
  )
})
