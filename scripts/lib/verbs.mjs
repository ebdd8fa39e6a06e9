// @ts-check
/** What each verb of `scripts/run.mjs` starts, always without a shell so that arguments arrive as they were typed. */

/** @type {Readonly<Record<string, ReadonlyArray<string>>>} */
const verbs = {
  tour: ["packages/flash-cli/src/bin.ts", "tour"],
  test: ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.workspace.ts"],
  check: ["scripts/check.ts"],
  bench: ["scripts/bench/main.ts"],
  fuzz: ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.workspace.ts", "test/fuzz.test.ts"],
  fix: ["node_modules/@biomejs/biome/bin/biome", "check", "--write", "."]
}

/** The second part of the tour: a program and the folder that it is run in, which says what its modules may do. */
export const program = {
  title: "\nA program of SOS, fixtures/sos/projects/tour/main.sos, with its modules\n\n",
  args: ["../../../../packages/sos-cli/src/bin.ts", "run", "main.sos"],
  folder: "fixtures/sos/projects/tour"
}

/** The verbs, for a message to someone who typed another one. */
export const names = Object.keys(verbs)

/** Counts the tests. Named on the command line, because reporters that a caller names there replace configured ones. */
const totals = "--reporter=./scripts/lib/totals.ts"

/** @param {ReadonlyArray<string>} extra */
const reporters = (extra) =>
  extra.some((argument) => argument.startsWith("--reporter")) ? [totals] : ["--reporter=default", totals]

/**
 * Returns Node's arguments for a verb, followed by the caller's own; undefined when there is no such verb.
 *
 * @param {string} verb
 * @param {ReadonlyArray<string>} extra
 * @returns {ReadonlyArray<string> | undefined}
 */
export const argumentsOf = (verb, extra) => {
  const own = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  return own === undefined ? undefined : [...own, ...(verb === "test" ? reporters(extra) : []), ...extra]
}

/**
 * Returns the variables that a verb sets, where the caller has not.
 *
 * @param {string} verb
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Readonly<Record<string, string>>}
 */
export const variablesOf = (verb, { LANYARD_FUZZ_LINES = "200000" }) => (verb === "fuzz" ? { LANYARD_FUZZ_LINES } : {})

/**
 * Returns the environment with `folders` in front of its search path, whatever the case of that variable's name (`Path`
 * on Windows).
 *
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {ReadonlyArray<string>} folders
 * @param {string} separator `:` or, on Windows, `;`
 */
export const withPath = (environment, folders, separator) => {
  const name = Object.keys(environment).find((key) => key.toUpperCase() === "PATH") ?? "PATH"
  const before = environment[name]
  const path = before === undefined || before === "" ? folders : [...folders, before]
  return { ...environment, [name]: path.join(separator) }
}

/**
 * Returns the closing line of a test run. A run that failed without a failed test (a configuration that does not load, a
 * filter that matches nothing) counts as one failure, so the line never reads like success when the status is not 0.
 *
 * @param {{ readonly passed: number, readonly failed: number, readonly skipped: number }} totals
 * @param {number} status the runner's exit status
 */
export const closingLine = ({ passed, failed, skipped }, status) =>
  `${passed} passed, ${status !== 0 && failed === 0 ? 1 : failed} failed, ${skipped} skipped`
