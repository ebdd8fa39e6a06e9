import { randomUUID } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as DefinitionFile from "../../src/definition/DefinitionFile.ts"
import * as Diagnostic from "../../src/diagnostics/Diagnostic.ts"
import { SosDuration } from "../../src/values/SosDuration.ts"
import { TypeExpr } from "../../src/values/TypeExpr.ts"

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/sos/definitions/valid/${name}.toml`, import.meta.url), "utf8")

const weather = fixture("weather")
const git = fixture("git")

const read = (text: string) => Result.getOrThrow(DefinitionFile.readText("f", text))
const definitionOf = (name: string) => read(fixture(name)).definition

/** Reads any text: what it throws fails the test, and what it refuses has a reason. */
const survives = (text: string) =>
  Result.match(DefinitionFile.readText("f", text), {
    onFailure: (problems) => {
      assert.isTrue(Diagnostic.hasErrors(problems))
      return problems
    },
    onSuccess: ({ warnings }) => warnings
  })

describe("DefinitionFile.read", () => {
  it("fills in what the least command module leaves out [SOS-DEF-05, SOS-DEF-30, SOS-DEF-35, SOS-DEF-43]", () => {
    const capabilities = { network: false, filesystem: "none", process: true, secrets: [] } as const
    assert.deepStrictEqual(definitionOf("minimal-command"), {
      path: "local/tool",
      version: "1.0.0",
      description: "",
      runtime: {
        kind: "command",
        workingDirectory: "workspace",
        startupTimeout: new SosDuration(10_000_000_000n),
        shutdownTimeout: new SosDuration(1_000_000_000n),
        requires: new Map(),
        development: undefined,
        production: undefined,
        environment: { inherit: [], secrets: new Map() }
      },
      capabilities,
      distribution: {
        mode: "external",
        program: undefined,
        versionCommand: undefined,
        versionRequirement: undefined,
        installDocumentation: undefined
      },
      types: [],
      failures: [],
      actions: [
        {
          name: "run",
          description: "",
          parameters: [],
          result: TypeExpr.Any(),
          timeout: undefined,
          effects: [],
          targets: [],
          failures: [],
          capabilities,
          limits: { stdoutBytes: undefined, stderrBytes: undefined },
          command: {
            program: "tool",
            arguments: [],
            workingDirectoryParameter: undefined,
            stdin: "none",
            stdinParameter: undefined,
            stdout: "text",
            stderr: "diagnostic",
            exitCodes: [0]
          }
        }
      ]
    })
  })

  it("fills in what the least stdio module leaves out [SOS-DEF-06, SOS-DEF-08, SOS-DEF-43]", () => {
    const { runtime, actions } = definitionOf("minimal-stdio")
    assert.isTrue(runtime.kind === "stdio" && runtime.maxInFlight === 1 && runtime.protocol === "sos-plugin/1")
    assert.isTrue(runtime.kind === "stdio" && runtime.command.join(" ") === "tool --serve")
    assert.isUndefined(actions[0]?.command)
  })

  it("takes what a stdio module says, in its order [SOS-DEF-14, SOS-DEF-27, SOS-DEF-36, SOS-DEF-42, SOS-DEF-44]", () => {
    const { runtime, distribution, types, failures, actions } = read(weather).definition
    assert.strictEqual(runtime.workingDirectory, "definition_dir")
    assert.strictEqual(runtime.startupTimeout.nanos, 5_000_000_000n)
    assert.strictEqual(runtime.requires.get("python")?.text, ">=3.11")
    assert.deepStrictEqual(runtime.development?.command, ["python3", "-m", "acme_weather", "--reload"])
    assert.strictEqual(runtime.production?.artifact, "weather")
    assert.deepStrictEqual([...runtime.environment.secrets], [["API_KEY", "WEATHER_API_KEY"]])
    assert.deepStrictEqual(runtime.environment.inherit, ["LANG"])
    assert.deepStrictEqual(
      types.map(({ name }) => name),
      ["Forecast", "WeatherReport"]
    )
    assert.deepStrictEqual(
      types[1]?.fields.map(({ name }) => name),
      ["temperature", "summary", "observed_at"]
    )
    assert.deepStrictEqual(
      failures.map(({ name, fields }) => [name, fields.length]),
      [
        ["UnknownCity", 1],
        ["Unavailable", 0]
      ]
    )
    assert.deepStrictEqual(
      actions.map(({ name }) => name),
      ["current", "celsius"]
    )
    assert.deepStrictEqual(actions[1]?.limits, { stdoutBytes: 1024, stderrBytes: 1_048_576 })
    assert.strictEqual(distribution.mode, "bundled")
  })

  it("writes the hash of an artifact in one way, whatever its letters and prefix (104) [SOS-DEF-16]", () => {
    const { distribution } = read(weather).definition
    const hashes = distribution.mode === "bundled" ? distribution.artifacts.map(({ sha256 }) => sha256) : []
    assert.deepStrictEqual(hashes, ["0123456789abcdef".repeat(4), "0123456789abcdef".repeat(4)])
  })

  it("lets an action narrow the capabilities of its module, and keep the others [SOS-DEF-26]", () => {
    const [current, celsius] = read(weather).definition.actions
    const module = { network: true, filesystem: "none", process: true, secrets: ["WEATHER_API_KEY"] } as const
    assert.deepStrictEqual(current?.capabilities, module)
    assert.deepStrictEqual(celsius?.capabilities, { ...module, network: false, secrets: [] })
  })

  it("reads every element of an argument list for what it is [SOS-DEF-31, SOS-DEF-32]", () => {
    const x = { _tag: "Parameter", name: "x", allowDash: false } as const
    assert.deepStrictEqual(definitionOf("arguments").actions[0]?.command?.arguments, [
      { _tag: "Literal", text: "run" },
      { _tag: "Literal", text: "" },
      { _tag: "Literal", text: "$HOME" },
      { _tag: "Literal", text: "a}b" },
      x,
      x,
      { _tag: "Place", place: "workspace" },
      { _tag: "Parameter", name: "workspace", allowDash: false },
      { _tag: "Place", place: "definition_dir" },
      { _tag: "Literal", text: "--" },
      x,
      { _tag: "Parameter", name: "x", allowDash: true },
      { _tag: "Each", name: "tags", flag: undefined },
      { _tag: "Each", name: "tags", flag: "--tag" }
    ])
  })

  it("returns nothing for none and any value for no type [SOS-DEF-20, SOS-DEF-43]", () => {
    assert.isUndefined(definitionOf("result-none").actions[0]?.result)
    assert.deepStrictEqual(definitionOf("result-empty").actions[0]?.result, TypeExpr.Any())
  })

  it("reads standard input as text where only a parameter is named [SOS-DEF-34, SOS-DEF-43]", () => {
    assert.strictEqual(definitionOf("stdin-text").actions[0]?.command?.stdin, "text")
  })

  it("keeps names that a prototype has too (B121) [SOS-DEF-18]", () => {
    const { types, actions } = definitionOf("names-of-prototypes")
    assert.deepStrictEqual(
      types[0]?.fields.map(({ name }) => name),
      ["constructor", "__proto__"]
    )
    assert.deepStrictEqual(
      actions.map(({ name }) => name),
      ["hasOwnProperty", "toString", "__proto__"]
    )
  })

  it("runs nothing that a definition names [SOS-DEF-04]", () => {
    const marker = join(tmpdir(), `lanyard-${randomUUID()}`)
    const touching = fixture("minimal-stdio").replace('["tool", "--serve"]', JSON.stringify(["touch", marker]))
    const { definition } = read(touching)
    assert.isTrue(definition.runtime.kind === "stdio" && definition.runtime.command.includes(marker))
    assert.isFalse(existsSync(marker))
  })

  it("knows where the parts of a definition stand [SOS-DEF-03]", () => {
    const { spans } = read(git)
    const { start } = spans.nearest(["action", 0, "command", "arguments", 1])
    assert.strictEqual(git.split("\n")[start.line - 1]?.slice(start.column - 1, start.column + 15), '"--porcelain=v2"')
  })
})

describe("DefinitionFile.read of a file that is wrong", () => {
  it("tells everything at once, each with its key, and no more than one problem of a value [SOS-DEF-01, SOS-DEF-03]", () => {
    const text = readFileSync(
      new URL("../../../../fixtures/sos/definitions/invalid/many.toml", import.meta.url),
      "utf8"
    )
    const problems = survives(text)
    assert.isAbove(problems.length, 15)
    assert.deepStrictEqual(problems, Diagnostic.sort(problems))
    assert.strictEqual(new Set(problems.map(({ key }) => key)).size, problems.length)
    assert.isTrue(problems.every(({ message, key }) => key !== undefined && /; expected /.test(message)))
  })

  it("shows both places of what is there twice [SOS-DEF-13, SOS-DEF-19]", () => {
    const twice = git.replace("[[action.parameter]]", '[[action.parameter]]\nname = "root"\ntype = "text"\n$&')
    const [problem, ...others] = survives(twice)
    assert.deepStrictEqual(others, [])
    assert.isDefined(problem)
    assert.strictEqual(problem.message, 'action[0].parameter[1].name is "root" a second time; expected it once')
    const lines = problem.related.map(({ message, range }) => [message, range.start.line - problem.range.start.line])
    assert.deepStrictEqual(lines, [['"root" is here first', -3]])
  })

  it("tells a warning beside the errors, and takes a file with warnings alone [SOS-DEF-37]", () => {
    const problems = survives(fixture("warning-word").replace('"1.0.0"', '"1"'))
    assert.deepStrictEqual(
      problems.map(({ severity }) => severity),
      ["error", "warning"]
    )
    assert.deepStrictEqual(
      read(fixture("warning-word")).warnings.map(({ severity }) => severity),
      ["warning"]
    )
  })

  it.each([
    ["kind", "5", 'runtime.kind is 5; expected "stdio" or "command"'],
    ["protocol", '"sos-plugin/1 "', 'runtime.protocol is "sos-plugin/1 "; expected "sos-plugin/1"'],
    ["max_in_flight", "1.0", "runtime.max_in_flight is 1.0; expected 1, the one call at a time that schema 1 has"]
  ])("says what stands at runtime.%s and what is expected [SOS-DEF-03]", (key, value, message) => {
    const problems = survives(weather.replace(new RegExp(`^${key} = .*$`, "m"), `${key} = ${value}`))
    assert.deepStrictEqual(
      problems.map(({ message }) => message),
      [message]
    )
  })

  it("takes one mebibyte and refuses a byte more [SOS-DEF-38]", () => {
    const filled = (bytes: number) => new TextEncoder().encode(git + "#".repeat(bytes - git.length))
    assert.isTrue(Result.isSuccess(DefinitionFile.read("f", filled(DefinitionFile.maxBytes))))
    const [problem] = Result.getOrThrow(Result.flip(DefinitionFile.read("f", filled(DefinitionFile.maxBytes + 1))))
    assert.include(problem?.message, "1048576 bytes")
  })

  it("refuses bytes that are no UTF-8 [SOS-DEF-39]", () => {
    const bytes = new TextEncoder().encode(git)
    bytes[5] = 0xff
    assert.isTrue(Result.isFailure(DefinitionFile.read("f", bytes)))
  })
})
