/**
 * Holds `protocol/requirements.json` and those who cite it together. Prints one line for each finding,
 * `file:line: what is wrong; what is allowed`, and exits with 1 when there is any.
 */
import { fileURLToPath } from "node:url"
import { checkRequirements, isRead } from "./lib/requirements.ts"
import { print, read } from "./lib/tree.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const { findings, cited, waiting } = checkRequirements(read(root, isRead))
for (const finding of findings) process.stderr.write(`${print(finding)}\n`)
process.stdout.write(`${cited} requirements have a test, ${waiting} wait for packages to come\n`)
process.exitCode = findings.length === 0 ? 0 : 1
