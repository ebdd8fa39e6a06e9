/**
 * What idle children and plugins cost their host, each contender in a process of its own. V8's memory reducer is off in all of them: it
 * takes four to six turns in 20 s of a process that has nothing to do and no child.
 */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as children from "./idle/children.ts"
import * as plugins from "./idle/plugins.ts"
import { type Comparison, type Contender, keepNothing, within } from "./measure.ts"

const execute = promisify(execFile)
const main = fileURLToPath(new URL("./idle/main.ts", import.meta.url))

const alone =
  (contender: string): Contender =>
  async () =>
    Number((await execute(process.execPath, ["--no-memory-reducer", main, contender])).stdout)

/** Wake-ups in twenty seconds. */
const most = 2

/** One wake-up in thirty seconds, which takes two turns: one for the timer, one for what it resumes. */
const more = 2

export const idle: ReadonlyArray<Comparison> = [
  {
    name: `wake-ups in ${children.SECONDS} s with ${children.CHILDREN} idle children`,
    unit: "turns",
    rounds: 1,
    contenders: keepNothing(alone("raw children"), alone("our children")),
    pinned: false,
    bound: { text: `ours at most ${most}`, holds: (found) => found <= most }
  },
  {
    name: `turns in ${plugins.SECONDS} s with ${plugins.PLUGINS} idle plugins`,
    unit: "turns",
    rounds: 1,
    contenders: keepNothing(alone("raw plugins"), alone("our plugins")),
    pinned: false,
    bound: within(more, "turns")
  }
]
