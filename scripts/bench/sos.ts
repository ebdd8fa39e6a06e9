/** What modules cost before any runs: taking values across, and the start of the `sos` program. */
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseType, ValueCodec } from "@lanyard/sos-module"
import { Result } from "effect"
import { bundleSos } from "../lib/bundle.ts"
import { atMost, type Comparison, type Contenders, keepNothing } from "./measure.ts"
import * as raw from "./raw.ts"

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const timed = (work: () => void) => async () => {
  const from = performance.now()
  work()
  return performance.now() - from
}

const type = (text: string) => Result.getOrThrow(parseType(text))

const codec = ValueCodec.make({
  types: [
    {
      name: "Report",
      fields: [
        { name: "temperature", type: type("number") },
        { name: "summary", type: type("text") },
        { name: "observed_at", type: type("timestamp") },
        { name: "warnings", type: type("list of text") }
      ]
    }
  ]
})

const reports = JSON.stringify(
  Array.from({ length: 8500 }, (_, at) => ({
    temperature: at / 4,
    summary: `Clear over district ${at}`,
    observed_at: "2026-09-20T20:20:00-04:00",
    warnings: ["wind"]
  }))
)
const sent: unknown = JSON.parse(reports)
const result = { result: type("list of Report") }

const parseRaw = timed(() => {
  JSON.parse(reports)
})

const validateOurs = timed(() => {
  Result.getOrThrow(codec.result(result, sent))
})

const runProgram = (words: ReadonlyArray<string>) => async () => {
  const from = performance.now()
  await once(raw.start(process.execPath, [...words]), "exit")
  return performance.now() - from
}

const starting = (args: ReadonlyArray<string>) => async (): Promise<Contenders> => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-bench-sos-"))
  for (const [name, text] of await bundleSos()) writeFileSync(join(folder, name), text)
  return {
    raw: runProgram([path("./programs/empty.mjs")]),
    ours: runProgram([join(folder, "sos.mjs"), ...args]),
    close: async () => rmSync(folder, { recursive: true, force: true })
  }
}

const sample = path("../../fixtures/sos/projects/inventory/inventory/module.sos.toml")
const oneLine = path("./programs/one-line.sos")
// Fails here, and not as a fast run, when one of them has gone.
for (const file of [sample, oneLine]) readFileSync(file)

export const sos: ReadonlyArray<Comparison> = [
  {
    name: "a result of 1 MiB validated, to JSON.parse",
    unit: "ms",
    rounds: 31,
    contenders: keepNothing(parseRaw, validateOurs),
    pinned: false,
    bound: atMost(2.5)
  },
  {
    name: "sos starts, to an empty program",
    unit: "ms",
    rounds: 31,
    contenders: starting(["version"]),
    pinned: false,
    bound: atMost(2.5)
  },
  {
    name: "sos module check, to an empty program",
    unit: "ms",
    rounds: 31,
    contenders: starting(["module", "check", sample]),
    pinned: false,
    bound: atMost(2.5)
  },
  {
    name: "sos run of one line, to an empty program",
    unit: "ms",
    rounds: 31,
    contenders: starting(["run", oneLine]),
    pinned: false,
    bound: atMost(2.5)
  }
]
