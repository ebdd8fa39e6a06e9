/**
 * Checks imports and manifests against the package table (`lib/package-table.ts`) and the folder rules. Prints one line
 * for each finding, `file:line: what is wrong; what is allowed`, and exits with 1 when there is any.
 */
import { fileURLToPath } from "node:url"
import { dependencyFindings } from "./lib/dependency-rules.ts"
import { print, read } from "./lib/tree.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const isChecked = (path: string) => /^(?:packages|scripts)\/.*\.ts$|^(?:packages\/[^/]+\/)?package\.json$/.test(path)

const tree = read(root, isChecked)
const findings = dependencyFindings(tree)
for (const finding of findings) process.stderr.write(`${print(finding)}\n`)
if (findings.length === 0) process.stdout.write(`${tree.size} files follow the dependency rules\n`)
process.exitCode = findings.length === 0 ? 0 : 1
