import { assert, describe, it } from "@effect/vitest"
import {
  Cause,
  Clock,
  Deferred,
  Duration,
  Effect,
  Exit,
  Fiber,
  Logger,
  Option,
  References,
  Scope,
  Stream
} from "effect"
import { Lifecycle } from "../src/Lifecycle.ts"
import { ExecutableNotFound } from "../src/ProcessError.ts"
import * as Supervisor from "../src/Supervisor.ts"
import { dies, exits, type Script } from "../src/testing/Script.ts"
import { advance, greeting, refusal, restarts, session, supervise } from "./support/supervised.ts"

const greets: Script = { emits: [{ at: 0, text: greeting }] }
const stubborn: Script = { ...greets, onEndOfInput: "ignores", onSigterm: "ignores" }
const crashes = (after: number): Script => ({ ...greets, ends: exits(after, 1) })

describe("Supervisor restarts", () => {
  it.effect("after 1, 2, 3, 4 and 5 s, and parks on the sixth failure (F2)", () =>
    Effect.gen(function* () {
      const { supervisor, happened } = yield* supervise(() => ({ ends: exits(0, 1) }))
      yield* supervisor.start
      yield* advance("1 hour")
      assert.deepStrictEqual(happened("started"), [0, 1000, 3000, 6000, 10_000, 15_000])
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Parked({ generation: 6, reason: "exhausted" }))
    })
  )

  it.effect("without refilling the budget for a handshake (B070) [FLASH-LIFE-05]", () =>
    Effect.gen(function* () {
      const { supervisor, happened } = yield* supervise(() => crashes(2000))
      yield* supervisor.start
      yield* advance("1 second")
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Running({ generation: 1 }))
      yield* advance("1 hour")
      assert.deepStrictEqual(happened("started"), [0, 3000, 7000, 12_000, 18_000, 25_000])
      assert.strictEqual((yield* supervisor.state)._tag, "Parked")
    })
  )

  it.effect.each<readonly [number, Lifecycle]>([
    [285_000, Lifecycle.Parked({ generation: 6, reason: "exhausted" })],
    [286_000, Lifecycle.Backoff({ generation: 6, failures: 5, delay: Duration.seconds(5) })]
  ])("when the sixth life of %d ms let the window move on (B071)", ([life, expected]) =>
    Effect.gen(function* () {
      const { supervisor } = yield* supervise((attempt) => crashes(attempt === 6 ? life : 0))
      yield* supervisor.start
      yield* advance(15_000 + life)
      assert.deepStrictEqual(yield* supervisor.state, expected)
    })
  )

  it.effect("what could not be started, as the caller's predicate allows (B078)", () =>
    Effect.gen(function* () {
      const fails = new ExecutableNotFound({ executable: "/scripted" })
      const { supervisor, happened } = yield* supervise((attempt) => (attempt < 3 ? { fails } : greets))
      yield* supervisor.start
      yield* advance("3 seconds")
      assert.deepStrictEqual(happened("ExecutableNotFound"), [0, 1000])
      assert.deepStrictEqual(happened("started"), [3000])
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Running({ generation: 3 }))
    })
  )

  it.effect("after a defect, which is a failure like any other", () =>
    Effect.gen(function* () {
      const { supervisor } = yield* supervise(
        () => greets,
        (attempt) => (attempt.generation === 1 ? Effect.die("bug") : session(attempt))
      )
      yield* supervisor.start
      yield* advance("1 second")
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Running({ generation: 2 }))
      assert.deepStrictEqual(
        (yield* supervisor.failures).map(({ generation, at, cause }) => [generation, at, Cause.hasDies(cause)]),
        [[1, 0, true]]
      )
    })
  )

  it.effect("after the previous child is gone, not after its leader failed (B013)", () =>
    Effect.gen(function* () {
      const lingers: Script = { ...stubborn, ends: exits(500), group: [{ name: "worker", onSigterm: "ignores" }] }
      const { supervisor, stage, happened } = yield* supervise((attempt) => (attempt === 1 ? lingers : greets))
      yield* supervisor.start
      yield* advance("500 millis")
      assert.deepStrictEqual(
        yield* supervisor.state,
        Lifecycle.Backoff({ generation: 1, failures: 1, delay: Duration.seconds(1) })
      )
      yield* advance("10 seconds")
      assert.deepStrictEqual(happened("gone"), [2000])
      assert.isAtLeast(happened("started")[1] ?? 0, 2000)
      assert.isAtMost(happened("started")[1] ?? 0, 2200)
      assert.strictEqual(stage.mostAlive(), 1)
    })
  )

  it.effect("never what was refused, which parks at once", () =>
    Effect.gen(function* () {
      const { supervisor, happened } = yield* supervise(() => ({ emits: [{ at: 5, text: refusal }] }))
      yield* supervisor.start
      yield* advance("1 hour")
      yield* supervisor.start
      yield* advance("1 hour")
      assert.deepStrictEqual(happened("started"), [0])
      assert.deepStrictEqual(happened("gone"), [5])
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Parked({ generation: 1, reason: "rejected" }))
    })
  )
})

