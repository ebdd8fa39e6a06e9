/**
 * Keeps a comparison on one processor where the system can do that. A round trip between two processors that rest in
 * between takes several times the one between two processes on the same, and which it is to be is the scheduler's whim.
 */
import { execFileSync } from "node:child_process"
import { availableParallelism } from "node:os"

const pin = (processors: string): boolean => {
  try {
    execFileSync("taskset", ["-pc", processors, String(process.pid)], { stdio: "ignore" })
    return true
  } catch {
    // No such program on this system: the comparison runs wherever it is put.
    return false
  }
}

const all = `0-${availableParallelism() - 1}`

/** Runs a job on the first processor, and its children with it. */
export const onOneProcessor = async <A>(job: () => Promise<A>): Promise<A> => {
  const pinned = pin("0")
  try {
    return await job()
  } finally {
    if (pinned) pin(all)
  }
}
