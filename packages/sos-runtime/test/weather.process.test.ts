/** One interface by programs in many languages: what crosses the border, forwards and back, does not depend on who wrote the other side. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Interface, parseTimestamp, printTimestamp, SosDuration, Timestamp, type Value } from "@lanyard/sos-module"
import { Effect, Exit, Result, Scope } from "effect"
import { fixture, running, weather } from "./support/live.ts"
import { built, present } from "./support/weather.ts"

const at = Result.getOrThrow(parseTimestamp("2026-09-20T20:20:00-04:00"))

const record = (fields: Record<string, Value>): Value => new Map(Object.entries(fields))

const report = (city: string, height: number | null, temperature: number): Value =>
  record({ place: record({ city, height }), temperature, observed_at: at, warnings: [] })

const interfaceOf = (name: string) => Effect.map(fixture(name), ({ definition }) => Interface.source(definition))

describe("the definitions of the weather", () => {
  it.effect("give a program the same interface, whatever they start [SOS-CALL-01]", () =>
    Effect.gen(function* () {
      const names = ["weather-python", "weather-sh", "weather-go", "weather-rust"]
      const expected = yield* interfaceOf("weather-node")
      for (const name of names) assert.strictEqual(yield* interfaceOf(name), expected, name)
    })
  )

  it.effect("have one digest where they start their programs alike, and different ones where not [SOS-CALL-01]", () =>
    Effect.gen(function* () {
      const names = ["weather-node", "weather-python", "weather-sh", "weather-go", "weather-rust"]
      const [node, python, sh, go, rust] = yield* Effect.forEach(names, (name) =>
        Effect.map(fixture(name), ({ digest }) => digest)
      )
      assert.strictEqual(go, rust)
      assert.strictEqual(new Set([node, python, sh, go]).size, 4)
    })
  )
})

describe.each(present)("$name", (program) => {
  let name = ""
  let remove = () => {}
  beforeAll(() => {
    const made = built(program)
    name = made.folder
    remove = made.remove
  }, 120_000)
  afterAll(() => remove())

  it.live("returns a checked record, with its instant and its offset [SOS-CALL-01]", () =>
    Effect.gen(function* () {
      const { call } = yield* running([name])
      const value = yield* call(weather, "current", ["San Juan"])
      assert.deepStrictEqual(value, report("San Juan", 8, 29.5))
      const seen = value instanceof Map ? value.get("observed_at") : undefined
      assert.strictEqual(seen instanceof Timestamp ? printTimestamp(seen) : "", "2026-09-20T20:20:00-04:00")
    }).pipe(Effect.scoped)
  )

  it.live("takes nested records, lists and optionals, and returns null for none [SOS-CALL-01]", () =>
    Effect.gen(function* () {
      const { call } = yield* running([name])
      const reports = [report("A", null, 1.5), report("B", 3, 7), report("C", null, -4)]
      assert.deepStrictEqual(yield* call(weather, "warmest", [reports]), reports[1])
      assert.isNull(yield* call(weather, "warmest", [[]]))
    }).pipe(Effect.scoped)
  )

  it.live("returns any value as it was sent, in one line whatever its text [SOS-CALL-01]", () =>
    Effect.gen(function* () {
      const { call } = yield* running([name])
      const text = 'line\none, "quoted", \u2028 😀 \u0000'
      const value = record({
        text,
        __proto__: 1,
        list: [null, true, 0.1, 9_007_199_254_740_991, -7],
        empty: record({})
      })
      assert.deepStrictEqual(yield* call(weather, "echo", [value]), value)
      assert.strictEqual(yield* call(weather, "echo", [new SosDuration(90_000_000_000n)]), "1m30s")
    }).pipe(Effect.scoped)
  )

  it.live("fails by a declared failure with its payload, and by one of its own with its kind [SOS-CALL-02]", () =>
    Effect.gen(function* () {
      const { call } = yield* running([name])
      const declared = yield* Effect.flip(call(weather, "current", ["Nowhere"]))
      assert.deepInclude(declared, {
        module: weather,
        version: "1.2.0",
        action: "current",
        phase: "invoke",
        kind: "NoStation",
        message: "no station there",
        retryable: false,
        declared: true,
        code: -32010
      })
      assert.deepStrictEqual(declared.fields, new Map([["city", "Nowhere"]]))
      const own = yield* Effect.flip(call(weather, "offline", []))
      assert.deepInclude(own, { kind: "upstream_unavailable", retryable: true, declared: false, phase: "invoke" })
      assert.deepStrictEqual(yield* call(weather, "echo", ["still there"]), "still there")
    }).pipe(Effect.scoped)
  )

  it.live("serves eight callers at once by one process, which leaves when the run ends [SOS-CALL-03]", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { call, trace } = yield* Scope.provide(running([name]), scope)
      const numbers = Array.from({ length: 8 }, (_, number) => number)
      const values = yield* Effect.forEach(numbers, (number) => call(weather, "echo", [number]), { concurrency: 8 })
      assert.deepStrictEqual(values, numbers)
      yield* Scope.close(scope, Exit.void)
      const events = trace.map((line) => JSON.parse(line))
      assert.strictEqual(events.filter(({ phase }) => phase === "start").length, 1)
      assert.deepInclude(events.at(-1), { phase: "shutdown", outcome: "left" })
    })
  )
})
