/** A plugin's program that tries what it is told as JSON, one thing after the other, and writes how each of them ended. */
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"

/** One thing to try. */
export type Attempt =
  | { readonly read: string }
  | { readonly list: string }
  | { readonly write: string }
  | { readonly run: readonly [program: string, ...args: ReadonlyArray<string>] }
  /** A port of this machine, or the path of a socket. */
  | { readonly connect: number | string }
  | { readonly signal: number }
  | { readonly variable: string }

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : `unexpected: ${error}`

const reach = (place: number | string): Promise<string> =>
  new Promise((resolve) => {
    const socket = typeof place === "number" ? connect(place, "127.0.0.1") : connect(place)
    socket.once("error", (error) => resolve(codeOf(error)))
    socket.once("connect", () => {
      socket.destroy()
      resolve("done")
    })
  })

const make = (attempt: Attempt): string | Promise<string> => {
  if ("read" in attempt) return readFileSync(attempt.read, "utf8")
  if ("list" in attempt) return readdirSync(attempt.list).toSorted().join(" ")
  if ("variable" in attempt) return process.env[attempt.variable] ?? "none"
  if ("connect" in attempt) return reach(attempt.connect)
  if ("write" in attempt) writeFileSync(attempt.write, "written")
  if ("signal" in attempt) process.kill(attempt.signal, 0)
  if ("run" in attempt) {
    const [program, ...args] = attempt.run
    const { error, status, stdout } = spawnSync(program, args, { encoding: "utf8" })
    if (error !== undefined) throw error
    return status === 0 ? stdout.trim() : `status ${status}`
  }
  return "done"
}

const outcomes: Array<string> = []
const attempts: ReadonlyArray<Attempt> = JSON.parse(process.argv[2] ?? "[]")
for (const attempt of attempts) {
  try {
    outcomes.push(await make(attempt))
  } catch (error) {
    outcomes.push(codeOf(error))
  }
}
process.stdout.write(JSON.stringify(outcomes))
