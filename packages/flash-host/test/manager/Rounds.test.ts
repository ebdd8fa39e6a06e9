import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Rounds from "../../src/manager/Rounds.ts"
import { counting, settle } from "../support/time.ts"

/** Rounds over words; one in capitals overtakes. `preparing` and `enacting` are what a round waits for on its way. */
const make = Effect.fn(function* (
  preparing: Effect.Effect<void> = Effect.void,
  enacting: Effect.Effect<void> = Effect.void
) {
  const log: Array<string> = []
  const say = (what: string) => Effect.sync(() => log.push(what))
  const rounds = yield* Rounds.make<string, string>({
    none: "",
    merge: (earlier, later) => earlier + later,
    overtakes: (word) => /[A-Z]/.test(word),
    prepare: (word) =>
      say(`prepare ${word}`).pipe(
        Effect.andThen(preparing),
        Effect.onInterrupt(() => say(`give up ${word}`)),
        Effect.as(word)
      ),
    enact: (word) => Effect.andThen(enacting, say(`enact ${word}`))
  })
  const ask = (word: string) =>
    Effect.tap(Effect.forkChild(Effect.exit(rounds.ask(word)), { startImmediately: true }), () => settle)
  return { rounds, log, ask }
})

describe("Rounds", () => {
  it.effect("do what is asked, one at a time, and tell when it is done", () =>
    Effect.gen(function* () {
      const { log, rounds } = yield* make()
      yield* rounds.ask("a")
      assert.deepStrictEqual(log, ["prepare a", "enact a"])
      yield* rounds.ask("b")
      assert.deepStrictEqual(log.slice(2), ["prepare b", "enact b"])
    })
  )

  it.effect("take what is asked meanwhile together into the next one", () =>
    Effect.gen(function* () {
      const { log, ask, rounds } = yield* make(Effect.void, Effect.sleep(100))
      const first = yield* ask("a")
      const second = yield* ask("b")
      rounds.submit("c")
      const fourth = yield* ask("D")
      yield* TestClock.adjust(99)
      assert.isUndefined(first.pollUnsafe())
      yield* TestClock.adjust(1)
      yield* settle
      assert.isDefined(first.pollUnsafe())
      assert.isUndefined(second.pollUnsafe())
      assert.deepStrictEqual(log, ["prepare a", "enact a", "prepare bcD"])
      yield* TestClock.adjust(100)
      yield* settle
      assert.isDefined(second.pollUnsafe())
      assert.isDefined(fourth.pollUnsafe())
      assert.deepStrictEqual(log.slice(3), ["enact bcD"])
    })
  )

  it.effect("give up what is overtaken while it is prepared, and lose nothing of what was asked", () =>
    Effect.gen(function* () {
      const { log, ask } = yield* make(Effect.sleep(100))
      const first = yield* ask("a")
      yield* ask("b")
      assert.deepStrictEqual(log, ["prepare a"])
      yield* ask("C")
      assert.deepStrictEqual(log, ["prepare a", "give up a", "prepare abC"])
      yield* ask("D")
      assert.deepStrictEqual(log.slice(3), ["give up abC", "prepare abCD"])
      assert.isUndefined(first.pollUnsafe())
      yield* TestClock.adjust(100)
      yield* settle
      assert.deepStrictEqual(log.slice(5), ["enact abCD"])
      assert.isDefined(first.pollUnsafe())
    })
  )

  it.effect("are not overtaken by what they were begun for", () =>
    Effect.gen(function* () {
      const { log, ask } = yield* make(Effect.sleep(100))
      yield* ask("A")
      yield* TestClock.adjust(100)
      yield* settle
      yield* ask("B")
      yield* TestClock.adjust(100)
      yield* settle
      assert.deepStrictEqual(log, ["prepare A", "enact A", "prepare B", "enact B"])
    })
  )

  it.effect("do not give up what they are doing already", () =>
    Effect.gen(function* () {
      const { log, ask } = yield* make(Effect.void, Effect.sleep(100))
      yield* ask("A")
      yield* ask("B")
      yield* TestClock.adjust(200)
      yield* settle
      assert.deepStrictEqual(log, ["prepare A", "enact A", "prepare B", "enact B"])
    })
  )

  it.effect("go on after a defect, which those learn who asked for that round", () =>
    Effect.gen(function* () {
      let broken = true
      const { log, rounds } = yield* make(Effect.suspend(() => (broken ? Effect.die("defect") : Effect.void)))
      assert.isTrue(Exit.hasDies(yield* Effect.exit(rounds.ask("a"))))
      broken = false
      yield* rounds.ask("b")
      assert.deepStrictEqual(log, ["prepare a", "prepare b", "enact b"])
    })
  )

  it.effect("leave nobody waiting who asked when their scope closes", () =>
    Effect.gen(function* () {
      const never = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      const { ask } = yield* Scope.provide(make(Effect.void, Deferred.await(never)), scope)
      const first = yield* ask("a")
      const second = yield* ask("b")
      yield* Scope.close(scope, Exit.void)
      yield* settle
      assert.isDefined(first.pollUnsafe())
      assert.isDefined(second.pollUnsafe())
    })
  )

  it.effect("wake for nothing but what is asked", () =>
    Effect.gen(function* () {
      const { clock, wakeUps } = yield* counting
      const { log, rounds } = yield* Effect.provideService(make(), Clock.Clock, clock)
      rounds.submit("a")
      yield* settle
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(log, ["prepare a", "enact a"])
      assert.strictEqual(wakeUps(), 0)
    })
  )
})
