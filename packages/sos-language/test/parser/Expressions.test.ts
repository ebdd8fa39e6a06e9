import { assert, describe, it } from "@effect/vitest"
import { expressionOf, type Short } from "../support/tree.ts"

describe("Expressions", () => {
  it.each([
    ["37", 37],
    ["0.1", 0.1],
    [".5", 0.5],
    ["1e3", 1000],
    ["true", true],
    ["on", true],
    ["false", false],
    ["off", false],
    ["null", null],
    ["now", ["now"]],
    ["5s", ["duration", "5s"]],
    ["1h30m", ["duration", "1h30m0s"]],
    ["1.5s", ["duration", "1.5s"]],
    ["0", 0],
    ["empty list", ["list"]],
    ["empty record", ["record"]],
    ["[]", ["list"]],
    ["[1, [2], a]", ["list", 1, ["list", 2], "a"]],
    ["{}", ["record"]],
    ['{a: 1, "b c": {d: 2}}', ["record", ["a", 1], ["b c", ["record", ["d", 2]]]]],
    ["(1)", 1],
    ["a", "a"],
    ["first.name", ["field", "first", "name"]],
    ["a.b.c", ["field", ["field", "a", "b"], "c"]],
    ["name of person", ["field", "person", "name"]],
    ["city of address of person", ["field", ["field", "person", "address"], "city"]],
    ["name of a.b", ["field", ["field", "a", "b"], "name"]],
    ["count of xs", ["count", "xs"]],
    ["length of xs", ["count", "xs"]],
    ['words of "a b"', ["words", ["text", "a b"]]],
    ["first 3 items of xs", ["first", 3, "xs"]],
    ["last n of xs", ["last", "n", "xs"]],
    ["first 2 xs", ["first", 2, "xs"]],
    ["count", "count"]
  ] as ReadonlyArray<[string, Short]>)("reads %s [SOS-PARSE-10]", (text, tree) => {
    assert.deepStrictEqual(expressionOf(text), tree)
  })

  it.each([
    ["a or b and c", ["or", "a", ["and", "b", "c"]]],
    ["a and b or c", ["or", ["and", "a", "b"], "c"]],
    ["a is b and c is not d", ["and", ["==", "a", "b"], ["!=", "c", "d"]]],
    ["a == b", ["==", "a", "b"]],
    ["a != b", ["!=", "a", "b"]],
    ["a<=b", ["<=", "a", "b"]],
    ["a >= b", [">=", "a", "b"]],
    ["a < b + 1", ["<", "a", ["+", "b", 1]]],
    ["a > b", [">", "a", "b"]],
    ['xs contains "x"', ["contains", "xs", ["text", "x"]]],
    ["1 + 2 * 3 - 4", ["-", ["+", 1, ["*", 2, 3]], 4]],
    ["1 plus 2 times 3 minus 4", ["-", ["+", 1, ["*", 2, 3]], 4]],
    ["8 / 4 % 3", ["%", ["/", 8, 4], 3]],
    ["a-b", ["-", "a", "b"]],
    ["not a is b", ["==", ["not", "a"], "b"]],
    ["- a * b", ["*", ["-", "a"], "b"]],
    ["not not a", ["not", ["not", "a"]]],
    ["-5s", ["-", ["duration", "5s"]]],
    ["(1 + 2) * 3", ["*", ["+", 1, 2], 3]],
    ["count of xs + 1", ["+", ["count", "xs"], 1]],
    ["is_ready", "is_ready"]
  ] as ReadonlyArray<[string, Short]>)("binds %s as the table of precedence says [SOS-PARSE-11]", (text, tree) => {
    assert.deepStrictEqual(expressionOf(text), tree)
  })

  it.each([
    ['"a\\n\\"\\\\\\/\\u00e9\\ud83d\\ude00"', ["text", 'a\n"\\/é😀']],
    ['""', ["text"]],
    ['"# no comment"', ["text", "# no comment"]],
    ['"with called {a} or"', ["text", "with called ", ["{}", "a"], " or"]],
    ['"{1 + 2}{b}"', ["text", ["{}", ["+", 1, 2]], ["{}", "b"]]],
    ['"$\u007bprice of tick}"', ["text", "$", ["{}", ["field", "tick", "price"]]]],
    ['"{ {a: 1} }"', ["text", ["{}", ["record", ["a", 1]]]]],
    ['"{count of \\"}\\"}"', ["text", ["{}", ["count", ["text", "}"]]]]],
    ['"a } b"', ["text", "a } b"]]
  ] as ReadonlyArray<[string, Short]>)(
    "reads text %# of the table, escapes and expressions in it [SOS-PARSE-12]",
    (text, tree) => {
      assert.deepStrictEqual(expressionOf(text), tree)
    }
  )

  it.each([
    ["", "found the end of the line; expected a value"],
    ["1 +", "found the end of the line; expected a value"],
    ["(1", 'found the end of the line; expected ")"'],
    ["[1 2]", 'found "2"; expected "," or "]"'],
    ["{a 1}", 'found "1"; expected ":"'],
    ["{1: 2}", 'found "1"; expected the name of a field'],
    ["1e-3", /found "1e"; expected a value: a name/],
    ["a b", 'found "b"; expected the end of the line'],
    ["a..b", /found "a..b"; expected a value/],
    ["5d", /found "5d"; expected a value/],
    ['"{a"', 'found "{" without its "}"; expected an expression and "}"'],
    ['"{}"', "found the end of the line; expected a value"],
    ['"{a b}"', 'found "b"; expected the end of the line'],
    ['"\\x"', /found an unknown escape; expected one of/],
    ['"\\ud800"', "found half of a character in text; expected both of its escapes"],
    ['"abc', /found text without its closing quote/],
    ["name of first", "found the end of the line; expected a value"]
  ] as ReadonlyArray<[string, string | RegExp]>)(
    "says of %s what it found and what it expected [SOS-PARSE-13]",
    (text, message) => {
      const [told] = [expressionOf(text)]
      if (typeof message === "string") assert.strictEqual(told, message)
      else assert.match(String(told), message)
    }
  )

  it("reads 64 levels and 1000 operators in a row, and refuses more without overflowing [SOS-PARSE-14]", () => {
    const nested = (levels: number) => `${"(".repeat(levels)}1${")".repeat(levels)}`
    assert.strictEqual(expressionOf(nested(60)), 1)
    for (const deep of [nested(100_000), `${"not ".repeat(100_000)}a`, "[".repeat(100_000), "a of ".repeat(100_000)]) {
      assert.include(String(expressionOf(deep)), "nested at most 64 levels deep")
    }
    const chain = (operators: number) => `1${" + 1".repeat(operators)}`
    assert.isArray(expressionOf(chain(1000)))
    assert.include(String(expressionOf(chain(1001))), "more than 1000 operators in a row")
    assert.include(String(expressionOf(`a${".b".repeat(65)}`)), "more than 64 fields in a row")
    let text = '"x"'
    for (let level = 0; level < 12; level++) text = JSON.stringify(`{${text}}`)
    assert.isArray(expressionOf(text))
  })
})
