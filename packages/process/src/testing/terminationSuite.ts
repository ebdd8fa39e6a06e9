/**
 * What stopping a tree must do, told once: over scripted children on a test clock, where times are exact, and over real
 * ones, where they are lower bounds.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Exit, Fiber, type Layer, Scope } from "effect"
import type { Spawner } from "../Child.ts"
import type { ChildSpec } from "../ChildSpec.ts"
import * as OwnedChild from "../OwnedChild.ts"
import * as Termination from "../Termination.ts"
import * as trees from "./trees.ts"

/** Where the trees live. */
export interface World {
  readonly layer: Layer.Layer<Spawner>
  /** The child that behaves like the tree. */
  readonly spec: (tree: trees.Tree) => ChildSpec
  /** Whether the tests run under a test clock, in which case times are exact. */
  readonly scripted: boolean
  /** Runs an effect to its end, letting time pass as it needs. */
  readonly settle: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

const due: Readonly<Record<Termination.StopStep["rung"], number>> = { "end of input": 0, SIGTERM: 1000, SIGKILL: 1500 }

/** Declares the tests. */
export const terminationSuite = (name: string, world: World): void => {
  const test = world.scripted ? it.effect : it.live
  const start = (tree: trees.Tree) => started(world.spec(tree))

  const assertTimes = (report: Termination.StopReport): void => {
    for (const { rung, at } of report.steps) {
      assert[world.scripted ? "strictEqual" : "isAtLeast"](at, due[rung])
      assert.isAtLeast(report.elapsed, at)
    }
  }
  const assertGone = (child: OwnedChild.OwnedChild): void => {
    assert.isFalse(child.group.alive())
    assert.isFalse(child.group.signal("SIGKILL"))
    assert.isTrue(Deferred.isDoneUnsafe(child.exited))
    assert.isTrue(Deferred.isDoneUnsafe(child.closed))
  }

  describe(`stopping ${name}`, () => {
    for (const tree of trees.all) {
      test(`climbs as far as needed for one that ${tree.does}`, () =>
        Effect.gen(function* () {
          const child = yield* start(tree)
          if (tree.endsFirst === true) yield* Deferred.await(child.exited)
          const report = yield* world.settle(child.stop)
          assert.deepStrictEqual(
            report.steps.map(({ rung, delivered }) => ({ rung, delivered })),
            tree.steps
          )
          assert.deepStrictEqual(report.exit, tree.exit)
          assert.deepStrictEqual(report.survivors, [])
          assertTimes(report)
          assertGone(child)
        }).pipe(Effect.provide(world.layer)))
    }

    test("is one sequence that later callers join", () =>
      Effect.gen(function* () {
        const child = yield* start(trees.stubborn)
        const reports = yield* world.settle(
          Effect.all([child.stop, Effect.andThen(Effect.sleep("1200 millis"), child.stop), child.stop], {
            concurrency: "unbounded"
          })
        )
        assert.strictEqual(reports[1], reports[0])
        assert.strictEqual(reports[2], reports[0])
        assert.strictEqual(yield* child.stop, reports[0])
        assertTimes(reports[0])
      }).pipe(Effect.provide(world.layer)))

    test("happens when the owning scope is closed", () =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const child = yield* Scope.provide(start(trees.stubborn), scope)
        yield* world.settle(Scope.close(scope, Exit.void))
        assertGone(child)
        assert.deepStrictEqual(yield* Deferred.await(child.exited), trees.stubborn.exit)
        assertTimes(yield* child.stop)
      }).pipe(Effect.provide(world.layer)))

    test("happens when the owner is interrupted", () =>
      Effect.gen(function* () {
        const owned = yield* Deferred.make<OwnedChild.OwnedChild>()
        const owner = yield* Effect.forkChild(
          start(trees.stubborn).pipe(
            Effect.tap((child) => Deferred.succeed(owned, child)),
            Effect.andThen(Effect.never),
            Effect.scoped
          )
        )
        const child = yield* Deferred.await(owned)
        yield* world.settle(Fiber.interrupt(owner))
        assertGone(child)
        assert.deepStrictEqual(yield* Deferred.await(child.exited), trees.stubborn.exit)
        assertTimes(yield* child.stop)
      }).pipe(Effect.provide(world.layer)))

    test("takes one grace for many, not the sum", () =>
      Effect.gen(function* () {
        const children = yield* Effect.forEach([1, 2, 3, 4], () => start(trees.stubborn), { concurrency: 2 })
        const began: Array<bigint> = []
        const ended: Array<bigint> = []
        const reports = yield* world.settle(
          Termination.stopAll(
            children.map(({ stop }) => ({
              stop: Clock.monotonicTimeNanos.pipe(
                Effect.tap((now) => Effect.sync(() => began.push(now))),
                Effect.andThen(stop),
                Effect.tap(() => Effect.map(Clock.monotonicTimeNanos, (now) => ended.push(now)))
              )
            }))
          )
        )
        for (const report of reports) assertTimes(report)
        for (const start of began) for (const end of ended) assert.isTrue(start < end)
        for (const child of children) assertGone(child)
      }).pipe(Effect.provide(world.layer)))
  })
}

const started = Effect.fnUntraced(function* (spec: ChildSpec) {
  const child = yield* OwnedChild.spawn(spec)
  const ready = Deferred.makeUnsafe<void, string>()
  child.stdio.open({
    chunk: () => Deferred.doneUnsafe(ready, Exit.void),
    end: () => Deferred.doneUnsafe(ready, Exit.fail("The tree ended before it was ready")),
    drain: () => {},
    broken: () => {}
  })
  yield* Deferred.await(ready)
  return child
})
