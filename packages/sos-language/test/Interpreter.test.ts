import { assert, describe, it } from "@effect/vitest"
import { parseDuration, type SosDuration } from "@lanyard/sos-module"
import { Effect, Exit, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, failureOf, message, module, run, shown } from "./support/runs.ts"

const lines = (...all: ReadonlyArray<string>) => all.join("\n")
const duration = (text: string): SosDuration => Result.getOrThrow(parseDuration(text))
const imports = [module("weather")]

describe("limits of a run", () => {
  it.effect("100,000 statements are allowed, one more is not [SOS-RUN-30]", () =>
    Effect.gen(function* () {
      const counting = (times: number) => lines("make i 0", `repeat ${times} times:`, "  set i i + 1", "show i")
      assert.deepStrictEqual(yield* shown(counting(99_997)), ["99997"])
      assert.strictEqual(
        yield* message(counting(99_998)),
        "line 4: the program ran more than 100000 statements, which is its limit"
      )
    })
  )

  it.effect("no handler takes that, and the workers of map each share it [SOS-RUN-30]", () =>
    Effect.gen(function* () {
      const program = lines(
        "to spin:",
        "  while on:",
        "    make x 1",
        "map each i in [1, 2] with at most 2 running called all collecting failures:",
        "  call spin",
        "    on failure:",
        '      show "never"',
        "  return 1",
        "  on failure:",
        '    show "never"'
      )
      const { shown: all, exit } = yield* run(program, { limits: { steps: 50_000 } })
      assert.deepStrictEqual(all, [])
      const failure = failureOf(exit)
      assert.strictEqual(failure._tag, "LimitExceeded")
      assert.strictEqual(failure.message, "line 3: the program ran more than 50000 statements, which is its limit")
    })
  )

  it.effect("128 actions may be active, one more may not [SOS-RUN-31]", () =>
    Effect.gen(function* () {
      const nesting = (depth: number) =>
        lines(
          "to down with n:",
          "  when n > 1:",
          "    call down with n - 1",
          "  otherwise:",
          '    show "there"',
          `down ${depth}`
        )
      assert.deepStrictEqual(yield* shown(nesting(128)), ["there"])
      const { shown: all, exit } = yield* run(lines(nesting(129), "  on failure:", '    show "never"'))
      assert.deepStrictEqual(all, [])
      const failure = failureOf(exit)
      assert.strictEqual(
        failure.message,
        "line 3: the program ran more than 128 actions inside each other, which is its limit"
      )
      assert.strictEqual(failure._tag === "LimitExceeded" && failure.frames.length, 129)
    })
  )

  it.effect("the deepest nesting that there is does not overflow the stack [SOS-RUN-31]", () =>
    Effect.gen(function* () {
      const indent = (level: number) => "  ".repeat(level)
      const blocks = Array.from(
        { length: 60 },
        (_, at) => `${indent(at + 1)}${at % 2 === 0 ? "when on:" : "repeat 1 times:"}`
      )
      const program = lines(
        "make count 0",
        "to down with n:",
        ...blocks,
        `${indent(61)}set count count + 1`,
        `${indent(61)}when n > 1:`,
        `${indent(62)}call down with n - 1`,
        `${indent(63)}on failure: pass failure on`,
        "down 128",
        "show count"
      )
      assert.deepStrictEqual(yield* shown(program), ["128"])
    })
  )

  const growing = (start: string, ...body: ReadonlyArray<string>) =>
    lines(
      `make x ${start}`,
      "to grow:",
      "  while on:",
      ...body.map((line) => `    ${line}`),
      "grow",
      "  on failure:",
      '    show "{failure.kind}: {error}"'
    )

  it.effect.each([
    ['"abc"', "set x x + x", "a value has more than 16777216 characters of text, which is the limit"],
    ['"abc"', 'set x "{x}{x}"', "a value has more than 16777216 characters of text, which is the limit"],
    ['["abc", "d"]', 'set x ["{x}", "{x}"]', "a value has more than 16777216 characters of text, which is the limit"],
    ["[]", "set x [x, x]", "a value has more than 100000 parts, which is the limit"],
    ["{}", "set x {a: x}", "a value is nested more than 64 levels deep, which is the limit"],
    ["[1, 2, 3]", "append x to x", "a value has more than 100000 parts, which is the limit"],
    [
      "[0, [[1, 2, 3]]]",
      "set x [0, 1, 2, [first 1 items of x, x, x]]",
      "a value has more than 100000 parts, which is the limit"
    ]
  ] as const)("values of %s by %s stay within their limits [SOS-RUN-33]", ([start, statement, problem]) =>
    Effect.gen(function* () {
      const [line] = yield* shown(growing(start, statement))
      assert.isTrue(line?.startsWith("limit: "), line)
      assert.isTrue(line?.endsWith(problem), line)
    })
  )

  it.effect("a list may have as many parts as the limit and no more [SOS-RUN-33]", () =>
    Effect.gen(function* () {
      const program = lines(
        "make x []",
        "to grow:",
        "  while on:",
        "    append 1 to x",
        "grow",
        "  on failure:",
        '    show "{failure.kind}: {error} {count of x}"'
      )
      assert.deepStrictEqual(yield* shown(program, { limits: { nodes: 1000 } }), [
        "limit: a value has more than 1000 parts, which is the limit 999"
      ])
    })
  )

  it.effect("builds a long list in as many steps as it has items [SOS-RUN-34]", () =>
    Effect.gen(function* () {
      const program = lines(
        "make x []",
        "while count of x < 49000:",
        "  append count of x to x",
        "show last 1 items of x"
      )
      assert.deepStrictEqual(yield* shown(program), ["[48999]"])
    })
  )
})

