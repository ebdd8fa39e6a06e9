/** The real `sos` program as a child of a test. */
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"

/** Whether a test can run the program on a terminal of its own. */
export const terminals = process.platform !== "win32" && spawnSync("python3", ["--version"]).status === 0

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** A folder of `fixtures/sos`. */
export const fixture = (name: string): string => path(`../../../../fixtures/sos/${name}`)

/** The program, for Node. */
export const bin = path("../../src/bin.ts")

/** A folder that is removed with the scope. */
export const temporary = Effect.acquireRelease(
  Effect.sync(() => realpathSync(mkdtempSync(join(tmpdir(), "lanyard-test-")))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** How the program ended, and everything it wrote. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** How it is run. */
export interface Run {
  readonly cwd: string
  /** The folder of the user's own settings; one that there is not by default. */
  readonly config?: string
  /** Output is a terminal, which mixes both kinds of it; needs `terminals`. */
  readonly isTerminal?: boolean
  readonly environment?: Readonly<Record<string, string>>
  /** The words that Node runs, instead of the program and its arguments. */
  readonly node?: ReadonlyArray<string>
}

const onTerminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"

/** Runs the program to its end. */
export const run = (
  args: ReadonlyArray<string>,
  { cwd, config = "/there-is-no-such-folder", isTerminal = false, environment = {}, node = [bin] }: Run
): Effect.Effect<Ended> =>
  Effect.callback((resume) => {
    const system = process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }
    const call = [process.execPath, ...node, ...args]
    const [program = "", ...words] = isTerminal ? ["python3", "-c", onTerminal, ...call] : call
    const path = process.env.PATH ?? ""
    const child = spawn(program, words, {
      cwd,
      env: { ...system, PATH: path, SOS_CONFIG_HOME: config, ...environment },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const text = { stdout: "", stderr: "" }
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (chunk: string) => {
        text[name] += chunk
      })
    }
    child.once("close", (code) => resume(Effect.succeed({ code, ...text })))
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

/** What a watched run did beside computing, and how it ended. */
export interface Watched extends Ended {
  readonly did: ReadonlyArray<string>
}

/** Runs the program, or other words of Node, and tells what it started, opened, or looked for in a folder on its PATH. */
export const watched = (
  args: ReadonlyArray<string>,
  { environment = {}, node = [bin], ...rest }: Run & { readonly programs: string }
): Effect.Effect<Watched> =>
  Effect.scoped(
    Effect.gen(function* () {
      const record = join(yield* temporary, "record.json")
      const { programs } = rest
      const ended = yield* run(args, {
        ...rest,
        environment: { ...environment, PATH: programs, SOS_WATCHED: programs, SOS_RECORD: record },
        node: ["--import", new URL("./watch.mjs", import.meta.url).href, ...node]
      })
      return { ...ended, did: JSON.parse(readFileSync(record, "utf8")) }
    })
  )
