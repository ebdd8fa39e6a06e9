import { assert, describe, it } from "@effect/vitest"
import { Effect, Random, Result } from "effect"
import * as LoginProbe from "../../src/environment/LoginProbe.ts"

const mark = { left: "0123456789abcdef", right: "fedcba9876543210" }
const M = mark.left + mark.right

const parse = (output: string): unknown => Result.getOrElse(LoginProbe.parse(output, mark), ({ reason }) => reason)

describe("LoginProbe.parse", () => {
  it.each([
    ["no variables", `${M}${M}`, {}],
    ["a value", `${M}PATH=/bin${M}${M}`, { PATH: "/bin" }],
    ["an empty value", `${M}EMPTY=${M}${M}`, { EMPTY: "" }],
    ["a value with an equals sign", `${M}A=b=c=${M}${M}`, { A: "b=c=" }],
    ["a value of several lines", `${M}A=one\nPATH=two\n${M}PATH=/bin${M}${M}`, { A: "one\nPATH=two\n", PATH: "/bin" }],
    ["quotes and backslashes as they are", `${M}A='"\\n$X\`${M}${M}`, { A: "'\"\\n$X`" }],
    ["the later of two values", `${M}A=1${M}A=2${M}${M}`, { A: "2" }],
    ["what stands between noise", `PATH=/x\n{"PATH":"y"}${M}PATH=/bin${M}${M}PATH=/z\n`, { PATH: "/bin" }],
    ["the halves of the mark as text", `${mark.left} ${mark.right}${M}A=${mark.left}${M}${M}`, { A: mark.left }]
  ] as const)("reads %s", (_, output, variables) => assert.deepStrictEqual(parse(output), variables))

  it("keeps a variable called __proto__ a variable", () => {
    const variables = Result.getOrThrow(LoginProbe.parse(`${M}__proto__=x${M}${M}`, mark))
    assert.deepStrictEqual(Object.entries(variables), [["__proto__", "x"]])
    assert.strictEqual(Object.getPrototypeOf(variables), Object.prototype)
  })

  it.each([
    ["", "no marks"],
    ["PATH=/bin\n", "no marks"],
    [`exec awk "${mark.left}" "${mark.right}"`, "no marks"],
    [M, "cut off"],
    [`${M}PATH=/bin`, "cut off"],
    [`${M}PATH=/bin${M}`, "cut off"],
    [`${M}PATH=/bin${M}${M.slice(0, -1)}`, "cut off"]
  ])("takes %j for no answer: %s", (output, reason) => assert.strictEqual(parse(output), reason))
})

describe("LoginProbe.makeMark", () => {
  it.effect("makes 32 hexadecimal digits, each time others", () =>
    Effect.gen(function* () {
      const marks = yield* Effect.replicateEffect(LoginProbe.makeMark, 100)
      for (const { left, right } of marks) {
        assert.match(left, /^[0-9a-f]{16}$/)
        assert.match(right, /^[0-9a-f]{16}$/)
      }
      assert.strictEqual(new Set(marks.map(({ left, right }) => left + right)).size, 100)
    })
  )
})

describe("LoginProbe.makeMark, at the ends of what is random", () => {
  it.effect.each([
    ["0", 0],
    ["f", 1 - Number.EPSILON]
  ] as const)("makes no more and no fewer digits of %s", ([digit, drawn]) =>
    Effect.gen(function* () {
      const { left, right } = yield* LoginProbe.makeMark
      assert.strictEqual(left + right, digit.repeat(32))
    }).pipe(
      Effect.provideService(Random.Random, {
        nextDoubleUnsafe: () => drawn,
        nextIntUnsafe: () => Math.floor(drawn * Number.MAX_SAFE_INTEGER)
      })
    )
  )
})

describe("LoginProbe.argumentsFor", () => {
  it.each([
    ["/bin/bash", ["-l", "-c"]],
    ["/usr/local/bin/fish", ["-l", "-c"]],
    ["/bin/tcsh", ["-c"]],
    ["/bin/csh", ["-c"]],
    ["/opt/mcsh", ["-l", "-c"]]
  ])("asks %s for a login where it can be", (shell, flags) =>
    assert.deepStrictEqual(LoginProbe.argumentsFor(shell, mark).slice(0, -1), flags)
  )

  it("asks no interactive shell, whose start-up files may wait for somebody (B099)", () => {
    for (const shell of ["/bin/bash", "/bin/tcsh"]) assert.notInclude(LoginProbe.argumentsFor(shell, mark), "-i")
  })

  it("asks in words that every shell takes alike, and that hold no whole mark", () => {
    const [question = ""] = LoginProbe.argumentsFor("/bin/sh", mark).slice(-1)
    assert.match(question, /^exec awk '[^'\\!$`]*'$/)
    assert.notInclude(question, M)
  })
})
