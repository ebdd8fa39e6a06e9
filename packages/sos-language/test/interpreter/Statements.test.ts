import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { message, run, shown } from "../support/runs.ts"

const lines = (...all: ReadonlyArray<string>) => all.join("\n")

describe("make, assign and set", () => {
  it.effect.each([
    ["make", lines("make a 1", "make a as a + 1", "show a")],
    ["assign", lines("make a 1", "assign a a + 1", "show a")],
    ["set", lines("make a 1", "set a a + 1", "show a")]
  ] as const)("%s gives a name its value [SOS-RUN-01]", ([, program]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* shown(program), ["2"])
    })
  )

  it.effect.each([
    ["set a 1", 'line 1: nothing here is called "a"'],
    ["assign a 1", 'line 1: nothing here is called "a"'],
    [lines("when off:", "  make a 1", "set a 2"), 'line 3: "a" has no value yet']
  ] as const)("only make makes a name: %s [SOS-RUN-01]", ([program, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* message(program), problem)
    })
  )

  it.effect("a list that two names hold does not change by one of them [SOS-RUN-02]", () =>
    Effect.gen(function* () {
      const program = lines(
        "make a [1]",
        "append 2 to a",
        "make b a",
        "append 3 to a",
        "append 4 to b",
        "make c [a, b]",
        "append 5 to a",
        "show [a, b, c]"
      )
      assert.deepStrictEqual(yield* shown(program), ["[[1,2,3,5],[1,2,4],[[1,2,3],[1,2,4]]]"])
    })
  )

  it.effect("builds a record from lines [SOS-RUN-03]", () =>
    Effect.gen(function* () {
      const program = lines("make a with:", "  x from 1", "  y from 2 * 3", "show a")
      assert.deepStrictEqual(yield* shown(program), ['{"x":1,"y":6}'])
    })
  )

  const define = lines("define Point:", "  x as number", "  label as optional text")

  it.effect("builds a record of a type, absent optional fields as null [SOS-RUN-03]", () =>
    Effect.gen(function* () {
      const program = lines(define, "make p as Point with:", "  x from 1", "show p", "show p.label")
      assert.deepStrictEqual(yield* shown(program), ['{"label":null,"x":1}', "null"])
    })
  )

  it.effect.each([
    ['  x from "1"', "Point received x as text; expected number"],
    ["  label from null", "Point received x as nothing; expected number"],
    [lines("  x from 1", "  y from 2"), "Point received a record with a field that is not declared; expected Point"]
  ] as const)("refuses a record that is not of its type: %s [SOS-RUN-03]", ([fields, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* message(lines(define, "make p as Point with:", fields)), `line 4: ${problem}`)
    })
  )

  it.effect("refuses a type that nobody declares [SOS-RUN-03]", () =>
    Effect.gen(function* () {
      const told = yield* message(lines("make p as Point with:", "  x from 1"))
      assert.strictEqual(told, "line 1: no record or failure is called Point")
    })
  )
})

describe("append and take", () => {
  it.effect("append adds to a list, take takes from its ends [SOS-RUN-04]", () =>
    Effect.gen(function* () {
      const program = lines(
        "make a empty list",
        "for each i in [1, 2, 3]:",
        "  append i to a",
        "  show count of a",
        "take first 2 items from a called b",
        "take last 1 items from a called c",
        "show [a, b, c]"
      )
      assert.deepStrictEqual(yield* shown(program), ["1", "2", "3", "[[1,2,3],[1,2],[3]]"])
    })
  )

  it.effect.each([
    ["append 1 to a", 'line 1: nothing here is called "a"'],
    [lines("make a 1", "append 1 to a"), 'line 2: "a" is number; expected a list'],
    [lines("when off:", "  make a []", "append 1 to a"), 'line 3: "a" has no value yet; expected a list'],
    ["take first 1 items from 5 called b", "line 1: first … items of got number; expected list"]
  ] as const)("%s fails [SOS-RUN-04]", ([program, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* message(program), problem)
    })
  )
})

