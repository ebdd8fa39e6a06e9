/** The real `flash` program as a child of a test, and what is left of it. */
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, type Scope } from "effect"

export const posix = process.platform !== "win32"
export const linux = process.platform === "linux"

/** Whether the calculator can run here. */
export const python = spawnSync("python3", ["--version"]).status === 0

/** The folder of a fixture plugin. */
export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../../fixtures/plugins/${name}`, import.meta.url))

const bin = fileURLToPath(new URL("../../src/bin.ts", import.meta.url))

/** A folder that is removed with the scope. */
export const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "lanyard-test-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** A PATH with Node and nothing else. */
export const onlyNode = Effect.map(temporary, (folder) => {
  symlinkSync(process.execPath, join(folder, "node"))
  return folder
})

/** How the program ended, and everything it wrote. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** The running program. */
export interface Flash {
  /** Waits for text on stdout or stderr. */
  readonly wrote: (pattern: RegExp) => Effect.Effect<void>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
  /** Writes to its input, which is open. */
  readonly type: (text: string) => Effect.Effect<void>
  /** Closes the reader's end of stdout. */
  readonly unread: Effect.Effect<void>
  readonly ended: Effect.Effect<Ended>
  /** Its temporary folders, and the processes that it started or that these started, as far as this system shows them. */
  readonly left: Effect.Effect<{ readonly folders: ReadonlyArray<string>; readonly processes: ReadonlyArray<number> }>
}

/** How a program is started. */
export interface Start {
  readonly path?: string
  /** What is piped into it; nothing by default. */
  readonly input?: string
  /** The pipe stays open after the input. */
  readonly isOpen?: boolean
  /** Input and output are a terminal; needs `python`. */
  readonly isTerminal?: boolean
  /** The folder it runs in; that of the tests by default. */
  readonly cwd?: string
  /** The user's home, where plugins keep their data; a new one by default. */
  readonly home?: string
}

/** Runs a program on a terminal of its own, and ends with its status. */
const onTerminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"

/**
 * Starts the program with a home and a folder for temporary files of its own, by which its plugins are recognised. Its user's
 * login shell sets the path.
 */
export const start = (
  args: ReadonlyArray<string>,
  { path = process.env.PATH ?? "", input = "", isOpen = false, isTerminal = false, cwd, home: known }: Start = {}
): Effect.Effect<Flash, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* temporary
    const home = known ?? (yield* temporary)
    writeFileSync(join(home, ".profile"), `export PATH='${path}'\n`)
    const system = process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }
    const call = [process.execPath, bin, ...args]
    const [program = "", ...words] = isTerminal ? ["python3", "-c", onTerminal, ...call] : call
    const child = spawn(program, words, {
      cwd,
      env: { ...system, PATH: path, TMPDIR: folder, TEMP: folder, TMP: folder, HOME: home, USERPROFILE: home },
      stdio: ["pipe", "pipe", "pipe"]
    })
    // The program may end before it has read everything.
    child.stdin.on("error", () => {})
    child.stdin.write(input)
    if (!isOpen) child.stdin.end()
    // What a failing test leaves behind must not outlive it.
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        child.kill("SIGKILL")
        for (const pid of linux ? marked(folder) : []) process.kill(pid, "SIGKILL")
      })
    )
    const text = { stdout: "", stderr: "" }
    let ended: Ended | undefined
    const listeners = new Set<() => void>()
    const changed = () => {
      for (const listener of listeners) listener()
    }
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (chunk: string) => {
        text[name] += chunk
        changed()
      })
    }
    child.once("close", (code, signal) => {
      ended = { code, signal, ...text }
      changed()
    })
    const until = <A>(look: () => A | undefined): Effect.Effect<A> =>
      Effect.callback((resume) => {
        const listener = () => {
          const found = look()
          if (found === undefined) return
          listeners.delete(listener)
          resume(Effect.succeed(found))
        }
        listeners.add(listener)
        listener()
        return Effect.sync(() => listeners.delete(listener))
      })
    return {
      wrote: (pattern) =>
        Effect.asVoid(until(() => (pattern.test(text.stdout) || pattern.test(text.stderr) ? true : undefined))),
      type: (text) => Effect.sync(() => void child.stdin.write(text)),
      kill: (signal) => Effect.sync(() => void child.kill(signal)),
      unread: Effect.sync(() => void child.stdout.destroy()),
      ended: until(() => ended),
      left: Effect.sync(() => ({ folders: readdirSync(folder), processes: linux ? marked(folder) : [] }))
    }
  })

/** Processes whose environment names the folder; zombies have none. */
const marked = (folder: string): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`TMPDIR=${folder}\0`)
      } catch {
        return false
      }
    })