describe("Supervisor.stop", () => {
  it.effect("of a child that exits fast is no crash (B073)", () =>
    Effect.gen(function* () {
      const { supervisor, happened } = yield* supervise(() => greets)
      yield* supervisor.start
      yield* advance("1 second")
      yield* supervisor.stop
      yield* advance("1 hour")
      assert.deepStrictEqual(happened("started"), [0])
      assert.deepStrictEqual(yield* supervisor.failures, [])
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Stopped({ generation: 2 }))
    })
  )

  it.effect("is no crash even when the child died in the same turn", () =>
    Effect.gen(function* () {
      const { supervisor, stage } = yield* supervise(() => ({ ...greets, onEndOfInput: dies(0, "SIGSEGV") }))
      yield* supervisor.start
      yield* advance("1 second")
      yield* supervisor.stop
      assert.include(
        stage.log().map(({ what }) => what),
        "died of SIGSEGV"
      )
      assert.deepStrictEqual(yield* supervisor.failures, [])
    })
  )

  it.effect("cancels the retry during backoff", () =>
    Effect.gen(function* () {
      const { supervisor, happened } = yield* supervise(() => crashes(0))
      yield* supervisor.start
      yield* advance("500 millis")
      assert.strictEqual((yield* supervisor.state)._tag, "Backoff")
      yield* supervisor.stop
      yield* advance("1 hour")
      assert.deepStrictEqual(happened("started"), [0])
    })
  )

  it.effect("keeps what the budget has counted", () =>
    Effect.gen(function* () {
      const { supervisor } = yield* supervise(() => crashes(0))
      yield* supervisor.start
      yield* advance("500 millis")
      yield* Effect.andThen(supervisor.stop, supervisor.start)
      yield* advance("1 millis")
      const state = yield* supervisor.state
      assert.deepStrictEqual(state, Lifecycle.Backoff({ generation: 3, failures: 2, delay: Duration.seconds(2) }))
    })
  )

  it.effect("runs one escalation for ten callers, and settles for all of them when the group is gone (B009)", () =>
    Effect.gen(function* () {
      const { supervisor, happened } = yield* supervise(() => stubborn)
      yield* supervisor.start
      yield* advance("1 second")
      const early = yield* Effect.forkChild(supervisor.stop)
      yield* advance("700 millis")
      const late = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 9 }, () => supervisor.stop),
          { concurrency: "unbounded" }
        )
      )
      yield* advance("799 millis")
      assert.isUndefined(early.pollUnsafe())
      assert.isUndefined(late.pollUnsafe())
      yield* advance("1 millis")
      assert.isDefined(early.pollUnsafe())
      assert.isDefined(late.pollUnsafe())
      assert.deepStrictEqual(
        ["end of input", "SIGTERM", "SIGKILL"].map((rung) => happened(rung)),
        [[1000], [2000], [2500]]
      )
    })
  )

  it.effect("settles at once when nothing was ever started, or nothing is left (B009)", () =>
    Effect.gen(function* () {
      const { supervisor, stage } = yield* supervise(() => greets)
      yield* supervisor.stop
      yield* supervisor.start
      yield* advance("1 millis")
      yield* supervisor.stop
      const before = stage.log().length
      yield* supervisor.stop
      assert.strictEqual(stage.log().length, before)
    })
  )

  it.effect("goes on when its caller is interrupted", () =>
    Effect.gen(function* () {
      const { supervisor, happened } = yield* supervise(() => stubborn)
      yield* supervisor.start
      yield* advance("1 second")
      const caller = yield* Effect.forkChild(supervisor.stop, { startImmediately: true })
      yield* Fiber.interrupt(caller)
      yield* advance("1500 millis")
      assert.deepStrictEqual(happened("gone"), [2500])
    })
  )

  it.effect("may be called by the attempt itself", () =>
    Effect.gen(function* () {
      const self = yield* Deferred.make<{ readonly stop: Effect.Effect<void> }>()
      const { supervisor } = yield* supervise(
        () => greets,
        () => Effect.flatMap(Deferred.await(self), ({ stop }) => Effect.andThen(stop, Effect.never))
      )
      yield* Deferred.succeed(self, supervisor)
      yield* supervisor.start
      yield* advance("1 millis")
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Stopped({ generation: 2 }))
    })
  )
})