describe("loops", () => {
  it.effect("for each takes the items in order, as they were [SOS-RUN-05]", () =>
    Effect.gen(function* () {
      const program = lines(
        "make a [1, 2]",
        "make x 9",
        "for each x in a:",
        "  append x * 10 to a",
        "  make seen x",
        "show [a, x, seen]"
      )
      assert.deepStrictEqual(yield* shown(program), ["[[1,2,10,20],9,2]"])
    })
  )

  it.effect("numbered from counts the items from there [SOS-RUN-05]", () =>
    Effect.gen(function* () {
      const program = lines('for each x in ["a", "b"] numbered from 3:', '  show "{number} {x}"')
      assert.deepStrictEqual(yield* shown(program), ["3 a", "4 b"])
    })
  )

  it.effect.each([
    [lines("for each x in {a: 1}:", "  show x"), "line 1: for each got record; expected list"],
    [lines("while 1:", "  show 1"), "line 1: while got number; expected boolean"],
    [lines("when null:", "  show 1"), "line 1: when got null; expected boolean"],
    [lines("repeat 1.5 times:", "  show 1"), "line 1: repeat got 1.5; expected a whole number from 0"],
    [lines("repeat -1 times:", "  show 1"), "line 1: repeat got -1; expected a whole number from 0"],
    [lines("repeat true times:", "  show 1"), "line 1: repeat got boolean; expected a whole number from 0"]
  ] as const)("%s fails [SOS-RUN-06]", ([program, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* message(program), problem)
    })
  )

  it.effect("while and repeat run their bodies as often as they say [SOS-RUN-06]", () =>
    Effect.gen(function* () {
      const program = lines(
        "make i 0",
        "while i < 3:",
        "  set i i + 1",
        "  show i",
        "repeat 2 times:",
        "  set i i * 10",
        "show i",
        "repeat 0 times:",
        '  show "never"'
      )
      assert.deepStrictEqual(yield* shown(program), ["1", "2", "3", "300"])
    })
  )

  it.effect("when takes one of its bodies [SOS-RUN-06]", () =>
    Effect.gen(function* () {
      const program = lines(
        "for each x in [1, 2]:",
        "  when x is 1:",
        '    show "one"',
        "  otherwise:",
        '    show "other"',
        "  when x is 3:",
        '    show "never"'
      )
      assert.deepStrictEqual(yield* shown(program), ["one", "other"])
    })
  )
})

describe("endings", () => {
  it.effect("finish ends the program with its value [SOS-RUN-07]", () =>
    Effect.gen(function* () {
      const program = lines("repeat 3 times:", "  show 1", "  when on:", "    finish with [1]", "show 2")
      const { shown: all, exit } = yield* run(program)
      assert.deepStrictEqual(all, ["1"])
      assert.deepStrictEqual(exit, Exit.succeed({ _tag: "Finished" as const, value: [1] }))
    })
  )

  it.effect.each([
    ["stop", undefined],
    ['stop with "enough of {1 + 1}"', "enough of 2"],
    ["stop with [1]", "[1]"]
  ] as const)("%s ends everything, past all handlers [SOS-RUN-08]", ([statement, said]) =>
    Effect.gen(function* () {
      const program = lines(
        "to end:",
        `  ${statement}`,
        "call end",
        "  on failure:",
        '    show "never"',
        'show "never"'
      )
      const { shown: all, exit } = yield* run(program)
      assert.deepStrictEqual(all, [])
      const place = { file: "test.sos", line: 2, action: "end" }
      assert.deepStrictEqual(exit, Exit.succeed({ _tag: "Stopped" as const, message: said, place }))
    })
  )

  it.effect("fails where the value of an ending has none [SOS-RUN-08]", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* message("stop with 1 / 0"), "line 1: division by zero")
      assert.strictEqual(yield* message("finish with 1 / 0"), "line 1: division by zero")
    })
  )
})
