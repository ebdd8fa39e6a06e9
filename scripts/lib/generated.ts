/** Files that a script writes and nobody edits. */
import { readFileSync, writeFileSync } from "node:fs"

/** A generated file: its path from the root, its text, what the text follows from, and the script that writes it. */
export interface Generated {
  readonly path: string
  readonly text: string
  readonly origin: string
  readonly script: string
}

/** Writes the file; with `--check` it writes nothing, and the script fails when the file on disk differs. */
export const writeOrCheck = ({ path, text, origin, script }: Generated): void => {
  const target = new URL(`../../${path}`, import.meta.url)
  if (!process.argv.includes("--check")) {
    writeFileSync(target, text)
  } else if (current(target) !== text) {
    process.stderr.write(`${path} is not what ${origin} says; run: node ${script}\n`)
    process.exitCode = 1
  }
}

const current = (target: URL) => {
  try {
    return readFileSync(target, "utf8")
  } catch {
    return undefined
  }
}
