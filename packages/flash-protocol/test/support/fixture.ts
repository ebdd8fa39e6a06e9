/** Starts a fixture plugin as a host would, but speaks to it in plain bytes. */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Data, Deferred, Effect, Exit, Queue, type Scope } from "effect"
import { json } from "./json.ts"

export const plugins = fileURLToPath(new URL("../../../../fixtures/plugins/", import.meta.url))

/** What a manifest says, as far as starting it goes. */
export const manifest = (folder: string): { readonly id: string; readonly exec: readonly [string, string] } =>
  JSON.parse(readFileSync(`${plugins}${folder}/manifest.json`, "utf8"))

/** The program of a fixture is not on the PATH, or cannot be started. */
export class ProgramRefused extends Data.TaggedError("ProgramRefused")<{
  readonly program: string
  readonly code: string
}> {}

/** Whether the program of the Python fixtures is there. */
export const hasPython = (process.env.PATH ?? "")
  .split(delimiter)
  .some((directory) => ["python3", "python3.exe"].some((name) => existsSync(join(directory, name))))

/** Lines a fixture may be ahead of its test; what it says beyond them is lost, and the test with it. */
const AHEAD = 4096

/** How a child ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A running fixture. */
export interface Fixture {
  readonly pid: number
  readonly send: (bytes: string | Uint8Array) => void
  readonly end: () => void
  /** The next line of output, as text. */
  readonly line: Effect.Effect<string>
  /** The next line of output, which must be a frame. */
  readonly frame: Effect.Effect<Readonly<Record<string, unknown>>>
  /** Sends a request and returns the next frame. */
  readonly ask: (frame: object) => Effect.Effect<Readonly<Record<string, unknown>>>
  readonly ended: Effect.Effect<Ended>
  /** Bytes read from stderr so far. */
  readonly stderrBytes: () => number
}

/** Starts the plugin in `folder`; its whole group is killed with the scope. */
export const start = (folder: string, dataDir = ""): Effect.Effect<Fixture, ProgramRefused, Scope.Scope> =>
  Effect.gen(function* () {
    const lines = yield* Queue.dropping<string>(AHEAD)
    const ended = yield* Deferred.make<Ended>()
    const { exec } = manifest(folder)
    const child = yield* Effect.acquireRelease(launch(exec, `${plugins}${folder}`, dataDir), (running) =>
      Effect.andThen(
        Effect.sync(() => killGroup(running)),
        Deferred.await(ended)
      )
    )
    let held: ReadonlyArray<Buffer> = []
    child.stdout?.on("data", (chunk: Buffer) => {
      const parts = splitAtNewlines(Buffer.concat([...held, chunk]))
      held = parts.slice(-1)
      for (const part of parts.slice(0, -1)) Queue.offerUnsafe(lines, part.toString())
    })
    let stderrBytes = 0
    child.stderr?.on("data", (chunk: Buffer) => {
      stderrBytes += chunk.length
    })
    // A plugin that does not read breaks the pipe when it dies.
    child.stdin?.on("error", () => {})
    child.once("close", (code, signal) => Deferred.doneUnsafe(ended, Exit.succeed({ code, signal })))
    const line = Queue.take(lines)
    const frame = Effect.map(line, json)
    const send = (bytes: string | Uint8Array) => void child.stdin?.write(bytes)
    return {
      pid: child.pid ?? 0,
      send,
      end: () => void child.stdin?.end(),
      line,
      frame,
      ask: (request) =>
        Effect.andThen(
          Effect.sync(() => send(`${JSON.stringify(request)}\n`)),
          frame
        ),
      ended: Deferred.await(ended),
      stderrBytes: () => stderrBytes
    }
  })

const launch = ([program, ...args]: readonly [string, string], cwd: string, dataDir: string) =>
  Effect.callback<ChildProcess, ProgramRefused>((resume) => {
    const executable = program === "node" ? process.execPath : program
    const env = { PATH: process.env.PATH, FLASH_PLUGIN_DATA_DIR: dataDir }
    const child = spawn(executable, args, { cwd, env, detached: true })
    child.once("spawn", () => resume(Effect.succeed(child)))
    child.once("error", (error) => {
      const code = "code" in error && typeof error.code === "string" ? error.code : "unknown"
      resume(Effect.fail(new ProgramRefused({ program, code })))
    })
  })

const killGroup = (child: ChildProcess) => {
  try {
    process.kill(-(child.pid ?? 0), "SIGKILL")
  } catch {
    // The group is gone already.
  }
}

const splitAtNewlines = (bytes: Buffer): ReadonlyArray<Buffer> => {
  const parts: Array<Buffer> = []
  let start = 0
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
    parts.push(bytes.subarray(start, end))
    start = end + 1
  }
  return [...parts, bytes.subarray(start)]
}
