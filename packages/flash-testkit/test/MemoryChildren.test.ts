import { assert, describe, it } from "@effect/vitest"
import { Child, Environment, OwnedChild } from "@lanyard/process"
import { Deferred, Effect, Exit, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import * as HeldEnd from "../src/HeldEnd.ts"
import * as MemoryChildren from "../src/MemoryChildren.ts"

const environment = Result.getOrThrow(Environment.make({ values: { NAME: "value" } }))
const spec = { executable: "/none", args: ["one"], cwd: "/", environment }

/** Runs a test with children that do this. */
const playing = (serve: Parameters<typeof MemoryChildren.layer>[0]) => Effect.provide(MemoryChildren.layer(serve))

/** A loop that ends with its input. */
const reading = ({ duplex }: MemoryChildren.Start) =>
  Effect.callback<void>((resume) => {
    const end = () => resume(Effect.void)
    duplex.open({ chunk: (bytes) => void duplex.write(bytes), end, drain: () => {}, broken: () => {} })
  })

describe("MemoryChildren", () => {
  it.effect("gives a loop its arguments and variables, and joins its pipes to the owner's", () => {
    const starts: Array<MemoryChildren.Start> = []
    return Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(spec)
      const end = yield* HeldEnd.make(child.stdio)
      yield* end.send({ id: 1 })
      assert.deepStrictEqual(yield* end.receive(), { id: 1 })
      assert.deepStrictEqual(
        starts.map(({ args, variables }) => [args, { ...variables }]),
        [[["one"], { NAME: "value" }]]
      )
      const { exit, steps } = yield* child.stop
      assert.deepStrictEqual([exit, steps.length], [{ _tag: "Exited", code: 0 }, 1])
      yield* end.ended()
    }).pipe(
      playing((start) => {
        starts.push(start)
        return reading(start)
      })
    )
  })

  it.effect("ends with 1 when its loop fails", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(spec)
      assert.deepStrictEqual(yield* Deferred.await(child.exited), { _tag: "Exited", code: 1 })
      assert.isFalse(child.group.alive())
      assert.isFalse(child.group.signal("SIGTERM"))
      assert.isTrue(child.stdio.write("to nobody"))
    }).pipe(playing(() => Effect.fail("no")))
  )

  it.effect("interrupts a loop that stays, at the first signal", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(spec)
      const stopping = yield* Effect.forkChild(child.stop, { startImmediately: true })
      yield* TestClock.adjust("999 millis")
      assert.isTrue(child.group.alive())
      yield* TestClock.adjust("1 millis")
      const { exit } = yield* Fiber.join(stopping)
      assert.deepStrictEqual(exit, { _tag: "Signaled", signal: "SIGTERM" })
    }).pipe(playing(() => Effect.never))
  )

  it.effect("tells a loop when another one is gone", () => {
    const gone: Array<string> = []
    return Effect.gen(function* () {
      const first = yield* OwnedChild.spawn(spec)
      const watching = yield* OwnedChild.spawn({ ...spec, args: [String(first.pid)] })
      assert.isTrue(watching.group.alive())
      yield* first.stop
      assert.deepStrictEqual(yield* Deferred.await(watching.exited), { _tag: "Exited", code: 0 })
      assert.deepStrictEqual(gone, [String(first.pid)])
    }).pipe(
      playing((start) => {
        const [pid = ""] = start.args
        if (pid === "one") return reading(start)
        return Effect.tap(start.gone(Number(pid)), () => Effect.sync(() => gone.push(pid)))
      })
    )
  })

  it.effect("takes a pid of nobody for one that is gone", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(spec)
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(Deferred.await(child.exited))))
    }).pipe(playing(({ gone }) => gone(1)))
  )

  it.effect("is gone with the layer's scope", () =>
    Effect.gen(function* () {
      const interrupted = yield* Deferred.make<void>()
      const stays = Effect.onInterrupt(Effect.never, () => Deferred.succeed(interrupted, undefined))
      yield* Effect.flatMap(Child.Spawner, (spawner) => spawner.start(spec)).pipe(playing(() => stays))
      yield* Deferred.await(interrupted)
    })
  )
})
