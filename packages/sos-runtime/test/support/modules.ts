/** Modules made by hand, as the reader of definitions would make them. */
import { type Definition, SosDuration, TypeExpr } from "@lanyard/sos-module"
import type { RunnableModule } from "../../src/Runner.ts"

export const seconds = (count: number) => new SosDuration(BigInt(Math.round(count * 1000)) * 1_000_000n)

export const capabilities: Definition.Capabilities = {
  network: true,
  filesystem: "none",
  process: true,
  secrets: []
}

/** An action without parameters that returns anything. */
export const action = (name: string, parts: Partial<Definition.Action> = {}): Definition.Action => ({
  name,
  description: "",
  parameters: [],
  result: TypeExpr.Any(),
  timeout: undefined,
  effects: ["process"],
  targets: [],
  failures: [],
  capabilities,
  limits: { stdoutBytes: undefined, stderrBytes: undefined },
  command: undefined,
  ...parts
})

const runtime: Definition.StdioRuntime = {
  kind: "stdio",
  protocol: "sos-plugin/1",
  command: ["weather"],
  maxInFlight: 1,
  workingDirectory: "definition_dir",
  startupTimeout: seconds(5),
  shutdownTimeout: seconds(2),
  requires: new Map(),
  development: undefined,
  production: undefined,
  environment: { inherit: [], secrets: new Map() }
}

/** The weather of the specification: a city in, a report out, and one failure that it may be. */
export const current = action("current", {
  parameters: [{ name: "city", type: TypeExpr.Text() }],
  result: TypeExpr.Record({ name: "WeatherReport" }),
  timeout: seconds(10),
  failures: ["NoStation"]
})

export const weather = (parts: Partial<Definition.Definition> = {}): RunnableModule => ({
  definition: {
    path: "example.com/acme/weather",
    version: "1.2.0",
    description: "Weather observations",
    runtime,
    capabilities,
    distribution: {
      mode: "external",
      program: undefined,
      versionCommand: undefined,
      versionRequirement: undefined,
      installDocumentation: undefined
    },
    types: [
      {
        name: "WeatherReport",
        fields: [
          { name: "temperature", type: TypeExpr.Number() },
          { name: "summary", type: TypeExpr.Text() }
        ]
      }
    ],
    failures: [{ name: "NoStation", fields: [{ name: "city", type: TypeExpr.Text() }] }],
    actions: [current, action("wait")],
    ...parts
  },
  digest: `sha256:${"7".repeat(64)}`,
  folder: "/modules/weather"
})

/** The same module with other limits on its life, in seconds. */
export const limited = (startup: number, shutdown: number): RunnableModule =>
  weather({ runtime: { ...runtime, startupTimeout: seconds(startup), shutdownTimeout: seconds(shutdown) } })
