import { assert, describe, it } from "@effect/vitest"
import { Environment } from "@lanyard/process"
import { Redacted, Result } from "effect"
import * as ChildEnvironment from "../../src/launch/ChildEnvironment.ts"

const host = {
  PATH: "/usr/bin",
  HOME: "/home/somebody",
  LANG: "es_ES.UTF-8",
  LC_ALL: "es_ES.UTF-8",
  NODE_OPTIONS: "--inspect",
  TOKEN: "canary",
  EVIL: "() { :; }; echo",
  SystemRoot: "C:\\Windows",
  PATHEXT: ".EXE"
}

const variables = (parts: Partial<ChildEnvironment.Parts> & { readonly inherit?: ReadonlyArray<string> } = {}) => {
  const runtime = { kind: "stdio", environment: { inherit: parts.inherit ?? [], secrets: new Map() } } as const
  const made = ChildEnvironment.make({ host, target: "linux-x64", runtime, secrets: new Map(), ...parts })
  return { ...Environment.toRecord(Result.getOrThrow(made)) }
}
const secrets = new Map([["API_KEY", Redacted.make("s3cret")]])

describe("ChildEnvironment", () => {
  it("passes PATH and not one variable more (B103) [SOS-ENV-01]", () => {
    assert.deepStrictEqual(variables(), { PATH: "/usr/bin" })
  })

  it("sets PATH even where the host has none [SOS-ENV-01]", () => {
    assert.deepStrictEqual(variables({ host: {} }), { PATH: "" })
  })

  it("copies the inherited names that exist, and no exported shell function [SOS-ENV-02]", () => {
    assert.deepStrictEqual(variables({ inherit: ["LANG", "ABSENT", "EVIL", "toString"] }), {
      PATH: "/usr/bin",
      LANG: "es_ES.UTF-8"
    })
  })

  it("passes a secret under its own name, or under every name that it is mapped to [SOS-ENV-03]", () => {
    assert.deepStrictEqual(variables({ secrets }), { PATH: "/usr/bin", API_KEY: "s3cret" })
    const environment = {
      inherit: [],
      secrets: new Map([
        ["WEATHER_KEY", "API_KEY"],
        ["OTHER_KEY", "API_KEY"],
        ["UNKNOWN", "ABSENT"]
      ])
    }
    assert.deepStrictEqual(variables({ secrets, runtime: { kind: "stdio", environment } }), {
      PATH: "/usr/bin",
      WEATHER_KEY: "s3cret",
      OTHER_KEY: "s3cret"
    })
  })

  it("pins the language of messages for command adapters and keeps text UTF-8 (B106, B107) [SOS-ENV-04]", () => {
    const runtime = { kind: "command", environment: { inherit: ["LANG", "LC_ALL"], secrets: new Map() } } as const
    assert.deepStrictEqual(variables({ runtime }), {
      PATH: "/usr/bin",
      LANG: "es_ES.UTF-8",
      LC_MESSAGES: "C",
      LC_CTYPE: "C.UTF-8"
    })
    assert.strictEqual(variables({ runtime, target: "darwin-arm64" }).LC_CTYPE, "UTF-8")
  })

  it("adds what Windows needs to start anything, there alone [SOS-ENV-05]", () => {
    assert.deepStrictEqual(variables({ target: "win32-x64" }), {
      PATH: "/usr/bin",
      SystemRoot: "C:\\Windows",
      PATHEXT: ".EXE"
    })
  })

  it("names the variable that cannot be passed on, and not its value", () => {
    const made = ChildEnvironment.make({
      host,
      target: "linux-x64",
      runtime: { kind: "stdio", environment: { inherit: [], secrets: new Map() } },
      secrets: new Map([["API_KEY", Redacted.make("can\0ary")]])
    })
    assert.isTrue(Result.isFailure(made))
    if (Result.isFailure(made))
      assert.deepInclude(made.failure, { phase: "authorize", message: "API_KEY holds a NUL character" })
  })

  it("gives a program that is asked for its version nothing but PATH [SOS-ENV-06]", () => {
    const made = ChildEnvironment.ofProbe(host, "linux-x64")
    assert.deepStrictEqual({ ...Environment.toRecord(Result.getOrThrow(made)) }, { PATH: "/usr/bin" })
  })
})
