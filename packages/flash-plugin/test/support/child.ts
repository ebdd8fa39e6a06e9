/** A plugin as a process of its own: the test is the host at its pipes. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { LineFraming } from "@lanyard/wire"
import { Effect, Queue, type Scope } from "effect"
import type { Frame } from "./wire.ts"

/** How a process ended. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The process and the test's hands on it. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams
  readonly send: (frame: Frame) => void
  /** Waits for the next line that is JSON. */
  readonly receive: Effect.Effect<Frame>
  /** Waits until it is gone and its output is read. */
  readonly exit: Effect.Effect<Exit>
  readonly stderr: () => string
}

/** The path of a program under `fixtures/plugins`. */
export const fixture = (name: string) => fileURLToPath(new URL(`../../../../fixtures/plugins/${name}`, import.meta.url))

/** The path of a program beside the tests. */
export const program = (name: string) => fileURLToPath(new URL(`../programs/${name}`, import.meta.url))

/** Starts a program that the scope ends, with nothing of our own environment. */
export const start = (
  path: string,
  variables: Readonly<Record<string, string>> = {}
): Effect.Effect<Child, never, Scope.Scope> =>
  Effect.gen(function* () {
    const frames = yield* Queue.unbounded<Frame>()
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawn(process.execPath, [path], { env: variables })),
      (started) => Effect.sync(() => started.kill("SIGKILL"))
    )
    let framer = LineFraming.make(64 * 1024 * 1024)
    let stderr = ""
    child.stdin.on("error", () => {})
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text
    })
    child.stdout.on("data", (bytes: Uint8Array) => {
      const [next, found] = LineFraming.push(framer, bytes)
      framer = next
      for (const run of found) {
        for (const line of Buffer.from(run).toString().split("\n")) Queue.offerUnsafe(frames, JSON.parse(line))
      }
    })
    const exited = new Promise<Exit>((resolve) => child.once("close", (code, signal) => resolve({ code, signal })))
    return {
      process: child,
      send: (frame) => child.stdin.write(`${JSON.stringify(frame)}\n`),
      receive: Queue.take(frames),
      exit: Effect.promise(() => exited),
      stderr: () => stderr
    }
  })
