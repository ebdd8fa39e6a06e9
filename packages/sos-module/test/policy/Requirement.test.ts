import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Requirement from "../../src/policy/Requirement.ts"

const requirement = (text: string) => Result.getOrThrow(Requirement.parse(text))

const versionOf = (text: string): Requirement.Version => {
  const version = Requirement.detect(text)?.version
  assert.isDefined(version)
  return version
}

const Part = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))
const Identifier = Schema.Literals(["0", "1", "9", "10", "123", "alpha", "beta", "rc", "-", "1a", "A"])
const Version = Schema.Struct({
  numbers: Schema.Tuple([Part, Part, Part]),
  prerelease: Schema.Array(Identifier).check(Schema.isMaxLength(3))
})
const Operator = Schema.Literals([">=", "<=", ">", "<", "="])

describe("Requirement.parse", () => {
  it.each([
    [">=3.11", ">=3.11.0"],
    [">= 2.40", ">=2.40.0"],
    ["<=1.2.3", "<=1.2.3"],
    [">0.1", ">0.1.0"],
    ["<  10.20.30", "<10.20.30"],
    ["=1.0.0", "=1.0.0"],
    ["2.40", "=2.40.0"],
    [" 2.40", "=2.40.0"],
    [">=1.2-rc.1", ">=1.2.0-rc.1"],
    ["1.2.3-0.a-b.10", "=1.2.3-0.a-b.10"]
  ])("reads %j as %s [SOS-VER-02]", (text, printed) => {
    const read = requirement(text)
    assert.strictEqual(Requirement.print(read), printed)
    assert.strictEqual(read.text, text)
  })

  it.each([
    "",
    "3",
    "1.2.3.4",
    "^2",
    "^2.1",
    "~2.1",
    ">=2.x",
    ">=2, <3",
    ">=2.0 <3.0",
    "==2.0",
    "=>2.0",
    "!=2.0",
    "v2.0",
    ">=v2.0",
    "01.2",
    "1.02",
    "1.2.03",
    "1.2-",
    "1.2.3-a..b",
    "1.2.3-01",
    "1.2.3+build",
    "1.2.3 ",
    "1.9007199254740993",
    "1.2\n",
    "1,2"
  ])("refuses %j with what is expected [SOS-VER-02]", (text) => {
    assert.strictEqual(Result.getOrThrow(Result.flip(Requirement.parse(text))), Requirement.expected)
  })

  it.prop("reads back every requirement that it prints [SOS-VER-02]", [Operator, Version], ([operator, version]) => {
    const printed = Requirement.print({ operator, version, text: "" })
    assert.deepStrictEqual(requirement(printed), { operator, version, text: printed } as Requirement.Requirement)
  })
})

describe("Requirement.compare", () => {
  it("orders as Semantic Versioning does [SOS-VER-03]", () => {
    const ordered = [
      "0.9.9",
      "0.10.0",
      "1.0.0-0",
      "1.0.0-2",
      "1.0.0-10",
      "1.0.0-99999999999999999999",
      "1.0.0-100000000000000000000",
      "1.0.0--",
      "1.0.0-A",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0",
      "1.0.1-x",
      "1.0.1",
      "1.1.0",
      "2.0.0"
    ].map(versionOf)
    for (const [index, one] of ordered.entries()) {
      for (const [position, other] of ordered.entries()) {
        assert.strictEqual(Math.sign(Requirement.compare(one, other)), Math.sign(index - position))
      }
    }
  })

  it.prop(
    "is an order: it turns around with its operands, and chains [SOS-VER-03]",
    [Version, Version, Version],
    ([a, b, c]) => {
      assert.strictEqual(Math.sign(Requirement.compare(a, b)) + Math.sign(Requirement.compare(b, a)), 0)
      if (Requirement.compare(a, b) <= 0 && Requirement.compare(b, c) <= 0) {
        assert.isAtMost(Requirement.compare(a, c), 0)
      }
    }
  )
})

