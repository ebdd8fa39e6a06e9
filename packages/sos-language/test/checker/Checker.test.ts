import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Checker from "../../src/checker/Checker.ts"
import * as Parser from "../../src/Parser.ts"
import { check, told } from "../support/checks.ts"

const lines = (...all: ReadonlyArray<string>) => all.join("\n")
const weather = 'import "example.com/acme/weather" as weather'

/** Checks a file without imports. */
const alone = (text: string) => {
  const { diagnostics, program, source } = Parser.parse("test.sos", text)
  return { read: diagnostics, ...Checker.check({ file: "test.sos", lines: source.lines, program, imports: [] }) }
}

const messages = (text: string): ReadonlyArray<string> => {
  const { diagnostics, read } = alone(text)
  return [...read, ...diagnostics].map(({ message, range: { start } }) => `${start.line}:${start.column}: ${message}`)
}

describe("Checker.check", () => {
  it.effect("lists what a program can call with the failures that may leave it, sorted [SOS-CHK-02]", () =>
    Effect.gen(function* () {
      const main = lines(
        weather,
        'import "local/words" as words',
        'import "example.com/me/tools"',
        "to even with n:",
        "  call odd with n called answer",
        "  return answer",
        "to odd with n:",
        "  when n is 0:",
        '    call weather.days with {city: "Lima"}, 2',
        "  call even with n - 1 called answer",
        "  return answer",
        "to safe:",
        "  call even with 2",
        "    on failure NoStation: recover",
        "    on failure:",
        "      stop",
        "to passing:",
        "  call even with 2",
        "    on failure Closed: pass failure on",
        "    on failure: recover"
      )
      const { actions, diagnostics } = yield* check(main)
      assert.deepStrictEqual(diagnostics, [])
      assert.deepStrictEqual(
        actions.map(({ name, possibleFailures }) => [name, ...possibleFailures]),
        [
          ["even", "Closed", "NoStation"],
          ["odd", "Closed", "NoStation"],
          ["safe"],
          ["passing", "Closed"],
          ["weather.current", "NoStation"],
          ["weather.days", "Closed", "NoStation"],
          ["weather.inspect"],
          ["weather.forget"],
          ["words.wait"],
          ["words.inspect"],
          ["double"],
          ["treble"]
        ]
      )
    })
  )

  it.effect("says nothing about what belongs to an import that was not found [SOS-CHK-03]", () =>
    Effect.gen(function* () {
      const main = lines(
        'import "local/nothing" as nothing',
        "call nothing.at with 1 called x",
        "  on failure Any: recover with x",
        "show field of x"
      )
      const all = yield* told(main)
      assert.deepStrictEqual(all, [
        'main.sos:1:1: "local/nothing" is not registered; expected it in /p/sos.toml',
        'main.sos:3:32: "x" has no value here; expected a line above that gives it one'
      ])
      assert.lengthOf(yield* told('import "local/nothing"\nanything with 1\ncall other called x\nshow x'), 1)
      assert.lengthOf(yield* told(`${weather}\nanything with 1\ncall other called x\nshow x`), 2)
    })
  )

  it.effect("takes one module under two names for one [SOS-CHK-04]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* told(lines(weather, 'import "example.com/acme/weather" as other', "call other.forget")),
        []
      )
    })
  )

  it("knows what one way, both ways and no way through a program bind [SOS-CHK-05]", () => {
    const ways = (after: string) =>
      lines("make a 1", "when a > 0:", "  make b 1", "  make c 1", "otherwise:", '  make c "one"', after)
    assert.deepStrictEqual(messages(ways("show b + c")), [])
    assert.deepStrictEqual(messages(ways('show b + "one"')), [
      "7:6: + gets number and text; expected two numbers or two texts"
    ])
    assert.deepStrictEqual(messages(ways('show a + "one"')), [
      "7:6: + gets number and text; expected two numbers or two texts"
    ])
    assert.deepStrictEqual(messages('make a 1\nrepeat 2 times:\n  show a\n  make a "one"\nshow a + 1'), [])
    assert.deepStrictEqual(messages("make a null\nwhen a is null:\n  make a 1\nshow a + 1"), [])
  })

  it("does not rely on what other actions change [SOS-CHK-06]", () => {
    const changing = (verb: string) =>
      lines("make a 1", "to change:", `  ${verb} a "one"`, "call change", 'show a + "two"')
    assert.deepStrictEqual(messages(changing("set")), [])
    assert.deepStrictEqual(messages(changing("make")), [
      "5:6: + gets number and text; expected two numbers or two texts"
    ])
    assert.deepStrictEqual(
      messages("to act:\n  set a 1\n  call other\n  show field of a\nmake a 1\nto other:\n  set a {field: 2}"),
      []
    )
  })

  it("keeps to itself what an item of a map makes [SOS-CHK-07]", () => {
    const map = (after: string) =>
      lines("map each x in [1] with at most 1 running called all:", "  make own x", "  return own", after)
    assert.deepStrictEqual(messages(map("show all")), [])
    assert.deepStrictEqual(messages(map("show own")), [
      '4:6: "own" has no value here; expected a line above that gives it one'
    ])
    assert.deepStrictEqual(messages(map("show x")), [
      '4:6: "x" has no value here; expected a line above that gives it one'
    ])
  })

  it("knows the result behind a handler that recovers, and what a handler leaves there [SOS-CHK-08]", () => {
    const made = (handler: string, after: string) => lines("make a 1 / 2", `  on failure: ${handler}`, after)
    assert.deepStrictEqual(messages(made("recover with 2", "show a + 1")), [])
    assert.deepStrictEqual(messages(made("recover with 2", 'show a + "1"')), [
      "3:6: + gets number and text; expected two numbers or two texts"
    ])
    assert.deepStrictEqual(messages(made('make a "none"', 'show a + "1"')), [])
  })

  it("compares records by their fields, however often they hold each other [SOS-CHK-09]", () => {
    const tower = (name: string, last: string) =>
      Array.from({ length: 40 }, (_, at) =>
        lines(
          `define ${name}${at}:`,
          `  a as ${at === 39 ? last : `${name}${at + 1}`}`,
          `  b as ${at === 39 ? last : `${name}${at + 1}`}`
        )
      )
    const program = (last: string) =>
      lines(
        ...tower("L", "text"),
        ...tower("R", last),
        "to left with x as L0:",
        "  show x",
        "to right with y as R0:",
        "  call left with y"
      )
    assert.deepStrictEqual(messages(program("text")), [])
    const [message] = messages(program("number"))
    assert.match(message ?? "", /: left received x\.(?:a\.){39}a as number; expected text$/)
  })

  it("comes to its end in time for programs that are made to be slow [SOS-CHK-10]", () => {
    const many = Array.from({ length: 1500 }, (_, at) => at)
    const chain = many.map((at) => lines(`to a${at}:`, `  call a${at + 1}`))
    const programs = [
      lines(...chain, "to a1500:", '  fail Lost with ""', "define failure Lost:", "  x as optional text"),
      many.map((at) => `show unknown_name_number_${at}`).join("\n"),
      many.map((at) => `make known_name_number_${at} unknown_name_number_${at}`).join("\n"),
      many.map((at) => `when true:\n  make name${at} 1`).join("\n"),
      many.map((at) => `repeat 2 times:\n  make name${at} 1`).join("\n"),
      many.map((at) => `define R${at}:\n  x as R${(at + 1) % 1500}`).join("\n")
    ]
    const sizes = programs.map((program) => alone(program).diagnostics.length)
    assert.deepStrictEqual(sizes, [0, 1500, 1500, 0, 0, 1500])
  })

  it("takes rows of operators inside each other as the parser does [SOS-CHK-12]", () => {
    let spine = "1"
    for (let level = 0; level < 60; level++) spine = `(${spine}${" + 1".repeat(300)})`
    assert.deepStrictEqual(messages(`show ${spine}`), [])
  })

  it.each([
    ["[a]", ["make b a", "show [a, b] + 1"], "12003:6: + gets list and number; expected two numbers or two texts"],
    [
      "[a]",
      ["call words with a", "to words with x as text:", "  show x"],
      "12002:17: words received x as list of list of list of list of list; expected text"
    ],
    [
      "{x: a}",
      ["call take with a", "define R:", "  x as R", "to take with r as R:", "  show r"],
      "12003:8: R holds itself; expected records that come to an end"
    ]
  ] as const)(
    "takes values that hold each other, %s of %s, however deep they are [SOS-CHK-12]",
    (inside, rest, expected) => {
      const deep = Array.from({ length: 12_000 }, () => `make a ${inside}`)
      assert.deepStrictEqual(messages(lines("make a 1", ...deep, ...rest)), [expected])
    }
  )

  const word = Schema.Literals([
    "make a",
    "set a",
    "show a",
    "call b with",
    "b a",
    "to b with c returning text may fail with D:",
    "define D:",
    "define failure D:",
    "a as D",
    "a from",
    "on failure D using a:",
    "on failure:",
    "for each a in",
    "map each a in [1] with at most 2 running called c:",
    "when a:",
    "otherwise:",
    "while true:",
    "recover with",
    "return",
    "fail D with",
    "capture b called a",
    "append a to",
    "rethrow",
    "import",
    "make a as D with:",
    "1",
    "a",
    "a.b",
    '"{a}"',
    "[a, 1]",
    "{b: a}"
  ])

  it.prop(
    "tells places in the file, whatever it holds [SOS-CHK-11]",
    { rows: Schema.Array(Schema.Struct({ indent: Schema.Literals([0, 0, 0, 2, 4]), words: Schema.Array(word) })) },
    ({ rows }) => {
      const text = rows.map(({ indent, words }) => " ".repeat(indent) + words.slice(0, 2).join(" ")).join("\n")
      const { diagnostics } = alone(text)
      const all = text.split("\n")
      for (const { message, range } of diagnostics) {
        assert.isAbove(message.length, 0)
        assert.isAtMost(range.start.column, (all[range.start.line - 1] ?? "").length + 1)
      }
      assert.deepStrictEqual(alone(text).diagnostics, diagnostics)
    },
    { arbitrary: { runs: 1000 } }
  )
})
