/** How soon a plugin that was bundled answers initialize, against a Node program that starts and does nothing. */
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleProgram } from "../lib/bundle.ts"
import { atMost, type Comparison, type Contenders } from "./measure.ts"
import * as raw from "./raw.ts"

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const initialize = `${JSON.stringify({ id: 1, method: "initialize", params: { protocol_version: 1 }, deadline_ms: 5000 })}\n`

const runEmpty = async () => {
  const from = performance.now()
  const child = raw.start(process.execPath, [path("./programs/empty.mjs")])
  await once(child, "exit")
  return performance.now() - from
}

/** The plugin ends by itself, for that is when Node writes down what it has compiled. */
const runPlugin = (program: string) => async () => {
  const from = performance.now()
  const child = raw.start(process.execPath, [program])
  child.stdin.write(initialize)
  await raw.firstLine(child)
  const millis = performance.now() - from
  child.stdin.end()
  await once(child, "exit")
  return millis
}

const contenders = async (): Promise<Contenders> => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-bench-plugin-"))
  const data = process.env.FLASH_PLUGIN_DATA_DIR
  process.env.FLASH_PLUGIN_DATA_DIR = join(folder, "data")
  mkdirSync(process.env.FLASH_PLUGIN_DATA_DIR)
  const files = await bundleProgram(path("../../fixtures/plugins/hello/hello.ts"), "hello")
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  return {
    raw: runEmpty,
    ours: runPlugin(join(folder, "hello.mjs")),
    close: async () => {
      if (data === undefined) delete process.env.FLASH_PLUGIN_DATA_DIR
      else process.env.FLASH_PLUGIN_DATA_DIR = data
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

export const plugin: ReadonlyArray<Comparison> = [
  {
    name: "hello answers initialize, to an empty program",
    unit: "ms",
    rounds: 31,
    contenders,
    pinned: false,
    bound: atMost(1.6)
  }
]
