import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { hasEscapedName, scan, suspicious, worthScanning } from "../src/JsonScan.ts"

const needsScan = ({ decimal, loneSurrogate, overflow }: ReturnType<typeof scan>) =>
  decimal || loneSurrogate || overflow

describe("JsonScan", () => {
  it.prop(
    "never rules out a line in which a scan finds something",
    {
      sign: Schema.Literals(["", "-"]),
      whole: Schema.Literals([
        "0",
        "1",
        "7",
        "999999999999",
        "8796093022208",
        "4503599627370496",
        "9007199254740991",
        "9".repeat(309)
      ]),
      fraction: Schema.Literals([
        "",
        ".0",
        ".00",
        ".5",
        ".9999",
        ".99999",
        ".9999999999999999999",
        ".000000000000000000001"
      ]),
      exponent: Schema.Literals(["", "e0", "E+2", "e-1", "e400"]),
      around: Schema.Literals(['{"a":N}', '{"a":[1,N]}', '{"a" :\t[ N ]}', '{"a":"\\ud800","b":N}'])
    },
    ({ sign, whole, fraction, exponent, around }) => {
      const text = around.replace("N", sign + whole + fraction + exponent)
      if (needsScan(scan(text))) assert.isTrue(suspicious(text) && worthScanning(text), text)
    },
    { arbitrary: { runs: 1000 } }
  )

  it.each([
    '{"jsonrpc":"2.0","id":12,"result":{"ok":true}}',
    '{"method":"log","params":{"message":"indexed file number 12345678","level":"info"}}',
    '{"a":29.5,"b":-1234.1234}',
    `{"a":"${"1".repeat(308)}"}`
  ])("rules out %s at the first search", (text) => {
    assert.isFalse(suspicious(text))
  })

  it.each(['{"a":"v1.0.3 at 10:00:00.000Z"}', '{"a":0.05,"b":3.14159}', '{"sha":"3e8a1e5"}'])(
    "rules out %s at the second search",
    (text) => {
      assert.isFalse(worthScanning(text))
    }
  )

  it.each(['{"\\u0061":1}', '{"a\\n":1}', '{"a":"\\"","b\\\\" : 1}'])("has a second look at the name in %s", (text) => {
    assert.isTrue(suspicious(text) && hasEscapedName(text))
  })

  it("counts the nesting outside of text", () => {
    assert.strictEqual(scan('{"a":[{"b":"[[[{{{"}],"c":"\\"[[["}').depth, 3)
  })
})
