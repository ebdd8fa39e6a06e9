/** The floors: what a careful program does with `node:child_process` alone, without deadlines, quotas or ownership. */
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import type { Readable, Writable } from "node:stream"

export type RawChild = ChildProcessByStdio<Writable, Readable, null>

export const start = (executable: string, args: ReadonlyArray<string> = []): RawChild =>
  spawn(executable, args, { stdio: ["pipe", "pipe", "ignore"], detached: true })

/** Splits at newlines before decoding, keeping the rest of a chunk for the next one. */
export const lines = (onLine: (line: string) => void) => {
  const held: Array<Buffer> = []
  return (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      if (held.length === 0) onLine(chunk.toString("utf8", from, at))
      else onLine(Buffer.concat([...held.splice(0), chunk.subarray(from, at)]).toString("utf8"))
      from = at + 1
    }
    if (from < chunk.length) held.push(chunk.subarray(from))
  }
}

/** Resolves with the first line the child writes. */
export const firstLine = (child: RawChild): Promise<string> =>
  new Promise((resolve) => child.stdout.on("data", lines(resolve)))

/** Kills the group and waits for the exit. */
export const kill = async (child: RawChild): Promise<void> => {
  const exited = once(child, "exit")
  process.kill(-child.pid!, "SIGKILL")
  await exited
}

/** One write for everything that is written in a turn. */
export const coalesced = (child: RawChild) => {
  let waiting = ""
  return (text: string) => {
    if (waiting === "") {
      queueMicrotask(() => {
        child.stdin.write(waiting)
        waiting = ""
      })
    }
    waiting += text
  }
}

/**
 * Requests by id over one child; no deadline, no limit. A write for each unless told otherwise. A request returns what forgets it.
 */
export const requests = (child: RawChild, write: (text: string) => void = (text) => child.stdin.write(text)) => {
  const pending = new Map<number, (reply: unknown) => void>()
  let id = 0
  child.stdout.on(
    "data",
    lines((line) => {
      const reply = JSON.parse(line) as { readonly id: number; readonly result: unknown }
      const settle = pending.get(reply.id)
      pending.delete(reply.id)
      settle?.(reply.result)
    })
  )
  return (method: string, params: unknown, settle: (reply: unknown) => void) => {
    const mine = ++id
    pending.set(mine, settle)
    write(`${JSON.stringify({ id: mine, method, params })}\n`)
    return () => pending.delete(mine)
  }
}

/** The same, each a promise. */
export const client = (child: RawChild, write?: (text: string) => void) => {
  const send = requests(child, write)
  return (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      send(method, params, resolve)
    })
}
