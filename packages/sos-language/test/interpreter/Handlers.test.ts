import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { message, shown } from "../support/runs.ts"

const lines = (...all: ReadonlyArray<string>) => all.join("\n")

const shop = lines(
  "define failure OutOfStock:",
  "  sku as text",
  "  left as optional number",
  "define failure Closed:",
  "to reserve with what returning text may fail with OutOfStock, Closed:",
  '  when what is "none":',
  '    fail OutOfStock with "no {what} left":',
  "      sku from what",
  '  when what is "late":',
  '    fail Closed with "come tomorrow"',
  '  when what is "zero":',
  "    make x 1 / 0",
  "  return what"
)

const shopping = (...all: ReadonlyArray<string>) => shown(lines(shop, ...all))

describe("handlers", () => {
  it.effect("the first that takes a failure runs, by its exact kind or for every failure [SOS-FAIL-01]", () =>
    Effect.gen(function* () {
      const all = yield* shopping(
        'for each what in ["none", "late", "zero", "nail"]:',
        "  call reserve with what called got",
        "    on failure Closed:",
        '      show "closed"',
        "    on failure OutOfStock:",
        '      show "out of stock"',
        "    on failure:",
        '      show "other: {error}"',
        "    on failure:",
        '      show "never"'
      )
      assert.deepStrictEqual(all, ["out of stock", "closed", "other: division by zero"])
    })
  )

  it.effect("one of another kind leaves the failure to the caller [SOS-FAIL-01]", () =>
    Effect.gen(function* () {
      const all = yield* shopping(
        "to try:",
        '  call reserve with "none"',
        "    on failure Closed:",
        '      show "closed"',
        '  show "never"',
        "call try",
        "  on failure OutOfStock called f:",
        '    show "{f.kind} {f.sku}"'
      )
      assert.deepStrictEqual(all, ["OutOfStock none"])
    })
  )

  it.effect("see the failure under error, failure and the names that they give [SOS-FAIL-02]", () =>
    Effect.gen(function* () {
      const all = yield* shopping(
        'call reserve with "none"',
        "  on failure OutOfStock called f:",
        '    show "{error} {failure is f} {f.message is error}"',
        'call reserve with "none"',
        "  on failure OutOfStock using sku, left:",
        '    show "{sku} {left}"'
      )
      assert.deepStrictEqual(all, ["no none left true true", "none null"])
    })
  )

  it.effect("keep these names to themselves; what they hid is back behind them [SOS-FAIL-02]", () =>
    Effect.gen(function* () {
      const all = yield* shopping(
        "make error 1",
        "make sku 2",
        'call reserve with "none"',
        "  on failure OutOfStock using sku:",
        "    make kept sku",
        '    call reserve with "late"',
        "      on failure:",
        "        show error",
        "    show error",
        'show "{error} {sku} {kept}"'
      )
      assert.deepStrictEqual(all, ["come tomorrow", "no none left", "1 2 none"])
    })
  )

  it.effect("recover gives the sink a value and goes on [SOS-FAIL-03]", () =>
    Effect.gen(function* () {
      const all = yield* shopping(
        'call reserve with "none" called got',
        "  on failure:",
        "    for each x in [1]:",
        '      recover with "screw"',
        '    show "never"',
        "show got",
        'call reserve with "none"',
        "  on failure: recover",
        'show "on"'
      )
      assert.deepStrictEqual(all, ["screw", "on"])
    })
  )

  it.effect.each([
    ["recover with 5", "line 14: reserve returned number; expected text"],
    ["recover with 1 / 0", "line 16: division by zero"]
  ] as const)("%s fails by the type of the result [SOS-FAIL-03]", ([statement, problem]) =>
    Effect.gen(function* () {
      const program = lines(shop, 'call reserve with "none" called got', "  on failure:", `    ${statement}`)
      assert.strictEqual(yield* message(program), problem)
    })
  )

  it.effect("recover with a value fails where there is no result to stand in for [SOS-FAIL-03]", () =>
    Effect.gen(function* () {
      const told = yield* message(lines("show 1 / 0", "  on failure: recover with 1"))
      assert.strictEqual(told, "line 1: recover with a value follows a statement that has no result")
    })
  )

  it.effect("without an ending leave the sink without a value and go on [SOS-FAIL-04]", () =>
    Effect.gen(function* () {
      const program = lines(
        shop,
        'call reserve with "none" called got',
        "  on failure:",
        '    show "handled"',
        'show "on"',
        "show got"
      )
      assert.strictEqual(yield* message(program), 'line 18: "got" has no value yet')
    })
  )

  it.effect.each(["pass failure on", "rethrow"])("%s hands the same failure to the caller [SOS-FAIL-05]", (statement) =>
    Effect.gen(function* () {
      const all = yield* shopping(
        "to try:",
        '  call reserve with "none"',
        "    on failure:",
        '      show "first"',
        `      ${statement}`,
        "    on failure:",
        '      show "never"',
        "call try",
        "  on failure OutOfStock using sku:",
        '    show "then {sku}"'
      )
      assert.deepStrictEqual(all, ["first", "then none"])
    })
  )

  it.effect("a failure inside of a handler goes further out, not to its neighbours [SOS-FAIL-05]", () =>
    Effect.gen(function* () {
      const all = yield* shopping(
        "to try:",
        '  call reserve with "none"',
        "    on failure OutOfStock:",
        '      fail Closed with "instead"',
        "    on failure:",
        '      show "never"',
        "call try",
        "  on failure:",
        '    show "{failure.kind}: {error}"'
      )
      assert.deepStrictEqual(all, ["Closed: instead"])
    })
  )

  it.effect("may finish and return from what they stand in [SOS-FAIL-06]", () =>
    Effect.gen(function* () {
      const all = yield* shopping(
        "to try:",
        '  call reserve with "none"',
        "    on failure:",
        "      return error",
        '  return "never"',
        "call try called r",
        "show r"
      )
      assert.deepStrictEqual(all, ["no none left"])
    })
  )

  it.effect("stand under every statement that may fail [SOS-FAIL-07]", () =>
    Effect.gen(function* () {
      const program = lines(
        "make list 1",
        "show 1 / 0",
        '  on failure: show "show"',
        "make a 1 / 0",
        "  on failure: recover with 7",
        "make b with:",
        "  x from 1 / 0",
        "  on failure: recover with {x: 8}",
        "append 1 to list",
        '  on failure: show "append"',
        "take first 1 items from list called c",
        "  on failure: recover with [9]",
        "map each i in [0] with at most 1 running called d:",
        "  return 1 / i",
        "  on failure: recover with [10]",
        "show [a, b.x, c, d]"
      )
      assert.deepStrictEqual(yield* shown(program), ["show", "append", "[7,8,[9],[10]]"])
    })
  )

  it.effect.each([
    ["recover", "recover stands outside of a handler; there is no failure here"],
    ["rethrow", "pass failure on stands outside of a handler; there is no failure here"]
  ] as const)("%s outside of one fails [SOS-FAIL-08]", ([statement, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* message(statement), `line 1: ${problem}`)
      const inAction = lines("to f:", `  ${statement}`, "f", "  on failure:", "    pass failure on")
      assert.strictEqual(yield* message(inAction), `line 3: ${problem}`)
    })
  )
})

