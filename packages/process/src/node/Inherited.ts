/**
 * What the host was started with and its children must not see: descriptors that do not close on exec. Node can leave none
 * of them out of a child, so each gets nothing put over it, by a place of its own in the child's `stdio`.
 */
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs"
import { errorCode } from "./ErrorCode.ts"

/** The three pipes that every child has, and what is put over descriptors behind them; a number is one of this process. */
export type Stdio = Array<"pipe" | "ignore" | number>

/** Starts a child with what it is given. */
export type Starting = <A>(start: (stdio: Stdio) => A) => A

/** Gives a child its pipes and nothing else. */
export const pipes: Starting = (start) => start(threePipes())

const threePipes = (): Stdio => ["pipe", "pipe", "pipe"]

/**
 * Asks below `root`, a file system of the shape of /proc/self, and puts `nothing` over what is found: an absolute path that
 * is open while the child starts. What was inherited is looked for once, and again at every start whether it is still open.
 * Throws as the system does when the host is out of descriptors; what can otherwise not be read is passed on.
 */
export const below = (root: string, nothing: string): Starting => {
  const isPassedOn = (fd: number): boolean => {
    const flags = readable(() => /^flags:\s*([0-7]+)$/m.exec(readFileSync(`${root}/fdinfo/${fd}`, "utf8"))?.[1])
    return flags !== undefined && (Number.parseInt(flags, 8) & closesOnExec) === 0
  }

  const look = (): ReadonlyArray<number> => {
    const names = readable(() => readdirSync(`${root}/fd`)) ?? []
    const limits = readable(() => readFileSync(`${root}/limits`, "utf8")) ?? ""
    const open = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0)
    const found = names.map(Number).filter((fd) => fd > 2 && isPassedOn(fd))
    // `nothing` is copied behind the last place before it is put into any, and no copy may pass the limit.
    return found.filter((fd) => fd + found.length < Math.min(open, places)).sort((a, b) => a - b)
  }

  let inherited: ReadonlyArray<number> | undefined
  return (start) => {
    inherited ??= look()
    // A number that was closed can be one of Node's own by now.
    const still = inherited.filter(isPassedOn)
    const over = still.length === 0 ? undefined : readable(() => openSync(nothing, "r"))
    if (over === undefined) return pipes(start)
    try {
      const stdio = threePipes()
      for (const fd of still) {
        while (stdio.length < fd) stdio.push("ignore")
        stdio.push(over)
      }
      return start(stdio)
    } finally {
      closeSync(over)
    }
  }
}

/** Covers what this Linux process inherited. */
export const proc: Starting = below("/proc/self", "/dev/null")

// O_CLOEXEC, on every architecture that Node is made for.
const closesOnExec = 0o2000000

// Each place up to the last one costs at every start.
const places = 1024

// What is not there or closed to this process tells nothing; a host without descriptors can start no child anyway.
const readable = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch (cause) {
    if (["EMFILE", "ENFILE"].includes(errorCode(cause))) throw cause
    return undefined
  }
}
