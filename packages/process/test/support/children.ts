/** Real children for tests: what to start, what they say, and what is left of them. */
import { readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { Effect, Result } from "effect"
import type { Child } from "../../src/Child.ts"
import type { ChildSpec } from "../../src/ChildSpec.ts"
import * as Environment from "../../src/Environment.ts"

export const posix = process.platform !== "win32"
export const linux = process.platform === "linux"

const environment = Result.getOrThrow(Environment.make({ source: process.env, allow: ["PATH"] }))

/** A shell script as a child. */
export const sh = (script: string, ...args: ReadonlyArray<string>): ChildSpec => ({
  executable: "/bin/sh",
  args: ["-c", script, "sh", ...args],
  cwd: tmpdir(),
  environment
})

/** A script that needs descriptors beyond the ninth. */
export const bash = (script: string, ...args: ReadonlyArray<string>): ChildSpec => ({
  ...sh(""),
  executable: "/bin/bash",
  // With a socket for its input it would read the user's settings.
  args: ["--norc", "-c", script, "bash", ...args]
})

/** A program of Node as a child. */
export const node = (program: string): ChildSpec => ({
  executable: process.execPath,
  args: ["-e", program],
  cwd: tmpdir(),
  environment
})

/** Opens a child's stdout; `line` waits for one line, `told` records what the reader is told beside chunks. */
export const listen = (child: Child) => {
  const told: Array<"end" | "drain" | "broken"> = []
  let text = ""
  let notify = () => {}
  const changed = <T extends (typeof told)[number]>(what: T) => {
    told.push(what)
    notify()
  }
  child.stdio.open({
    chunk: (bytes) => {
      text += Buffer.from(bytes).toString("latin1")
      notify()
    },
    end: () => changed("end"),
    drain: () => changed("drain"),
    broken: () => changed("broken")
  })
  const until = <A>(look: () => A | undefined): Effect.Effect<A> =>
    Effect.callback((resume) => {
      notify = () => {
        const found = look()
        if (found !== undefined) resume(Effect.succeed(found))
      }
      notify()
    })
  const line = until(() => {
    const end = text.indexOf("\n")
    if (end === -1) return undefined
    const found = text.slice(0, end)
    text = text.slice(end + 1)
    return found
  })
  const tells = (what: (typeof told)[number]) => until(() => (told.includes(what) ? what : undefined))
  return { line, tells, told, text: () => text }
}

/** Whether a process runs; a zombie does not. */
export const runs = (pid: number): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"))
  } catch {
    return false
  }
}

/** Members of a group that run. */
export const groupOf = (leader: number): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, , group] = readFileSync(`/proc/${pid}/stat`, "latin1")
          .replace(/^.*\) /s, "")
          .split(" ")
        return Number(group) === leader && runs(pid)
      } catch {
        return false
      }
    })