describe("Supervisor.start", () => {
  it.effect("makes one attempt for fifty callers (B074)", () =>
    Effect.gen(function* () {
      const { supervisor, happened } = yield* supervise(() => ({ emits: [{ at: 4000, text: greeting }] }))
      yield* Effect.all(
        Array.from({ length: 50 }, () => supervisor.start),
        { concurrency: "unbounded" }
      )
      yield* advance("5 seconds")
      assert.deepStrictEqual(happened("started"), [0])
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Running({ generation: 1 }))
    })
  )

  it.effect("during a stop waits for the old child to be gone (B087)", () =>
    Effect.gen(function* () {
      const { supervisor, stage, happened } = yield* supervise((attempt) => (attempt === 1 ? stubborn : greets))
      yield* supervisor.start
      yield* advance("1 second")
      const stopping = yield* Effect.forkChild(supervisor.stop, { startImmediately: true })
      yield* supervisor.start
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Starting({ generation: 3, stage: Option.none() }))
      yield* advance("10 seconds")
      yield* Fiber.join(stopping)
      assert.deepStrictEqual(happened("started"), [0, 2500])
      assert.strictEqual(stage.mostAlive(), 1)
    })
  )

  it.effect.each([3, 4, 5, 6, 7, 8])(
    "waits for the old child however seldom the scheduler lets it run: %d operations (B087)",
    (operations) =>
      Effect.gen(function* () {
        const { supervisor, stage } = yield* supervise((attempt) => (attempt === 1 ? stubborn : greets)).pipe(
          Effect.provideService(References.MaxOpsBeforeYield, operations)
        )
        yield* supervisor.start
        yield* advance("1 second")
        const stopping = yield* Effect.forkChild(supervisor.stop, { startImmediately: true })
        yield* supervisor.start
        const reloading = yield* Effect.forkChild(supervisor.reload, { startImmediately: true })
        yield* Effect.repeat(Effect.yieldNow, { times: 1000 })
        const settled = [stopping.pollUnsafe(), reloading.pollUnsafe()]
        yield* advance("10 seconds")
        assert.deepStrictEqual(settled, [undefined, undefined])
        assert.strictEqual(stage.mostAlive(), 1)
        assert.strictEqual((yield* supervisor.state)._tag, "Running")
      })
  )

  it.effect("that is stopped before the old child is gone starts nothing", () =>
    Effect.gen(function* () {
      const { supervisor, happened } = yield* supervise(() => stubborn)
      yield* supervisor.start
      yield* advance("1 second")
      yield* Effect.forkChild(supervisor.stop, { startImmediately: true })
      yield* supervisor.start
      const stopping = yield* Effect.forkChild(supervisor.stop, { startImmediately: true })
      yield* advance("1499 millis")
      assert.isUndefined(stopping.pollUnsafe())
      yield* advance("1 hour")
      yield* Fiber.join(stopping)
      assert.deepStrictEqual(happened("started"), [0])
    })
  )
})

