import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Parser from "../src/Parser.ts"
import { read, type Short } from "./support/tree.ts"

const show = 'did you mean "show"?'

describe("Parser", () => {
  it.each([
    ['import "a/b"', ["import", "a/b", undefined]],
    ['import "a/b" as c', ["import", "a/b", "c"]],
    ["call run", ["call", undefined, "run", [], undefined]],
    ["call a.run with 1, b called c", ["call", "a", "run", [1, "b"], "c"]],
    ['call a.run with "called x"', ["call", "a", "run", [["text", "called x"]], undefined]],
    ["run", ["sentence", undefined, "run", [], undefined]],
    ["a.run 1 + 2 called c", ["sentence", "a", "run", [["+", 1, 2]], "c"]],
    ["run with 1, [2, 3]", ["sentence", undefined, "run", [1, ["list", 2, 3]], undefined]],
    ["run called c", ["sentence", undefined, "run", [], "c"]],
    ["show a", ["show", "a", undefined]],
    ["print a", ["show", "a", undefined]],
    ["emit a as table", ["show", "a", []]],
    ["show a as table with b, c", ["show", "a", ["b", "c"]]],
    ["make a 1", ["make", "a", 1]],
    ["make a as 1", ["make", "a", 1]],
    ["assign a 1", ["assign", "a", 1]],
    ["set a 1", ["set", "a", 1]],
    ["finish", ["finish", undefined]],
    ["finish with 1", ["finish", 1]],
    ["return 1", ["finish", 1]],
    ['fail Lost with "m"', ["fail", "Lost", ["text", "m"]]],
    ['fail Lost with "m":\n  a from 1\n  b from c', ["fail", "Lost", ["text", "m"], ["a", 1], ["b", "c"]]],
    ["recover", ["recover", undefined]],
    ["recover with 1", ["recover", 1]],
    ["pass failure on", ["pass on"]],
    ["rethrow", ["pass on"]],
    ["stop", ["stop", undefined]],
    ["stop with a", ["stop", "a"]],
    ["capture a.run with 1 called r", ["capture", "a", "run", [1], "r"]],
    ["append 1 to xs", ["append", 1, "xs"]],
    ["take first 2 items from xs called y", ["take", "first", 2, "xs", "y"]],
    ["take last n items from xs called y", ["take", "last", "n", "xs", "y"]],
    ["make a with:\n  b from 1", ["make record", "a", undefined, ["b", 1]]],
    ["make a as B with:\n  c from 1", ["make record", "a", "B", ["c", 1]]],
    ["for each x in xs:\n  show x", ["for", "x", "xs", undefined, [["show", "x", undefined]]]],
    ["for each x in xs numbered from 0:\n  show number", ["for", "x", "xs", 0, [["show", "number", undefined]]]],
    ["while a:\n  show a", ["while", "a", [["show", "a", undefined]]]],
    ["repeat 2 times 3 times:\n  show a", ["repeat", ["*", 2, 3], [["show", "a", undefined]]]],
    ["when a:\n  show a", ["when", "a", [["show", "a", undefined]], []]],
    ["when a:\n  show a\notherwise:\n  show b", ["when", "a", [["show", "a", undefined]], [["show", "b", undefined]]]],
    ["to run:\n  finish", ["to", "run", [], [], undefined, [], [["finish", undefined]]]],
    ["to run:\n  # elsewhere", ["to", "run", [], [], undefined, [], []]],
    [
      "to run with a, b as optional list of text using c, d returning Person may fail with E, F:\n  finish",
      [
        "to",
        "run",
        [
          ["a", undefined],
          ["b", "optional list of text"]
        ],
        ["c", "d"],
        "Person",
        ["E", "F"],
        [["finish", undefined]]
      ]
    ],
    ["define Empty:", ["record", "Empty"]],
    ["define P:\n  a as text\n  b as optional integer", ["record", "P", ["a", "text"], ["b", "optional integer"]]],
    ["define failure E:\n  a as text", ["failure", "E", ["a", "text"]]],
    [
      "map each x in xs with at most 4 running called ys collecting failures:\n  return x",
      ["map", "x", "xs", 4, "ys", true, [["finish", "x"]]]
    ]
  ] as ReadonlyArray<[string, Short]>)("reads statement %# of the table [SOS-PARSE-01]", (text, tree) => {
    assert.deepStrictEqual(read(text), [tree])
  })

  it("gives handlers to the statement above them, with bodies below or beside [SOS-PARSE-02]", () => {
    const text = `call a.run called r
  on failure Lost called f:
    show f
    recover with 1
  on failure Gone using city, code: recover with 2
  on failure:
    pass failure on
make x 1 / 0
  on failure: recover with 0
`
    assert.deepStrictEqual(read(text), [
      [
        "call",
        "a",
        "run",
        [],
        "r",
        [
          "on",
          "Lost",
          "f",
          [],
          [
            ["show", "f", undefined],
            ["recover", 1]
          ]
        ],
        ["on", "Gone", undefined, ["city", "code"], [["recover", 2]]],
        ["on", undefined, undefined, [], [["pass on"]]]
      ],
      ["make", "x", ["/", 1, 0], ["on", undefined, undefined, [], [["recover", 0]]]]
    ])
  })

  it("tells handlers of a record and of a map from their bodies [SOS-PARSE-02]", () => {
    const text = `make p as P with:
  a from b
  on failure: recover
map each x in xs with at most 2 running called ys:
  return x
  on failure: recover with empty list
`
    assert.deepStrictEqual(read(text), [
      ["make record", "p", "P", ["a", "b"], ["on", undefined, undefined, [], [["recover", undefined]]]],
      ["map", "x", "xs", 2, "ys", false, [["finish", "x"]], ["on", undefined, undefined, [], [["recover", ["list"]]]]]
    ])
  })

  it("passes over blank lines, comments, a byte order mark, CR LF and frontmatter [SOS-SRC-01]", () => {
    const text =
      '\ufeff+++\nversion = 1\n+++\r\n\r\n# comment\r\nwhen a: # why\r\n  # deep\r\n\r\n      # deeper\r\n  show "#" # end\r\n'
    assert.deepStrictEqual(read(text), [["when", "a", [["show", ["text", "#"], undefined]], []]])
  })

  it("knows where everything stands [SOS-SRC-02]", () => {
    const text = '# é\ncall weather.current with "San", -3 called report'
    const [call] = Parser.parse("a.sos", text).program.statements
    assert.isTrue(call?._tag === "Call")
    if (call?._tag !== "Call") return
    const at = (span: { readonly start: number; readonly end: number }) => text.slice(span.start, span.end)
    assert.deepStrictEqual(
      [call.qualifier, call.action, call.sink, ...call.arguments].map((node) => node && at(node.span)),
      ["weather", "current", "report", '"San"', "-3"]
    )
  })

  it("knows where an expression inside text stands, escapes or not [SOS-SRC-02]", () => {
    const text = 'show "\\n{count of nowhere} \\u00e9{b}"'
    const [shown] = Parser.parse("a.sos", text).program.statements
    assert.isTrue(shown?._tag === "Show" && shown.value._tag === "Text")
    if (shown?._tag !== "Show" || shown.value._tag !== "Text") return
    const inner = shown.value.parts.filter((part) => typeof part !== "string")
    assert.deepStrictEqual(
      inner.map(({ span }) => text.slice(span.start, span.end)),
      ["count of nowhere", "b"]
    )
  })

  it.prop(
    "never throws, and tells at most one problem a line, inside the file [SOS-PARSE-20]",
    {
      lines: Schema.Array(
        Schema.Struct({
          indent: Schema.Literals([0, 0, 1, 2, 4, 6]),
          words: Schema.Array(
            Schema.Literals([
              "call",
              "a.b",
              "with",
              ",",
              "called",
              "x",
              "on failure",
              ":",
              "when",
              "otherwise:",
              "to",
              "define",
              "{",
              "}",
              "[",
              "(",
              ")",
              '"',
              '"{x}"',
              "1",
              "5s",
              "not",
              "of",
              "first",
              "make",
              "as",
              "for each",
              "in",
              "#",
              "\t",
              "fail",
              "from"
            ])
          )
        })
      )
    },
    ({ lines }) => {
      const text = lines.map(({ indent, words }) => " ".repeat(indent) + words.slice(0, 12).join(" ")).join("\n")
      const { diagnostics } = Parser.parse("fuzz.sos", text)
      const rows = text.split("\n")
      for (const { message, range } of diagnostics) {
        assert.isAbove(message.length, 0)
        assert.isAtMost(range.start.line, rows.length)
        assert.isAtMost(range.start.column, (rows[range.start.line - 1]?.length ?? 0) + 1)
      }
      const perLine = new Set(diagnostics.map(({ range }) => range.start.line))
      assert.strictEqual(diagnostics.length, perLine.size)
    },
    { arbitrary: { runs: 1000 } }
  )

  it("guesses at the first broken lines of a file, so that many cost little [SOS-PARSE-20]", () => {
    const { diagnostics } = Parser.parse("many.sos", "shwo 1 2\n".repeat(100))
    const hints = diagnostics.map(({ hint }) => hint)
    assert.deepStrictEqual([hints.length, hints[0], hints[63], hints[64]], [100, show, show, undefined])
  })

  it("takes blocks 64 levels deep and tells deeper ones, however deep, once [SOS-PARSE-21]", () => {
    const nested = (levels: number) =>
      Array.from({ length: levels }, (_, level) => `${"  ".repeat(level)}when a:`).join("\n") +
      `\n${"  ".repeat(levels)}show a`
    assert.deepStrictEqual(Parser.parse("deep.sos", nested(64)).diagnostics, [])
    for (const levels of [65, 700]) {
      const messages = Parser.parse("deep.sos", nested(levels)).diagnostics.map(({ message }) => message)
      assert.deepStrictEqual(messages, ["blocks nested more than 64 levels deep; expected an action of its own"])
    }
    const stairs = Array.from({ length: 1400 }, (_, level) => `${" ".repeat(level)}show a`).join("\n")
    assert.isAbove(Parser.parse("stairs.sos", stairs).diagnostics.length, 0)
  })
})