describe("Requirement.isSatisfied", () => {
  it.each([
    [">=2.40", ["2.40", "2.40.1", "3.0.0"], ["2.39.9", "2.40.0-rc.1"]],
    ["<=2.40", ["2.40", "2.40.0-rc.1", "1.0"], ["2.40.1"]],
    [">2.40", ["2.40.1", "3.0.0-a"], ["2.40", "2.39"]],
    ["<2.40", ["2.39.9", "2.40.0-rc.1"], ["2.40", "2.40.1"]],
    ["2.40", ["2.40", "2.40.0"], ["2.40.1", "2.39", "2.40.0-rc.1"]]
  ])("holds %s for %j and not for %j [SOS-VER-03]", (text, good, bad) => {
    for (const version of good) assert.isTrue(Requirement.isSatisfied(requirement(text), versionOf(version)), version)
    for (const version of bad) assert.isFalse(Requirement.isSatisfied(requirement(text), versionOf(version)), version)
  })
})

describe("Requirement.prereleaseNote", () => {
  it("explains that a prerelease sorts below its release (B129) [SOS-VER-05]", () => {
    assert.strictEqual(
      Requirement.prereleaseNote(requirement(">=0.37.0"), versionOf("tool 0.37.0-dev.1")),
      "0.37.0-dev.1 is a prerelease, which sorts below 0.37.0"
    )
  })

  it.each([
    [">=0.37.0", "0.36.0-dev.1"],
    [">=0.37.0", "0.37.0"],
    [">=0.37.0", "0.36.0"],
    ["<0.37.0", "0.37.0-dev.1"]
  ])("says nothing where that is not the reason: %s, %s [SOS-VER-05]", (text, version) => {
    assert.isUndefined(Requirement.prereleaseNote(requirement(text), versionOf(version)))
  })
})

describe("Requirement.detect", () => {
  it.each([
    ["git version 2.40.1", "2.40.1"],
    ["git version 2.39.3 (Apple Git-146)\n", "2.39.3"],
    ["Python 3.11.7", "3.11.7"],
    ["v20.20.2", "20.20.2"],
    ["tool v1.12.3-beta", "1.12.3-beta"],
    ["tool 0.8.2 (43e88a84)", "0.8.2"],
    ["Docker version 24.0.7, build afdd53b", "24.0.7"],
    ["tool (1.2)", "1.2.0"],
    ["tool [v1.2.3];", "1.2.3"],
    ["release 7 of tool 1.2.3.4 is 5.6.7 or 8.9", "5.6.7"],
    ["1.2.3+b then 2.0.0", "2.0.0"],
    ["\u001b[1m2.0 3.1", "3.1.0"]
  ])("finds the first version in %j (B130, B131) [SOS-VER-04]", (output, printed) => {
    assert.strictEqual(Requirement.printVersion(versionOf(output)), printed)
  })

  it.each(["2.040", "1.2.3-", "1.2.3-a_b", "1.9007199254740993", "1.2-01"])(
    "takes %s for a version that cannot be read, which meets no requirement [SOS-VER-04]",
    (output) => {
      assert.deepStrictEqual(Requirement.detect(`tool ${output} 3.0.0`), { text: output, version: undefined })
    }
  )

  it.each(["", "tool", "7", "1.2.3+b", "2.40.1.windows.1", "x1.2", "1.2.x", "vv1.2", "()[]"])(
    "finds none in %j [SOS-VER-04]",
    (output) => {
      assert.isUndefined(Requirement.detect(output))
    }
  )

  it.prop("takes any output [SOS-VER-04]", [Schema.String], ([output]) => {
    const detected = Requirement.detect(output)
    assert.isTrue(detected === undefined || output.includes(detected.text))
  })

  it.each(["1", "1.", "1.1-+", "1.1-1.", "(", "v", " ", "1.1-0_"])(
    "takes output of any length: %j repeated [SOS-VER-04]",
    (piece) => {
      assert.isUndefined(Requirement.detect(piece.repeat(500_000))?.version)
    }
  )
})