describe("fail", () => {
  it.effect("makes a typed failure with its fields, absent optional ones as null [SOS-FAIL-10]", () =>
    Effect.gen(function* () {
      const all = yield* shopping('call reserve with "none"', "  on failure:", "    show failure")
      const frames = '[{"action":"reserve","file":"test.sos","line":7},{"action":null,"file":"test.sos","line":14}]'
      const record = `{"frames":${frames},"kind":"OutOfStock","left":null,"message":"no none left","retryable":false,"sku":"none","status":0}`
      assert.deepStrictEqual(all, [record])
    })
  )

  it.effect.each([
    ['fail Lost with "x"', "line 14: no record or failure is called Lost"],
    ['fail OutOfStock with "x"', "line 14: OutOfStock received sku as nothing; expected text"],
    [lines('fail OutOfStock with "x":', "  sku from 5"), "line 14: OutOfStock received sku as number; expected text"],
    ["fail Closed with 1 / 0", "line 14: division by zero"]
  ] as const)("%s fails in another way [SOS-FAIL-10]", ([statement, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* message(lines(shop, statement)), problem)
    })
  )

  it.effect("a failure that nobody takes is told with its fields [SOS-FAIL-11]", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* message(lines(shop, 'call reserve with "none"')),
        'failure OutOfStock: no none left ({"left":null,"retryable":false,"sku":"none","status":0})'
      )
      assert.strictEqual(yield* message(lines(shop, 'call reserve with "zero"')), "line 12: division by zero")
    })
  )
})
