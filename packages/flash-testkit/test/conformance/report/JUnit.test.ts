import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as JUnit from "../../../src/conformance/report/JUnit.ts"
import { mixed } from "../reports.ts"

const reference = "&(?:amp|lt|gt|quot|apos|#\\d+);"
const tag = new RegExp(`^<(/?)([\\w-]+)(?: \\w+="(?:[^<&"]|${reference})*")*(/?)>`)
const text = new RegExp(`^(?:[^<&]|${reference})+`)

/** Tells well-formed XML of elements, attributes and text: tags nest, and nothing stands raw that has to be escaped. */
const isWellFormed = (xml: string): boolean => {
  const open: Array<string> = []
  let rest = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, "")
  while (rest !== "") {
    const [found, closes, name = "", empty] = tag.exec(rest) ?? text.exec(rest) ?? [""]
    if (found === "") return false
    if (closes === "/" && open.pop() !== name) return false
    if (name !== "" && closes === "" && empty === "") open.push(name)
    rest = rest.slice(found.length)
  }
  return open.length === 0
}

describe("JUnit", () => {
  it("has a suite for each scenario, and counts what keeps a plugin from conforming", () => {
    const xml = JUnit.print(mixed)
    assert.isTrue(isWellFormed(xml))
    assert.include(xml, '<testsuites name="sample" time="2.500" tests="5" failures="2" skipped="1">')
    assert.include(xml, '<testsuite name="handshake" time="1.235" tests="2" failures="1" skipped="0">')
    assert.include(xml, '<failure message="a &lt;b&gt; &amp; &quot;c&quot;\ufffd[31m\ufffd"/>')
    assert.include(xml, "<system-out>warning: replies</system-out>")
    assert.include(xml, '<skipped message="it sent no catalog"/>')
  })

  it.prop("is well formed whatever a reason holds", [Schema.String], ([reason]) => {
    const [first] = mixed.rows
    if (first === undefined) return assert.fail("no row")
    const rows = [{ ...first, scenario: reason, verdict: { _tag: "Failed", reason } as const }]
    assert.isTrue(isWellFormed(JUnit.print({ ...mixed, rows })))
  })

  it.each([
    ["\u0000\u001b\ufffe", "\ufffd\ufffd\ufffd"],
    ["\ud800", "\ufffd"],
    ["🚀é", "🚀é"],
    ["a\tb\nc", "a&#9;b&#10;c"],
    [`<&>"'`, "&lt;&amp;&gt;&quot;&apos;"]
  ])("writes %j as XML can hold it", (text, expected) => {
    assert.strictEqual(JUnit.escape(text), expected)
  })
})
