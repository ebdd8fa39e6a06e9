import { assert, describe, it } from "@effect/vitest"
import { argumentsOf, closingLine, names, variablesOf, withPath } from "../lib/verbs.mjs"

describe("argumentsOf", () => {
  it("puts the caller's arguments after the verb's own", () => {
    const args = argumentsOf("test", ["--project", "wire"])
    assert.deepStrictEqual(args?.slice(-2), ["--project", "wire"])
    assert.isTrue(args?.includes("vitest.workspace.ts"))
  })

  it("counts the tests whatever reporters the caller names", () => {
    const totals = "--reporter=./scripts/lib/totals.ts"
    const reporters = (extra: ReadonlyArray<string>) =>
      argumentsOf("test", extra)?.filter((argument) => argument.startsWith("--reporter"))
    assert.deepStrictEqual(reporters([]), ["--reporter=default", totals])
    assert.deepStrictEqual(reporters(["--reporter=verbose"]), [totals, "--reporter=verbose"])
    assert.deepStrictEqual(reporters(["--reporter", "json"]), [totals, "--reporter"])
    assert.deepStrictEqual(argumentsOf("check", []), ["scripts/check.ts"])
  })

  it.each(["", "tests", "constructor", "__proto__"])("knows no verb %j", (verb) => {
    assert.isUndefined(argumentsOf(verb, []))
  })

  it("answers for every name it lists", () => {
    assert.deepStrictEqual(names, ["tour", "test", "check", "bench", "fuzz", "fix"])
    for (const name of names) assert.isDefined(argumentsOf(name, []))
  })
})

describe("variablesOf", () => {
  it.each([
    ["fuzz", {}, { LANYARD_FUZZ_LINES: "200000" }],
    ["fuzz", { LANYARD_FUZZ_LINES: "5" }, { LANYARD_FUZZ_LINES: "5" }],
    ["test", {}, {}]
  ])("of %s in %j leaves to the caller what the caller sets", (verb, environment, expected) => {
    assert.deepStrictEqual(variablesOf(verb, environment), expected)
  })
})

describe("withPath", () => {
  it.each<readonly [Record<string, string>, string, Record<string, string>]>([
    [{ PATH: "/usr/bin", HOME: "/h" }, ":", { PATH: "/a:/b:/usr/bin", HOME: "/h" }],
    [{ Path: "C:\\Windows" }, ";", { Path: "/a;/b;C:\\Windows" }],
    [{}, ":", { PATH: "/a:/b" }],
    [{ PATH: "" }, ":", { PATH: "/a:/b" }]
  ])("leads the search path of %j", (environment, separator, expected) => {
    assert.deepStrictEqual(withPath(environment, ["/a", "/b"], separator), expected)
  })
})

describe("closingLine", () => {
  it.each([
    [{ passed: 3, failed: 0, skipped: 1 }, 0, "3 passed, 0 failed, 1 skipped"],
    [{ passed: 3, failed: 2, skipped: 0 }, 1, "3 passed, 2 failed, 0 skipped"],
    [{ passed: 3, failed: 0, skipped: 0 }, 1, "3 passed, 1 failed, 0 skipped"],
    [{ passed: 0, failed: 0, skipped: 0 }, 130, "0 passed, 1 failed, 0 skipped"]
  ] as const)("of %j with status %d never reads like success by mistake", (totals, status, expected) => {
    assert.strictEqual(closingLine(totals, status), expected)
  })
})