describe("Supervisor.reload", () => {
  it.effect("during backoff ignores the old timer and renews the budget", () =>
    Effect.gen(function* () {
      const { supervisor, happened } = yield* supervise((attempt) => crashes(attempt === 3 ? 5000 : 0))
      yield* supervisor.start
      yield* advance("1500 millis")
      yield* supervisor.reload
      assert.deepStrictEqual(yield* supervisor.failures, [])
      yield* advance("5 seconds")
      assert.deepStrictEqual(happened("started"), [0, 1000, 1500])
      const state = yield* supervisor.state
      assert.deepStrictEqual(state, Lifecycle.Backoff({ generation: 3, failures: 1, delay: Duration.seconds(1) }))
    })
  )

  it.effect("twice replaces the child once, and never has two (B066, B087)", () =>
    Effect.gen(function* () {
      const { supervisor, stage, happened } = yield* supervise((attempt) => (attempt === 1 ? stubborn : greets))
      yield* supervisor.start
      yield* advance("1 second")
      const both = yield* Effect.forkChild(
        Effect.all([supervisor.reload, supervisor.reload], { concurrency: "unbounded" })
      )
      yield* advance("1499 millis")
      assert.isUndefined(both.pollUnsafe())
      yield* advance("10 seconds")
      yield* Fiber.join(both)
      assert.deepStrictEqual(happened("started"), [0, 2500])
      assert.strictEqual(stage.mostAlive(), 1)
      assert.deepStrictEqual(yield* supervisor.failures, [])
    })
  )

  it.effect("leaves a park", () =>
    Effect.gen(function* () {
      const { supervisor } = yield* supervise((attempt) => (attempt <= 6 ? crashes(0) : greets))
      yield* supervisor.start
      yield* advance("1 minute")
      assert.strictEqual((yield* supervisor.state)._tag, "Parked")
      yield* supervisor.reload
      yield* advance("1 millis")
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Running({ generation: 7 }))
    })
  )

  it.effect("is a reset and a start", () =>
    Effect.gen(function* () {
      const { supervisor, happened } = yield* supervise(() => crashes(0))
      yield* supervisor.start
      yield* advance("1500 millis")
      yield* supervisor.reset
      assert.deepStrictEqual(yield* supervisor.failures, [])
      yield* advance("1 hour")
      assert.deepStrictEqual(happened("started"), [0, 1000])
      yield* supervisor.start
      yield* advance("1 millis")
      const state = yield* supervisor.state
      assert.deepStrictEqual(state, Lifecycle.Backoff({ generation: 4, failures: 1, delay: Duration.seconds(1) }))
    })
  )
})

