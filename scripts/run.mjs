// @ts-check
/**
 * Runs one of the project's verbs on the Node release that the lock file names, installing first when `node_modules` is
 * not what the lock file asks for. Plain JavaScript without dependencies: all it needs is npm and the Node 20 or later
 * that came with it.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { NOT_STARTED, notStarted, npm, run } from "./lib/children.mjs"
import { differences, reason } from "./lib/installation.mjs"
import { argumentsOf, closingLine, names, program, variablesOf, withPath } from "./lib/verbs.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const node = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node")

/** @param {string} text */
const say = (text) => process.stderr.write(`lanyard: ${text}\n`)

/** @param {string} path */
const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8"))
  } catch {
    return undefined
  }
}

/** @type {import("./lib/installation.mjs").Disk} */
const disk = {
  version: (path) => readJson(`${path}/package.json`)?.version,
  linked: (path) => {
    try {
      return relative(realpathSync(root), realpathSync(join(root, path)))
        .split(sep)
        .join("/")
    } catch {
      return undefined
    }
  }
}

/** Everything that stands between `node_modules` and running a verb. */
const problems = () => {
  const wanted = readJson("package-lock.json")?.packages
  if (wanted === undefined) return ["package-lock.json is missing or is not JSON"]
  const found = differences(wanted, readJson("node_modules/.package-lock.json")?.packages, disk)
  if (found.length > 0) return found
  const expected = `v${wanted["node_modules/node"]?.version}`
  const answer = spawnSync(node, ["--version"], { encoding: "utf8" })
  return answer.stdout?.trim() === expected
    ? []
    : [`node_modules/node does not run as Node ${expected} on this machine`]
}

/** Installs when needed; returns 0, or the exit status to end with. */
const install = async () => {
  const before = problems()
  if (before.length === 0) return 0
  say(`${reason(before)}.`)
  say("Installing what package-lock.json lists (npm ci); this takes about half a minute and is needed once.")
  const [program, args] = npm(process.env.npm_execpath, process.execPath)
  // NODE_ENV=production would leave out the tools; the registry's engine warnings concern the Node that npm runs on.
  const flags = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"]
  /** @type {import("node:child_process").SpawnOptions} */
  const options = { cwd: root, stdio: ["ignore", "inherit", "inherit"] }
  const status = await run(program, [...args, "ci", ...flags], options).catch((cause) => {
    say(`${notStarted(program, cause)}, so nothing could be installed. Install Node 20 or later with its npm.`)
    return undefined
  })
  if (status === undefined) return NOT_STARTED
  if (status !== 0) {
    say(`npm ci ended with status ${status}; its own messages are above. Nothing was run.`)
    return status
  }
  const after = problems()
  if (after.length === 0) return 0
  say(`npm ci succeeded, and yet ${reason(after)}. Nothing was run.`)
  return 1
}

/**
 * @param {ReadonlyArray<string>} args
 * @param {Readonly<Record<string, string>>} extra
 * @param {string} folder
 */
const start = (args, extra, folder = root) => {
  const folders = [dirname(node), join(root, "node_modules/.bin")]
  return run(node, args, { cwd: folder, env: { ...withPath(process.env, folders, delimiter), ...extra } }).catch(
    (cause) => {
      say(`${notStarted(node, cause)}. Remove node_modules and try again.`)
      return NOT_STARTED
    }
  )
}

/** @param {ReadonlyArray<string>} args */
const tour = async (args) => {
  const status = await start(args, {})
  if (status !== 0) return status
  process.stdout.write(program.title)
  return start(program.args, {}, join(root, program.folder))
}

/**
 * Runs the tests and prints the totals after everything else; the reporter in `lib/totals.ts` leaves them in a file.
 *
 * @param {ReadonlyArray<string>} args
 */
const test = async (args) => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-totals-"))
  try {
    const file = join(folder, "totals.json")
    const status = await start(args, { LANYARD_TOTALS: file })
    const totals = JSON.parse(readTotals(file))
    if (status !== 0 && totals.failed === 0) say(`no test failed, but the test run did, with status ${status}.`)
    process.stdout.write(`${closingLine(totals, status)}\n`)
    return status
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} file */
const readTotals = (file) => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return '{ "passed": 0, "failed": 0, "skipped": 0 }'
  }
}

const main = async () => {
  const [verb = "", ...extra] = process.argv.slice(2)
  const args = argumentsOf(verb, extra)
  if (args === undefined) {
    say(`there is no "${verb}"; use one of ${names.join(", ")}.`)
    return 2
  }
  const status = await install()
  if (status !== 0) return status
  if (verb === "test") return test(args)
  return verb === "tour" ? tour(args) : start(args, variablesOf(verb, process.env))
}

process.exitCode = await main()
