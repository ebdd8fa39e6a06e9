import { assert, describe, it } from "@effect/vitest"
import { parseTimestamp, type Value } from "@lanyard/sos-module"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { message, module, shown } from "../support/runs.ts"

const showing = (expression: string, before = "") => shown(`${before}\nshow ${expression}`)
const refusing = (expression: string, before = "") => message(`${before}\nshow ${expression}`)

describe("expressions", () => {
  it.effect.each([
    ["1 + 2 * 3", "7"],
    ["(1 + 2) * 3", "9"],
    ["10 - 4 - 3", "3"],
    ["2 times 3 plus 4 minus 1", "9"],
    ["7 / 2", "3.5"],
    ["-7 % 3", "-1"],
    ["- 2 * 3", "-6"],
    ["0.1 + 0.2", "0.30000000000000004"],
    ["1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 3", "true"],
    ["true or false and false", "true"],
    ["not true or true", "true"],
    ["1 + 1 is 2", "true"],
    ["1 is not 2", "true"],
    ["on and not off", "true"],
    ['"a" + "b"', "ab"],
    ['"a" < "b"', "true"],
    ['"B" < "a"', "true"],
    ['"" < "a"', "true"],
    ['"b" < "a"', "false"],
    ["90s > 1m", "true"],
    ["1m >= 60s", "true"]
  ] as const)("%s is %s, by the precedence of the operators [SOS-EXPR-01]", ([expression, result]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* showing(expression), [result])
    })
  )

  it.effect("orders text by code points, not by their UTF-16 units [SOS-EXPR-02]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* showing('"\uffee" < "😀"'), ["true"])
      assert.deepStrictEqual(yield* showing('"😀" < "\uffee"'), ["false"])
    })
  )

  it.effect.each([
    ["1 / 0", "division by zero"],
    ["1 % 0", "division by zero"],
    [`1${"0".repeat(308)} * 10`, "the result is too large for a number"],
    [`1${"0".repeat(308)} + 1${"0".repeat(308)} * 9`, "the result is too large for a number"],
    ['1 + "1"', "+ got number and text; expected two numbers or two texts"],
    ['"1" - 1', "- got text and number; expected two numbers"],
    ["true * 2", "* got boolean and number; expected two numbers"],
    ["[1] / 2", "/ got list and number; expected two numbers"],
    ["null % 2", "% got null and number; expected two numbers"],
    ['1 < "2"', "< got number and text; expected two numbers, texts, timestamps or durations"],
    ["5s < 5", "< got duration and number; expected two numbers, texts, timestamps or durations"],
    ["5s + 5s", "+ got duration and duration; expected two numbers or two texts"],
    ["-5s", "a minus got duration; expected number"],
    ["not 1", "not got number; expected boolean"],
    ["1 and true", 'the left side of "and" is number; expected boolean'],
    ['true and "x"', 'the right side of "and" is text; expected boolean'],
    ["false or null", 'the right side of "or" is null; expected boolean']
  ] as const)("%s fails [SOS-EXPR-03]", ([expression, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusing(expression), `line 2: ${problem}`)
    })
  )

  it.effect.each([
    ["n + 1", "4"],
    ["1 + n", "4"],
    ["n - m", "1"],
    ["n * n + m * m", "13"],
    ["n / m", "1.5"],
    ["-n % m", "-1"],
    ["m - n is -1", "true"],
    ["m < n and m <= n and n > m and n >= m and m is not n", "true"],
    ["word + word", "abab"],
    ['word is "ab"', "true"],
    ["word < n", "line 10: < got text and number; expected two numbers, texts, timestamps or durations"],
    ["n % zero", "line 10: division by zero"],
    ["later + 1", 'line 10: "later" has no value yet'],
    ["1 + later", 'line 10: "later" has no value yet'],
    ["later + 1 / 0", 'line 10: "later" has no value yet'],
    ["1 / zero + later", "line 10: division by zero"],
    ["grown is [1, 2]", "true"],
    ["[1, 2] is grown", "true"],
    ["grown contains m", "true"],
    ["grown + 1", "line 10: + got list and number; expected two numbers or two texts"]
  ] as const)(
    "%s is %s, with bindings on either side [SOS-EXPR-01, SOS-EXPR-03, SOS-EXPR-09]",
    ([expression, result]) =>
      Effect.gen(function* () {
        const bound = [
          "make n 3",
          "make m 2",
          "make zero 0",
          'make word "ab"',
          "make grown []",
          "append 1 to grown",
          "append 2 to grown",
          "when off:",
          "  make later 1"
        ]
        const program = `${bound.join("\n")}\nshow ${expression}`
        const told = result.startsWith("line ") ? message(program) : Effect.map(shown(program), (lines) => lines.join())
        assert.strictEqual(yield* told, result)
      })
  )

  it.effect.each([
    ["false and 1 / 0 > 0", "false"],
    ["true or 1 / 0 > 0", "true"]
  ] as const)("%s leaves out what cannot matter [SOS-EXPR-04]", ([expression, result]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* showing(expression), [result])
    })
  )

  it.effect.each([
    ["[1, {a: 2}] == [1.0, {a: 2}]", "true"],
    ["{a: 1, b: 2} is {b: 2, a: 1}", "true"],
    ["{a: 1} is {a: 1, b: null}", "false"],
    ["[1, 2] is [2, 1]", "false"],
    ["60s is 1m", "true"],
    ['1 is "1"', "false"],
    ["null is empty list", "false"],
    ["[] is empty list and {} is empty record", "true"]
  ] as const)("%s is %s, by structure [SOS-EXPR-05]", ([expression, result]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* showing(expression), [result])
    })
  )

  it.effect.each([
    ['"abc" contains "bc"', "true"],
    ['"abc" contains ""', "true"],
    ["[1, [2]] contains [2]", "true"],
    ["[1, 2] contains 3", "false"],
    ['{a: null} contains "a"', "true"],
    ['{a: null} contains "toString"', "false"],
    ["count of [1, 2, 3]", "3"],
    ["length of {a: 1}", "1"],
    ['count of "a😀e\u0301"', "4"],
    ['words of " the  quick fox "', '["the","quick","fox"]'],
    ['words of "  "', "[]"],
    ["first 2 items of [1, 2, 3]", "[1,2]"],
    ["first 2 of [1, 2, 3]", "[1,2]"],
    ["last 2 [1, 2, 3]", "[2,3]"],
    ["last 0 items of [1, 2]", "[]"],
    ["first 9 items of [1, 2]", "[1,2]"],
    ["last 9 items of [1, 2]", "[1,2]"]
  ] as const)("%s is %s [SOS-EXPR-06]", ([expression, result]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* showing(expression), [result])
    })
  )

  it.effect.each([
    [
      "1 contains 1",
      "contains got number and number; expected two texts, a list and an item, or a record and the name of a field"
    ],
    ["count of 5", "count of got number; expected list, record or text"],
    ["words of 5", "words of got number; expected text"],
    ["first 1.5 items of [1]", "first … items got 1.5; expected a whole number from 0"],
    ["first true items of [1]", "first … items got boolean; expected a whole number from 0"],
    ['last 1 items of "abc"', "last … items of got text; expected list"]
  ] as const)("%s fails [SOS-EXPR-06]", ([expression, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusing(expression), `line 2: ${problem}`)
    })
  )

  const report = 'make report {place: {city: "San Juan"}, days: [1]}'

  it.effect.each([
    ["report.place.city", "San Juan"],
    ["city of place of report", "San Juan"],
    ["count of days of report", "1"]
  ] as const)("%s reads a field [SOS-EXPR-07]", ([expression, result]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* showing(expression, report), [result])
    })
  )

  it.effect.each([
    ["report.wind", 'field "wind" is missing'],
    ["report.__proto__", 'field "__proto__" is missing'],
    ["report.days.first", 'field "first" is asked of list; expected record'],
    ["empty.x", 'field "x" is asked of null']
  ] as const)("%s fails [SOS-EXPR-07]", ([expression, problem]) =>
    Effect.gen(function* () {
      const before = "make report {place: {}, days: [1]}\nmake empty null\nmake unused 0"
      assert.strictEqual(yield* refusing(expression, before), `line 4: ${problem}`)
    })
  )

  it.effect("reads a binding with the name of a word before a dot only [SOS-EXPR-08]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* showing("first.name", 'make first {name: "Ada"}'), ["Ada"])
    })
  )

  it.effect.each([
    ["nothing", "", 'nothing here is called "nothing"'],
    ["later", "when false:\n  make later 1", '"later" has no value yet']
  ] as const)("a name without a value fails: %s [SOS-EXPR-09]", ([name, before, problem]) =>
    Effect.gen(function* () {
      assert.include(yield* refusing(name, before), problem)
    })
  )

  it.effect("tells null from no value [SOS-EXPR-09]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* showing("x", "make x null"), ["null"])
      const inAction = "make x null\nto look:\n  show x\nlook"
      assert.deepStrictEqual(yield* shown(inAction), ["null"])
    })
  )

  it.effect("now is the instant of the clock, in UTC [SOS-EXPR-10]", () =>
    Effect.gen(function* () {
      const instant = Result.getOrThrow(parseTimestamp("2026-09-20T20:20:00Z"))
      yield* TestClock.setTime(Number(instant.nanos / 1_000_000n))
      assert.deepStrictEqual(yield* showing("now"), ["2026-09-20T20:20:00Z"])
      assert.deepStrictEqual(yield* showing("now <= now and now is now and not (now < now)"), ["true"])
    })
  )

  it.effect("compares instants whatever their offset [SOS-EXPR-10]", () =>
    Effect.gen(function* () {
      const at = (text: string): Value => Result.getOrThrow(parseTimestamp(text))
      const program = 'call weather.inspect with "." called r\nshow r.a is r.b and r.a < r.c and r.c > r.b'
      const answer = () =>
        Effect.succeed(
          new Map([
            ["a", at("2026-09-20T20:20:00-04:00")],
            ["b", at("2026-09-21T00:20:00Z")],
            ["c", at("2026-09-21T00:20:00.000000001Z")]
          ])
        )
      assert.deepStrictEqual(yield* shown(program, { imports: [module("weather")], answer }), ["true"])
    })
  )

  it.effect("evaluates chains and nestings of operators as long as the parser takes them [SOS-EXPR-11]", () =>
    Effect.gen(function* () {
      const chain = Array.from({ length: 1000 }, () => "1").join(" + ")
      assert.deepStrictEqual(yield* showing(chain), ["1000"])
      let nested = "0"
      for (let level = 0; level < 60; level++) nested = `(${nested}${" + 1".repeat(900)})`
      assert.deepStrictEqual(yield* showing(nested), ["54000"])
      let spine = "true"
      for (let level = 0; level < 60; level++) spine = `(${spine}${" and true".repeat(900)} or false)`
      assert.deepStrictEqual(yield* showing(spine), ["true"])
    })
  )
})