describe("Supervisor", () => {
  it.effect("shows every state in order", () =>
    Effect.gen(function* () {
      const { supervisor } = yield* supervise(() => ({
        emits: [{ at: 10, text: greeting }],
        ends: dies(20, "SIGSEGV")
      }))
      const seen = yield* Effect.forkChild(
        supervisor.changes.pipe(
          Stream.map((state) => `${state.generation} ${state._tag}${state._tag === "Starting" ? label(state) : ""}`),
          Stream.take(6),
          Stream.runCollect
        ),
        { startImmediately: true }
      )
      yield* advance("1 millis")
      yield* supervisor.start
      yield* advance("2 seconds")
      assert.deepStrictEqual(yield* Fiber.join(seen), [
        "0 Stopped",
        "1 Starting",
        "1 Starting (launching)",
        "1 Running",
        "1 Backoff",
        "2 Starting"
      ])
    })
  )

  it.effect("tells every state in the turn it is entered, and the last one when its scope is closed", () =>
    Effect.gen(function* () {
      const told: Array<string> = []
      const scope = yield* Scope.make()
      const supervisor = yield* Supervisor.make({
        attempt: ({ ready }) => Effect.andThen(ready, Effect.never),
        policy: restarts,
        rejects: () => false,
        onChange: ({ _tag }) => told.push(_tag)
      }).pipe(Scope.provide(scope))
      yield* supervisor.start
      assert.deepStrictEqual(told, ["Starting"])
      yield* advance(0)
      assert.deepStrictEqual(told, ["Starting", "Running"])
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(told, ["Starting", "Running", "Stopped"])
    })
  )

  it.effect("does not listen to an attempt that is over", () =>
    Effect.gen(function* () {
      const ready: Array<Effect.Effect<void>> = []
      const { supervisor } = yield* supervise(
        () => greets,
        (attempt) => {
          ready.push(attempt.ready)
          return attempt.generation === 1 ? Effect.die("bug") : Effect.never
        }
      )
      yield* supervisor.start
      yield* advance("1 second")
      yield* ready[0] ?? Effect.void
      assert.strictEqual((yield* supervisor.state)._tag, "Starting")
      yield* ready[1] ?? Effect.void
      assert.strictEqual((yield* supervisor.state)._tag, "Running")
    })
  )

  it.effect("ends what an attempt forked together with the attempt", () =>
    Effect.gen(function* () {
      const ended: Array<number> = []
      const { supervisor } = yield* supervise(
        () => greets,
        ({ generation }) =>
          Effect.never.pipe(
            Effect.onInterrupt(() => Effect.sync(() => ended.push(generation))),
            Effect.forkChild({ startImmediately: true }),
            Effect.andThen(generation === 1 ? Effect.die("bug") : Effect.never)
          )
      )
      yield* supervisor.start
      yield* advance("500 millis")
      assert.deepStrictEqual(ended, [1])
    })
  )

  it.effect("interrupts a stopped attempt before it releases what the attempt had", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const note = (what: string) => Effect.sync(() => order.push(what))
      const { supervisor } = yield* supervise(
        () => greets,
        () =>
          Effect.addFinalizer(() => note("released")).pipe(
            Effect.andThen(Effect.never),
            Effect.onInterrupt(() => note("interrupted"))
          )
      )
      yield* supervisor.start
      yield* advance("1 second")
      yield* supervisor.stop
      assert.deepStrictEqual(order, ["interrupted", "released"])
    })
  )

  it.effect("survives a release that dies, and logs it", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const { supervisor } = yield* supervise(
        () => greets,
        (attempt) =>
          Effect.andThen(
            Effect.addFinalizer(() => Effect.die("bug")),
            attempt.generation === 1 ? Effect.die("bug") : session(attempt)
          )
      ).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => logged.push(message))])))
      yield* supervisor.start
      yield* advance("1 second")
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Running({ generation: 2 }))
      assert.deepStrictEqual(logged, [["The release of an attempt died"]])
      yield* supervisor.stop
    })
  )

  it.effect("is stopped by a stop that comes out of its own reload", () =>
    Effect.gen(function* () {
      const self = yield* Deferred.make<Effect.Effect<void>>()
      const scope = yield* Effect.scope
      const { supervisor, happened } = yield* supervise(
        () => greets,
        (attempt) =>
          session(attempt).pipe(
            Effect.onInterrupt(() =>
              Effect.flatMap(Deferred.await(self), (stop) => Effect.forkIn(stop, scope, { startImmediately: true }))
            )
          )
      )
      yield* Deferred.succeed(self, supervisor.stop)
      yield* supervisor.start
      yield* advance("1 second")
      yield* supervisor.reload
      yield* advance("1 hour")
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Stopped({ generation: 3 }))
      assert.deepStrictEqual(happened("started"), [0])
    })
  )

  it.effect("parks when its policy dies, and logs it", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const supervisor = yield* Supervisor.make({
        attempt: () => Effect.fail("ended"),
        policy: restarts,
        rejects: () => assert.fail("a bug in the predicate")
      }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => logged.push(message))])))
      yield* supervisor.start
      yield* advance("1 second")
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Parked({ generation: 1, reason: "exhausted" }))
      assert.strictEqual(logged.length, 1)
    })
  )

  it.effect("tells a reader that fell behind the newest states, not the oldest", () =>
    Effect.gen(function* () {
      const { supervisor } = yield* supervise(() => greets)
      const seen: Array<Lifecycle> = []
      const goOn = yield* Deferred.make<void>()
      yield* supervisor.changes.pipe(
        Stream.runForEach((state) =>
          Effect.andThen(
            Effect.sync(() => seen.push(state)),
            Deferred.await(goOn)
          )
        ),
        Effect.forkScoped({ startImmediately: true })
      )
      yield* advance(0)
      for (let round = 0; round < 20; round++) {
        yield* supervisor.start
        yield* advance(1)
        yield* supervisor.stop
      }
      yield* Deferred.succeed(goOn, undefined)
      yield* advance(0)
      assert.deepStrictEqual(seen.at(-1), yield* supervisor.state)
      assert.isAtMost(seen.length, 18)
    })
  )

  it.effect("remembers the last sixteen failures", () =>
    Effect.gen(function* () {
      const { supervisor } = yield* supervise(() => crashes(61_000))
      yield* supervisor.start
      yield* advance("1 hour")
      const generations = (yield* supervisor.failures).map(({ generation }) => generation)
      const last = generations.at(-1) ?? 0
      assert.isAbove(last, 16)
      assert.deepStrictEqual(
        generations,
        Array.from({ length: 16 }, (_, index) => last - 15 + index)
      )
    })
  )

  it.effect("sleeps only in backoff: neither while running nor when parked", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      let sleeping = 0
      const counted: Clock.Clock = {
        ...clock,
        sleep: (duration) =>
          Effect.acquireUseRelease(
            Effect.sync(() => sleeping++),
            () => clock.sleep(duration),
            () => Effect.sync(() => sleeping--)
          )
      }
      const lives: ReadonlyArray<Script> = [greets, { emits: [{ at: 0, text: refusal }] }]
      const { supervisor, stage } = yield* supervise((attempt) => lives[attempt - 1] ?? greets).pipe(
        Effect.provideService(Clock.Clock, counted)
      )
      yield* supervisor.start
      yield* advance("1 second")
      assert.strictEqual((yield* supervisor.state)._tag, "Running")
      assert.strictEqual(sleeping, 0)
      stage.kill(1)
      yield* advance("0 millis")
      assert.strictEqual((yield* supervisor.state)._tag, "Backoff")
      assert.strictEqual(sleeping, 1)
      yield* advance("1 second")
      assert.strictEqual((yield* supervisor.state)._tag, "Parked")
      assert.strictEqual(sleeping, 0)
    })
  )

  it.effect("takes a start from the release of an attempt for what it is: the next one", () =>
    Effect.gen(function* () {
      const self = yield* Deferred.make<Effect.Effect<void>>()
      const { supervisor } = yield* supervise(
        () => greets,
        (attempt) =>
          Effect.andThen(
            Effect.addFinalizer(() =>
              Effect.when(Effect.flatten(Deferred.await(self)), Effect.succeed(attempt.generation === 1))
            ),
            session(attempt)
          )
      )
      yield* Deferred.succeed(self, supervisor.start)
      yield* supervisor.start
      yield* advance("1 second")
      yield* supervisor.stop
      yield* advance("1 second")
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Running({ generation: 3 }))
    })
  )
})

