// @ts-check
/** Starts the launcher's children: in the foreground, without a shell, passing signals on and exit status back. */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { constants } from "node:os"
import { dirname, join } from "node:path"

/** @type {ReadonlyArray<NodeJS.Signals>} */
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"]

/** The status that a shell gives a command it cannot start. */
export const NOT_STARTED = 127

/**
 * Says in one sentence why a program did not start.
 *
 * @param {string} program
 * @param {unknown} cause what `run` was rejected with
 */
export const notStarted = (program, cause) => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  return code === "ENOENT"
    ? `${program} was not found${program.includes("/") ? "" : " on the PATH"}`
    : `${program} could not be started${code === undefined ? "" : ` (${code})`}`
}

/**
 * Runs a program to its end and returns its exit status, or 128 plus the signal's number as a shell would. Rejects with
 * the system's error when the program cannot be started.
 *
 * @param {string} program
 * @param {ReadonlyArray<string>} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<number>}
 */
export const run = (program, args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", ...options })
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the whole foreground group; a second one would look like an impatient user.
      if (signal !== "SIGINT" || process.stdin.isTTY !== true) child.kill(signal)
    }
    const release = () => {
      for (const signal of forwarded) process.off(signal, forward)
    }
    for (const signal of forwarded) process.on(signal, forward)
    child.once("error", (cause) => {
      release()
      reject(cause)
    })
    child.once("exit", (code, signal) => {
      release()
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })

/**
 * Returns how to start npm: the script of the npm that runs us, one beside our Node, or whatever `npm` is on the search
 * path. Windows cannot start `npm.cmd` without a shell, so a script run by Node comes first.
 *
 * @param {string | undefined} running npm's own `npm_execpath`
 * @param {string} node the running Node's path
 * @param {(path: string) => boolean} exists
 * @returns {readonly [program: string, args: ReadonlyArray<string>]}
 */
export const npm = (running, node, exists = existsSync) => {
  const script = [
    running,
    join(dirname(node), "node_modules/npm/bin/npm-cli.js"),
    join(dirname(node), "../lib/node_modules/npm/bin/npm-cli.js")
  ].find((path) => path?.endsWith("npm-cli.js") && exists(path))
  return script === undefined ? ["npm", []] : [node, [script]]
}
