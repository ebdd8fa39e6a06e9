/**
 * What stopping a tree must do, as cases that know no test runner: each is an effect that dies with the difference. Over
 * scripted children on a test clock times are exact; over real ones they are lower bounds.
 */
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
  /** Whether the cases run under a test clock, in which case times are exact. */
  readonly scripted: boolean
  /** Runs an effect to its end, letting time pass as it needs. */
  readonly settle: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** One promise. */
export interface TerminationCase {
  /** Finishes "it …". */
  readonly title: string
  readonly run: Effect.Effect<void>
}

/** Builds the cases: one for each tree, and what holds for all of them. */
export const terminationSuite = (world: World): ReadonlyArray<TerminationCase> =>
  [...trees.all.map(climbs), ...promises].map(([title, promise]) => ({
    title,
    run: promise(world).pipe(Effect.scoped, Effect.provide(world.layer), Effect.orDie)
  }))

type Titled = readonly [string, (world: World) => Effect.Effect<void, unknown, Spawner | Scope.Scope>]

const climbs = (tree: trees.Tree): Titled => [
  `climbs as far as needed for one that ${tree.does}`,
  Effect.fnUntraced(function* (world) {
    const child = yield* start(world, tree)
    if (tree.endsFirst === true) yield* Deferred.await(child.exited)
    const report = yield* world.settle(child.stop)
    const steps = report.steps.map(({ rung, delivered }) => ({ rung, delivered }))
    yield* expectSame([steps, report.exit, report.survivors], [tree.steps, tree.exit, []])
    yield* expectTimes(world, report)
    yield* expectGone(child)
  })
]

const promises: ReadonlyArray<Titled> = [
  [
    "is one sequence that later callers join",
    Effect.fnUntraced(function* (world) {
      const child = yield* start(world, trees.stubborn)
      const later = Effect.andThen(Effect.sleep("1200 millis"), child.stop)
      const reports = yield* world.settle(Effect.all([child.stop, later, child.stop], { concurrency: "unbounded" }))
      const last = yield* child.stop
      yield* expect(
        "every caller gets the same report",
        reports.every((report) => report === last)
      )
      yield* expectTimes(world, last)
    })
  ],
  [
    "happens when the owning scope is closed",
    Effect.fnUntraced(function* (world) {
      const scope = yield* Scope.make()
      const child = yield* Scope.provide(start(world, trees.stubborn), scope)
      yield* world.settle(Scope.close(scope, Exit.void))
      yield* expectKilled(world, child)
    })
  ],
  [
    "happens when the owner is interrupted",
    Effect.fnUntraced(function* (world) {
      const owned = yield* Deferred.make<OwnedChild.OwnedChild>()
      const owner = yield* Effect.forkChild(
        start(world, trees.stubborn).pipe(
          Effect.tap((child) => Deferred.succeed(owned, child)),
          Effect.andThen(Effect.never),
          Effect.scoped
        )
      )
      const child = yield* Deferred.await(owned)
      yield* world.settle(Fiber.interrupt(owner))
      yield* expectKilled(world, child)
    })
  ],
  [
    "takes one grace for many, not the sum",
    Effect.fnUntraced(function* (world) {
      const children = yield* Effect.forEach([1, 2, 3, 4], () => start(world, trees.stubborn), { concurrency: 2 })
      const began: Array<bigint> = []
      const ended: Array<bigint> = []
      const note = (times: Array<bigint>) => Effect.map(Clock.monotonicTimeNanos, (now) => times.push(now))
      const noted = children.map(({ stop }) => ({
        stop: Effect.andThen(note(began), Effect.tap(stop, note(ended)))
      }))
      const reports = yield* world.settle(Termination.stopAll(noted))
      yield* expect(
        "every stop begins before one ends",
        began.every((start) => ended.every((end) => start < end))
      )
      for (const report of reports) yield* expectTimes(world, report)
      for (const child of children) yield* expectGone(child)
    })
  ]
]

const start = Effect.fnUntraced(function* (world: World, tree: trees.Tree) {
  const child = yield* OwnedChild.spawn(world.spec(tree))
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

const due: Readonly<Record<Termination.StopStep["rung"], number>> = { "end of input": 0, SIGTERM: 1000, SIGKILL: 1500 }

const expectTimes = ({ scripted }: World, { elapsed, steps }: Termination.StopReport) =>
  Effect.forEach(steps, ({ at, rung }) =>
    expect(
      `${rung} at ${due[rung]} ms, not ${at}, and before the end at ${elapsed}`,
      (scripted ? at === due[rung] : at >= due[rung]) && elapsed >= at
    )
  )

const expectGone = (child: OwnedChild.OwnedChild) =>
  expect(
    "nobody is left, and nobody holds a pipe",
    !child.group.alive() &&
      !child.group.signal("SIGKILL") &&
      Deferred.isDoneUnsafe(child.exited) &&
      Deferred.isDoneUnsafe(child.closed)
  )

const expectKilled = Effect.fnUntraced(function* (world: World, child: OwnedChild.OwnedChild) {
  yield* expectGone(child)
  const report = yield* child.stop
  yield* expectSame(report.exit, trees.stubborn.exit)
  yield* expectTimes(world, report)
})

const expect = (what: string, holds: boolean) =>
  Effect.suspend(() => (holds ? Effect.void : Effect.die(`expected that ${what}`)))

const expectSame = (actual: unknown, expected: unknown) =>
  Effect.suspend(() => {
    const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
    return seen === wanted ? Effect.void : Effect.die(`expected ${wanted}, saw ${seen}`)
  })
