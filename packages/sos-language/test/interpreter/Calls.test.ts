import { assert, describe, it } from "@effect/vitest"
import type { Value } from "@lanyard/sos-module"
import { Effect } from "effect"
import type { ModuleCall } from "../../src/ModuleCalls.ts"
import { type Answer, failing, message, module, shown } from "../support/runs.ts"

const lines = (...all: ReadonlyArray<string>) => all.join("\n")
const imports = [module("weather")]
const report: Value = new Map([["temperature", 29.5]])

const calling = (answer: Answer, ...all: ReadonlyArray<string>) => shown(lines(...all), { imports, answer })

describe("calls of modules", () => {
  it.effect("hand on the values, the name and the line of the call [SOS-RUN-20]", () =>
    Effect.gen(function* () {
      const seen: Array<ModuleCall> = []
      const answer = (call: ModuleCall) =>
        Effect.sync(() => {
          seen.push(call)
          return report
        })
      const all = yield* calling(
        answer,
        'import "example.com/acme/weather" as weather',
        'make city "San Juan"',
        "call weather.current with city called report",
        'show "It is {temperature of report} degrees"',
        "weather.current with city, [1]",
        "weather.current city"
      )
      assert.deepStrictEqual(all, ["It is 29.5 degrees"])
      assert.deepStrictEqual(
        seen.map(({ action, alias, arguments: values, definition, frame }) => [
          definition.path,
          alias,
          action,
          values,
          frame
        ]),
        [
          ["example.com/acme/weather", "weather", "current", ["San Juan"], { file: "test.sos", line: 3 }],
          ["example.com/acme/weather", "weather", "current", ["San Juan", [1]], { file: "test.sos", line: 5 }],
          ["example.com/acme/weather", "weather", "current", ["San Juan"], { file: "test.sos", line: 6 }]
        ]
      )
    })
  )

  it.effect("are words without an alias, after the program's own [SOS-RUN-20]", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const answer = ({ action, alias }: ModuleCall) =>
        Effect.sync(() => {
          seen.push(`${alias} ${action}`)
          return 1
        })
      const program = lines(
        'import "example.com/acme/weather"',
        'inspect "." called r',
        "current",
        "to current:",
        '  show "own"'
      )
      assert.deepStrictEqual(yield* shown(program, { imports: [module(undefined)], answer }), ["own"])
      assert.deepStrictEqual(seen, ["example.com/acme/weather inspect"])
    })
  )

  it.effect("fail where the module has no such action [SOS-RUN-20]", () =>
    Effect.gen(function* () {
      const told = yield* message("call weather.tomorrow", { imports })
      assert.strictEqual(told, 'line 1: no action is called "weather.tomorrow"')
    })
  )

  it.effect("give the handler of a declared failure its fields [SOS-FAIL-20]", () =>
    Effect.gen(function* () {
      const answer: Answer = (call) =>
        failing(call, {
          kind: "NoStation",
          declared: true,
          message: "no station",
          retryable: true,
          fields: new Map<string, Value>([
            ["city", "X"],
            ["near", null]
          ])
        })
      const all = yield* calling(
        answer,
        'call weather.current with "X" called report',
        "  on failure NoStation using city, near:",
        '    show "{city} {near} {failure.retryable} {failure.module} {failure.version} {failure.action} {failure.phase}"',
        "    recover with {temperature: 1}",
        "show report.temperature"
      )
      assert.deepStrictEqual(all, ["X null true example.com/acme/weather 1.2.0 current invoke", "1"])
    })
  )

  it.effect(
    "keep the kind, the code and the retryability of an undeclared failure for the general handler [SOS-FAIL-21]",
    () =>
      Effect.gen(function* () {
        const answer: Answer = (call) =>
          failing(call, { kind: "NoStation", message: "gone", code: -32001, retryable: true })
        const all = yield* calling(
          answer,
          'call weather.current with "X"',
          "  on failure NoStation:",
          '    show "never"',
          "  on failure:",
          '    show "{failure.kind} {failure.code} {failure.retryable} {error}"'
        )
        assert.deepStrictEqual(all, ["NoStation -32001 true gone"])
      })
  )

  it.effect("tell how the program behind them ended [SOS-FAIL-22]", () =>
    Effect.gen(function* () {
      const show = ['call weather.current with "X"', "  on failure:", "    show failure"]
      const exited = yield* calling(
        (call) => failing(call, { phase: "exit", ended: { _tag: "Exited", code: 3 } }),
        ...show,
        "    show failure.status"
      )
      assert.strictEqual(exited[1], "3")
      const signalled = yield* calling(
        (call) => failing(call, { phase: "exit", ended: { _tag: "Signalled", signal: "SIGKILL" } }),
        ...show,
        '    show "{failure.status} {failure.signal}"'
      )
      assert.strictEqual(signalled[1], "0 SIGKILL")
    })
  )

  it.effect("never let a field of the module hide what all failures have [SOS-FAIL-22]", () =>
    Effect.gen(function* () {
      const fields = new Map<string, Value>([
        ["phase", "mine"],
        ["retryable", "mine"],
        ["frames", "mine"]
      ])
      const all = yield* calling(
        (call) => failing(call, { kind: "NoStation", declared: true, fields }),
        'call weather.current with "X"',
        "  on failure:",
        '    show "{failure.phase} {failure.retryable} {count of failure.frames}"'
      )
      assert.deepStrictEqual(all, ["invoke false 1"])
    })
  )

  it.effect("that exceed their action's timeout are for the general handler [SOS-FAIL-23]", () =>
    Effect.gen(function* () {
      const text = "weather.current exceeded its 5s action timeout"
      const answer: Answer = (call) => failing(call, { kind: "timeout", phase: "cancel", message: text })
      const program = ['call weather.current with "X"', "  on failure:", '    show "{failure.kind}: {error}"']
      assert.deepStrictEqual(yield* calling(answer, ...program), [`timeout: ${text}`])
    })
  )

  it.effect("that were cancelled end the program, past all handlers [SOS-FAIL-24]", () =>
    Effect.gen(function* () {
      const answer: Answer = (call) => failing(call, { kind: "canceled", phase: "cancel", message: "canceled" })
      const program = lines('call weather.current with "X"', "  on failure:", '    show "never"')
      const told = yield* message(program, { imports, answer })
      assert.include(told, "failure canceled: canceled (")
    })
  )

  it.effect("cannot be recovered with what is not their result [SOS-FAIL-25]", () =>
    Effect.gen(function* () {
      const program = lines(
        'call weather.current with "X" called r',
        "  on failure:",
        '    recover with {temperature: "warm"}'
      )
      const told = yield* message(program, { imports, answer: (call) => failing(call, {}) })
      assert.strictEqual(told, "line 1: weather.current returned temperature as text; expected number")
    })
  )

  it.effect.each([
    [{}, "line 2: weather.current: it broke"],
    [
      { message: "weather.current returned nothing; expected Report" },
      "line 2: weather.current returned nothing; expected Report"
    ],
    [
      { kind: "busy", code: 7, message: "later", retryable: true },
      'failure busy: later ({"action":"current","code":7,"module":"example.com/acme/weather","phase":"invoke","retryable":true,"status":0,"version":"1.2.0"})'
    ]
  ] as const)("that nobody takes are told: %j [SOS-FAIL-11]", ([fields, told]) =>
    Effect.gen(function* () {
      const program = lines("make x 1", 'call weather.current with "X"')
      assert.strictEqual(yield* message(program, { imports, answer: (call) => failing(call, fields) }), told)
    })
  )

  it.effect("refuse a value that is too large for the program [SOS-RUN-33]", () =>
    Effect.gen(function* () {
      let deep: Value = []
      for (let level = 0; level < 5000; level++) deep = [deep]
      const program = lines('call weather.inspect with "."', "  on failure:", '    show "{failure.kind}: {error}"')
      assert.deepStrictEqual(yield* calling(() => Effect.succeed(deep), program), [
        "limit: a value is nested more than 64 levels deep, which is the limit"
      ])
    })
  )
})

describe("capture", () => {
  it.effect("makes a record of a success or a failure [SOS-FAIL-26]", () =>
    Effect.gen(function* () {
      const answer: Answer = (call) => (call.arguments[0] === "X" ? failing(call, {}) : Effect.succeed(report))
      const all = yield* calling(
        answer,
        'capture weather.current with "Y" called y',
        "show y",
        'capture weather.current with "X" called x',
        'show "{x.succeeded} {x.value} {x.failure.message}"',
        "capture own called z",
        "show z.failure.message",
        "to own:",
        "  make a 1 / 0"
      )
      assert.deepStrictEqual(all, [
        '{"failure":null,"succeeded":true,"value":{"temperature":29.5}}',
        "false null it broke",
        "division by zero"
      ])
    })
  )

  it.effect("does not hold what ends the program [SOS-FAIL-26]", () =>
    Effect.gen(function* () {
      const program = lines("to loop:", "  call loop", "capture loop called r", 'show "never"')
      assert.include(yield* message(program), "actions inside each other")
    })
  )
})