describe("the end of a run from outside", () => {
  it.effect("its deadline ends it exactly then, in a call that it waits for, past all handlers [SOS-RUN-32]", () =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const answer: Answer = () =>
        Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended.push("cancelled")))
      const program = lines(
        "to wait_for:",
        '  call weather.current with "X"',
        "    on failure:",
        '      show "never"',
        "wait_for"
      )
      const fiber = yield* Effect.forkChild(run(program, { imports, answer, deadline: duration("1m30s") }))
      yield* TestClock.adjust(89_999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      const { shown: all, exit } = yield* Fiber.join(fiber)
      const failure = failureOf(exit)
      assert.strictEqual(failure.message, "line 2: the program exceeded its 1m30s deadline")
      assert.deepStrictEqual(failure._tag === "RunDeadlineExceeded" && failure.frames, [
        { file: "test.sos", line: 2, action: "wait_for" },
        { file: "test.sos", line: 5, action: undefined }
      ])
      assert.deepStrictEqual(all, [])
      assert.deepStrictEqual(ended, ["cancelled"])
    })
  )

  it.effect("an interrupt ends the call that it waits for [SOS-RUN-32]", () =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const answer: Answer = () =>
        Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended.push("cancelled")))
      const fiber = yield* Effect.forkChild(run('call weather.current with "X"', { imports, answer }), {
        startImmediately: true
      })
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(ended, ["cancelled"])
    })
  )

  it.live("an interrupt ends a loop that waits for nothing [SOS-RUN-32]", () =>
    Effect.gen(function* () {
      const program = lines("while on:", "  make x 1")
      const fiber = yield* Effect.forkChild(run(program, { limits: { steps: 1e12 } }), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
    })
  )
})

describe("a run", () => {
  it.effect("starts anew each time, from the same tree [SOS-RUN-35]", () =>
    Effect.gen(function* () {
      const program = lines("make x []", "append 1 to x", "show x")
      const twice = Effect.all([shown(program), shown(program)])
      assert.deepStrictEqual(yield* twice, [["[1]"], ["[1]"]])
    })
  )

  it.effect("shows what came before its failure [SOS-RUN-35]", () =>
    Effect.gen(function* () {
      const { shown: all, exit } = yield* run(lines("show 1", "show 1 / 0", "show 2"))
      assert.deepStrictEqual(all, ["1"])
      assert.isTrue(Exit.isFailure(exit))
    })
  )
})
