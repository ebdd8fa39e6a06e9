/**
 * Prints the size of each package and fails for a file past its limit: 300 lines for a source, 150 for a script;
 * generated files are exempt.
 */
import { fileURLToPath } from "node:url"
import { oversized, sizeReport } from "./lib/sizes.ts"
import { print, read } from "./lib/tree.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const tree = read(root, (path) => /^packages\/[^/]+\/src\/.*\.ts$|^scripts\/(?:lib\/)?[^/]+\.(?:ts|mjs)$/.test(path))

const findings = oversized(tree)
process.stdout.write(`${sizeReport(tree)}\n`)
for (const finding of findings) process.stderr.write(`${print(finding)}\n`)
process.exitCode = findings.length === 0 ? 0 : 1
