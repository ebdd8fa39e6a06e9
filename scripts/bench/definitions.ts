/** What it costs to check definitions on top of parsing their TOML. */
import { DefinitionFile } from "@lanyard/sos-module"
import { Result } from "effect"
import { parse } from "smol-toml"
import { atMost, type Comparison, keepNothing } from "./measure.ts"

const head = (module: number) => `schema = 1

[module]
path = "example.com/acme/weather${module}"
version = "1.2.${module}"
description = "Weather observations" # of the last hours

[runtime]
kind = "stdio"
protocol = "sos-plugin/1"
command = ["python3", "-m", "acme_weather"]
working_directory = "\${definition_dir}"
startup_timeout = "5s"

[runtime.requires]
python = ">=3.11"

[capabilities]
network = true
filesystem = "workspace-read"
process = true
secrets = ["WEATHER_API_KEY"]

[[type]]
name = "WeatherReport"

[[type.field]]
name = "temperature"
type = "number"

[[type.field]]
name = "observed_at"
type = "timestamp"

[[failure]]
name = "UnknownCity"
`

const action = (at: number) => `
[[action]]
name = "current_${at}"
description = "Returns the latest observation number ${at} for a city."
effects = ["network", "secret"]
timeout = "${(at % 20) + 1}s"
failures = ["UnknownCity"]

[[action.parameter]]
name = "city"
type = "text"

[[action.parameter]]
name = "tags"
type = "optional list of text"

[action.result]
type = "WeatherReport"
`

const texts = Array.from(
  { length: 200 },
  (_, module) => head(module) + Array.from({ length: 40 }, (_, at) => action(at)).join("")
)

const millis = (job: (text: string) => unknown) => async () => {
  const from = performance.now()
  for (const text of texts) job(text)
  return performance.now() - from
}

export const definitions: ReadonlyArray<Comparison> = [
  {
    name: "200 definitions of 40 actions, checked, against their TOML, parsed",
    unit: "ms",
    rounds: 15,
    contenders: keepNothing(
      millis(parse),
      millis((text) => Result.getOrThrow(DefinitionFile.readText("module.sos.toml", text)))
    ),
    pinned: false,
    bound: atMost(3)
  }
]
