/** A loop of 90,000 statements that call nothing, against the same loop in CPython; neither counts the start of its process. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { bundle } from "../lib/bundle.ts"
import { loop, rounds } from "./loop.ts"
import { atMost, type Comparison, type Contender, type Contenders, keepNothing, within } from "./measure.ts"

const execute = promisify(execFile)
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const inPython = async () => {
  const { stdout } = await execute("python3", [path("./programs/loop.py")])
  return Number(stdout)
}

type Once = (rounds: number) => Promise<{ readonly millis: number; readonly memory: number }>

/** Contenders that run the loop in processes of their own, the language bundled as `sos` is. */
const afresh = (make: (once: Once) => { readonly raw: Contender; readonly ours: Contender }) => async () => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-bench-loop-"))
  for (const [name, text] of await bundle(path("./programs/loop.ts"), "loop")) writeFileSync(join(folder, name), text)
  const once: Once = async (times) => {
    const { stdout } = await execute(process.execPath, [join(folder, "loop.mjs"), String(times)])
    const [millis = Number.NaN, memory = Number.NaN] = stdout.split(" ").map(Number)
    return { millis, memory }
  }
  const close = async () => rmSync(folder, { recursive: true, force: true })
  return { ...make(once), close } satisfies Contenders
}

export const loops: ReadonlyArray<Comparison> = [
  {
    name: "loop of 90,000 statements, against CPython",
    unit: "ms",
    rounds: 9,
    contenders: keepNothing(inPython, loop(rounds)),
    pinned: false,
    bound: atMost(5)
  },
  {
    name: "the loop where the language has never run",
    unit: "ms",
    rounds: 15,
    contenders: afresh((once) => ({ raw: inPython, ours: async () => (await once(rounds)).millis })),
    pinned: false,
    bound: atMost(5)
  },
  {
    name: "memory of the loop, to that of one round",
    unit: "MiB",
    rounds: 9,
    contenders: afresh((once) => ({
      raw: async () => (await once(1)).memory,
      ours: async () => (await once(rounds)).memory
    })),
    pinned: false,
    bound: within(16, "MiB")
  }
]
