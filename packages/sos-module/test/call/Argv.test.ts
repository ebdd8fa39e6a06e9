import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Argv from "../../src/call/Argv.ts"
import type { Argument } from "../../src/definition/Definition.ts"
import { SosDuration } from "../../src/values/SosDuration.ts"
import { Timestamp } from "../../src/values/Timestamp.ts"
import type { Value } from "../../src/values/Value.ts"

const literal = (text: string): Argument => ({ _tag: "Literal", text })
const parameter = (name: string, allowDash = false): Argument => ({ _tag: "Parameter", name, allowDash })
const each = (name: string, flag?: string): Argument => ({ _tag: "Each", name, flag })
const places = { workspace: "/w", definition_dir: "/d" }

const fill = (elements: ReadonlyArray<Argument>, given: Readonly<Record<string, Value>> = {}) =>
  Argv.fill(elements, { places, given: new Map(Object.entries(given)) })

describe("Argv.fill", () => {
  it.each(["; rm -rf x", "$(id)", "*", '"', "a b", "", "~", "%PATH%", "line\nbreak", "$\u007bx}"])(
    "hands %j over as one element, to the letter [SOS-ARG-01]",
    (text) => {
      assert.deepStrictEqual(fill([literal("echo"), parameter("x")], { x: text }), Result.succeed(["echo", text]))
    }
  )

  it.each([
    ["1000000", 1_000_000],
    ["0.1", 0.1],
    ["true", true],
    ["null", null],
    ["1h0m0s", new SosDuration(3_600_000_000_000n)],
    ["1970-01-01T00:00:00Z", new Timestamp(0n, 0)],
    ['{"k":[1,"a b"]}', new Map<string, Value>([["k", [1, "a b"]]])],
    ["-5", -5]
  ] as ReadonlyArray<[string, Value]>)("writes %s for a value that is no text [SOS-ARG-02]", (text, value) => {
    assert.deepStrictEqual(fill([parameter("x")], { x: value }), Result.succeed([text]))
  })

  it("puts the two places in [SOS-ARG-03]", () => {
    const elements: ReadonlyArray<Argument> = [
      { _tag: "Place", place: "workspace" },
      { _tag: "Place", place: "definition_dir" }
    ]
    assert.deepStrictEqual(fill(elements), Result.succeed(["/w", "/d"]))
  })

  it("repeats an element for each of a list, with a flag before each or without [SOS-ARG-04]", () => {
    const given = { tags: ["a b", "c"] }
    assert.deepStrictEqual(fill([each("tags")], given), Result.succeed(["a b", "c"]))
    assert.deepStrictEqual(fill([each("tags", "--tag")], given), Result.succeed(["--tag", "a b", "--tag", "c"]))
    assert.deepStrictEqual(fill([each("tags", "--tag")], { tags: [] }), Result.succeed([]))
    assert.deepStrictEqual(fill([each("tags")], { tags: null }), Result.succeed([]))
  })

  it.each([
    [[parameter("x")]],
    [[literal("-"), parameter("x")]],
    [[parameter("x"), literal("--")]],
    [[each("x")]],
    [[each("x", "--tag")]]
  ])("refuses text that starts with a dash where it could be an option (B139) [SOS-ARG-05]", (elements) => {
    for (const x of elements[0]?._tag === "Each" ? [["-o"]] : ["--upload-pack=x", "-"]) {
      const reason = 'text that starts with "-" and could be taken for an option'
      assert.deepStrictEqual(fill(elements, { x }), Result.fail({ parameter: "x", reason }))
    }
  })

  it("takes it behind the end of options, and where the definition allows it (B139) [SOS-ARG-05]", () => {
    assert.deepStrictEqual(fill([literal("--"), parameter("x")], { x: "-a" }), Result.succeed(["--", "-a"]))
    assert.deepStrictEqual(fill([literal("--"), each("x")], { x: ["-a"] }), Result.succeed(["--", "-a"]))
    assert.deepStrictEqual(fill([parameter("x", true)], { x: "-a" }), Result.succeed(["-a"]))
  })

  it("refuses NUL wherever it stands, even where a dash is allowed [SOS-ARG-06]", () => {
    const refused = Result.fail({ parameter: "x", reason: "text with a NUL character" })
    assert.deepStrictEqual(fill([literal("--"), parameter("x", true)], { x: "a\0b" }), refused)
    assert.deepStrictEqual(fill([each("x")], { x: ["a", "\0"] }), refused)
  })

  it("does not take what a value says for the end of options [SOS-ARG-05]", () => {
    const elements = [parameter("x", true), parameter("y")]
    assert.isTrue(Result.isFailure(fill(elements, { x: "--", y: "-a" })))
  })
})