describe("Supervisor releases its child through the escalation", () => {
  const gone: ReadonlyArray<readonly [string, Array<number>]> = [
    ["end of input", [1000]],
    ["SIGTERM", [2000]],
    ["SIGKILL", [2500]],
    ["gone", [2500]]
  ]

  it.effect("when its scope is closed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { supervisor, happened } = yield* Scope.provide(
        supervise(() => stubborn),
        scope
      )
      yield* supervisor.start
      yield* advance("1 second")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* advance("1500 millis")
      yield* Fiber.join(closing)
      for (const [what, times] of gone) assert.deepStrictEqual(happened(what), times)
      yield* supervisor.start
      yield* supervisor.reload
      assert.deepStrictEqual(happened("started"), [0])
      assert.deepStrictEqual(yield* supervisor.state, Lifecycle.Stopped({ generation: 2 }))
    })
  )

  it.effect("when its owner is interrupted", () =>
    Effect.gen(function* () {
      const made = yield* Deferred.make<Effect.Success<ReturnType<typeof supervise>>>()
      const owner = yield* Effect.forkChild(
        Effect.scoped(
          Effect.gen(function* () {
            const supervised = yield* supervise(() => stubborn)
            yield* supervised.supervisor.start
            yield* Deferred.succeed(made, supervised)
            return yield* Effect.never
          })
        )
      )
      const { happened } = yield* Deferred.await(made)
      yield* advance("1 second")
      const interrupting = yield* Effect.forkChild(Fiber.interrupt(owner))
      yield* advance("1500 millis")
      yield* Fiber.join(interrupting)
      for (const [what, times] of gone) assert.deepStrictEqual(happened(what), times)
    })
  )
})

const label = (state: { readonly stage: Option.Option<string> }): string =>
  Option.match(state.stage, { onNone: () => "", onSome: (stage) => ` (${stage})` })
