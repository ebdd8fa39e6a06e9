import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Redacted, Result, Schema } from "effect"
import * as Environment from "../src/Environment.ts"

const built = (parts: Environment.Parts) => Result.getOrThrow(Environment.make(parts))
const record = (parts: Environment.Parts) => ({ ...Environment.toRecord(built(parts)) })

describe("Environment", () => {
  it("copies exactly the names of the allow list that the source has (B103)", () => {
    const source = {
      PATH: "/bin",
      HOME: "",
      GITHUB_TOKEN: "t",
      SSH_AUTH_SOCK: "s",
      NODE_OPTIONS: "--x",
      LD_PRELOAD: "l",
      PYTHONPATH: "p",
      GONE: undefined
    }
    assert.deepStrictEqual(record({ source, allow: ["PATH", "HOME", "LANG", "GONE", "toString"] }), {
      PATH: "/bin",
      HOME: ""
    })
  })

  it("lets values win over the source and secrets over both", () => {
    const parts = { source: { A: "1", B: "1", C: "1" }, allow: ["A", "B", "C"], values: { B: "2", C: "2" } }
    assert.deepStrictEqual(record({ ...parts, secrets: { C: Redacted.make("3") } }), { A: "1", B: "2", C: "3" })
  })

  it.each([
    ["BASH_FUNC_ls%%", "() {  rm -rf /\n}"],
    ["BASH_FUNC_ls()", "() {  true\n}"],
    ["BASH_FUNC_x%%", "anything"],
    ["LANG", "() { :; }; echo"],
    ["LANG", " () { :; }"]
  ])("withholds the exported shell function %s (B105)", (name, value) => {
    const environment = built({ source: { [name]: value, PATH: "/bin" }, allow: [name, "PATH"] })
    assert.deepStrictEqual({ ...Environment.toRecord(environment) }, { PATH: "/bin" })
    assert.deepStrictEqual([environment.names, environment.withheld], [["PATH"], [name]])
  })

  it.each([
    ["", "value", "name"],
    ["A=B", "value", "name"],
    ["A\0", "value", "name"],
    ["A", "val\0ue", "value"]
  ] as const)("refuses %j with %j because of its %s", (name, value, part) => {
    const refused = Result.fail(new Environment.VariableRefused({ name, part }))
    assert.deepStrictEqual(Environment.make({ values: { [name]: value } }), refused)
    assert.deepStrictEqual(Environment.make({ secrets: { [name]: Redacted.make(value) } }), refused)
    assert.deepStrictEqual(Environment.make({ source: { [name]: value }, allow: [name] }), refused)
  })

  it("shows no value when it, or what holds it, is printed, inspected or serialised", () => {
    const environment = built({ values: { PLAIN: "visible-plain" }, secrets: { KEY: Redacted.make("hidden-key") } })
    const spec = { executable: "/bin/true", args: [], cwd: "/", environment }
    for (const value of [environment, spec]) {
      const shown = [String(value), JSON.stringify(value), inspect(value, { depth: 9, showHidden: true }), `${value}`]
      assert.notMatch(shown.join("\n"), /visible-plain|hidden-key/)
      assert.match(JSON.stringify(value), /"KEY"/)
    }
  })

  it.prop("passes every well-formed explicit value as it is", [Schema.String, Schema.String], ([name, value]) => {
    const environment = Environment.make({ values: { [`N${name}`]: `v${value}` } })
    if (/[=\0]/.test(name) || value.includes("\0")) assert.isTrue(Result.isFailure(environment))
    else assert.strictEqual(Environment.toRecord(Result.getOrThrow(environment))[`N${name}`], `v${value}`)
  })

  it("takes names of the prototype as ordinary ones", () => {
    const values = JSON.parse('{"__proto__": "a", "constructor": "b"}')
    assert.deepStrictEqual(Object.entries(Environment.toRecord(built({ values }))), [
      ["__proto__", "a"],
      ["constructor", "b"]
    ])
  })
})
