/**
 * Runs every check that is not a test and prints one line for each: types, Effect diagnostics, lint, format, dependency
 * rules, sizes, requirements, examples, generated files. All of them run even when one fails; the exit status says whether
 * all passed.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Outcome, report, type Step, steps, summary } from "./lib/steps.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

const effectTypes = () => {
  const path = `node_modules/@effect/tsgo-${process.platform}-${process.arch}/lib/tsc`
  return existsSync(`${root}${path}`) ? `${root}${path}` : undefined
}

const run = (step: Step): Outcome => {
  const began = performance.now()
  const done = spawnSync(step.program, step.args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
  const output = done.error === undefined ? done.stdout + done.stderr : `${done.error.message}\n`
  return { step, status: done.status ?? 1, output, millis: performance.now() - began }
}

const outcomes = steps({ node: process.execPath, effectTypes: effectTypes() }).map((step) => {
  const outcome = run(step)
  process.stdout.write(`${report(outcome)}\n`)
  return outcome
})
process.stdout.write(`\n${summary(outcomes)}\n`)
process.exitCode = outcomes.every((outcome) => outcome.status === 0) ? 0 : 1
