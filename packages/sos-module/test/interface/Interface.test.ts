import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Action, Definition, Field } from "../../src/definition/Definition.ts"
import * as Interface from "../../src/interface/Interface.ts"
import { parse } from "../../src/values/TypeExpr.ts"

const type = (text: string) => Result.getOrThrow(parse(text))
const field = (name: string, text: string): Field => ({ name, type: type(text) })
const capabilities = { network: true, filesystem: "none", process: true, secrets: ["WEATHER_API_KEY"] } as const

const action = (name: string, rest: Partial<Action>): Action => ({
  name,
  description: "",
  parameters: [],
  result: undefined,
  timeout: undefined,
  effects: [],
  targets: [],
  failures: [],
  capabilities,
  limits: { stdoutBytes: undefined, stderrBytes: undefined },
  command: undefined,
  ...rest
})

const definition = (parts: Partial<Definition>) =>
  ({ path: "example.com/acme/weather", types: [], failures: [], ...parts }) as Definition

const weather = definition({
  types: [
    { name: "WeatherReport", fields: [field("temperature", "number"), field("observed_at", "optional timestamp")] },
    { name: "Empty", fields: [] }
  ],
  failures: [{ name: "NotFound", fields: [field("city", "text")] }],
  actions: [
    action("current", {
      parameters: [field("city", "text"), field("days", "list of integer")],
      result: type("WeatherReport"),
      effects: ["network", "secret"],
      failures: ["NotFound"]
    }),
    action("reset", {})
  ]
})

describe("Interface.source", () => {
  it("writes records, failures and actions in their order, with a blank line between them [SOS-IFC-01]", () => {
    assert.strictEqual(
      Interface.source(weather),
      `define WeatherReport:
  temperature as number
  observed_at as optional timestamp

define Empty:

define failure NotFound:
  city as text

to current with city as text, days as list of integer:
  # external implementation: example.com/acme/weather
  # returns WeatherReport
  # effects: network, secret
  # fails with NotFound

to reset:
  # external implementation: example.com/acme/weather
`
    )
  })

  it("writes nothing that launches and no secret [SOS-IFC-02]", () => {
    assert.notInclude(Interface.source(weather), "WEATHER_API_KEY")
  })
})

describe("Interface.sourceWithDigest", () => {
  it("adds the digest as the last line [SOS-IFC-03]", () => {
    assert.strictEqual(
      Interface.sourceWithDigest(weather, "sha256:00"),
      `${Interface.source(weather)}# definition digest: sha256:00\n`
    )
  })
})

describe("Interface.signature", () => {
  it("says in one line what an action takes, returns and fails with", () => {
    assert.deepStrictEqual(weather.actions.map(Interface.signature), [
      "current(city as text, days as list of integer) → WeatherReport may fail with NotFound",
      "reset()"
    ])
  })
})
