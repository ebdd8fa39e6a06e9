import { assert, describe, it } from "@effect/vitest"
import { Duration, Option, Schema } from "effect"
import { initial, Lifecycle, LifecycleEvent, transition } from "../src/Lifecycle.ts"

const delay = Duration.seconds(1)
const states = {
  stopped: Lifecycle.Stopped({ generation: 7 }),
  starting: Lifecycle.Starting({ generation: 7, stage: Option.none() }),
  installing: Lifecycle.Starting({ generation: 7, stage: Option.some("installing") }),
  running: Lifecycle.Running({ generation: 7 }),
  backoff: Lifecycle.Backoff({ generation: 7, failures: 1, delay }),
  exhausted: Lifecycle.Parked({ generation: 7, reason: "exhausted" }),
  rejected: Lifecycle.Parked({ generation: 7, reason: "rejected" })
}
const launching = Lifecycle.Starting({ generation: 7, stage: Option.some("launching") })
const next = Lifecycle.Starting({ generation: 8, stage: Option.none() })
const halted = Lifecycle.Stopped({ generation: 8 })

const events = (generation: number) => ({
  start: LifecycleEvent.Start(),
  stage: LifecycleEvent.Stage({ generation, stage: "launching" }),
  ready: LifecycleEvent.Ready({ generation }),
  failed: LifecycleEvent.Failed({ generation, failures: 1, delay }),
  exhausted: LifecycleEvent.Exhausted({ generation }),
  reject: LifecycleEvent.Reject({ generation }),
  retry: LifecycleEvent.Retry({ generation }),
  reload: LifecycleEvent.Reload(),
  stop: LifecycleEvent.Stop()
})
type EventName = keyof ReturnType<typeof events>
const tokened = ["stage", "ready", "failed", "exhausted", "reject", "retry"] as const

// What is not listed changes nothing.
const table: { readonly [Name in keyof typeof states]: Partial<Record<EventName, Lifecycle>> } = {
  stopped: { start: next, reload: next },
  starting: {
    stage: launching,
    ready: states.running,
    failed: states.backoff,
    exhausted: states.exhausted,
    reject: states.rejected,
    reload: next,
    stop: halted
  },
  installing: {
    stage: launching,
    ready: states.running,
    failed: states.backoff,
    exhausted: states.exhausted,
    reject: states.rejected,
    reload: next,
    stop: halted
  },
  running: {
    failed: states.backoff,
    exhausted: states.exhausted,
    reject: states.rejected,
    reload: next,
    stop: halted
  },
  backoff: { retry: next, reload: next, stop: halted },
  exhausted: { reload: next, stop: halted },
  rejected: { reload: next, stop: halted }
}

const Step = Schema.Struct({ event: Schema.Literals([...tokened, "start", "reload", "stop"]), age: Schema.Int })

describe("Lifecycle.transition", () => {
  for (const [name, state] of Object.entries(states)) {
    for (const [event, value] of Object.entries(events(7))) {
      const expected = table[name as keyof typeof states][event as EventName] ?? state
      it(`takes ${name} on ${event} to ${expected._tag} ${expected.generation}`, () => {
        const after = transition(state, value)
        assert.deepStrictEqual(after, expected)
        if (expected === state) assert.strictEqual(after, state)
      })
    }
  }

  it("begins stopped, and gives the first attempt generation 1", () => {
    assert.deepStrictEqual(initial, Lifecycle.Stopped({ generation: 0 }))
    assert.deepStrictEqual(
      transition(initial, LifecycleEvent.Start()),
      Lifecycle.Starting({ generation: 1, stage: Option.none() })
    )
  })

  it.prop(
    "ignores every event of another generation, whatever came before",
    [Schema.Array(Step), Schema.Int.check(Schema.isGreaterThan(0))],
    ([steps, distance]) => {
      const state = steps.reduce((self, { event }) => transition(self, events(self.generation)[event]), initial)
      for (const event of tokened) {
        assert.strictEqual(transition(state, events(state.generation - distance)[event]), state)
        assert.strictEqual(transition(state, events(state.generation + distance)[event]), state)
      }
    }
  )

  it.prop("never lowers a generation, and raises it for every new attempt", [Schema.Array(Step)], ([steps]) => {
    let state = initial
    for (const { event, age } of steps) {
      const after = transition(state, events(state.generation - (Math.abs(age) % 2))[event])
      assert.isAtLeast(after.generation, state.generation)
      const begins = after._tag === "Starting" && (state._tag !== "Starting" || event === "reload")
      if (begins) assert.strictEqual(after.generation, state.generation + 1)
      state = after
    }
  })
})
