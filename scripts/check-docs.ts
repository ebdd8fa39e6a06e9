/**
 * Compiles every ts fence in the project's Markdown and in the packages' docstrings, each as a module that imports what a
 * reader can import. Prints one line for each error, `file:line: message`, and exits with 1 when there is any.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { collect, type Fence, locate, toModule } from "./lib/fences.ts"
import { print, read } from "./lib/tree.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Type-checks the examples in a folder inside the project, where package names resolve; returns its complaints. */
const compile = (fences: ReadonlyArray<Fence>): ReadonlyArray<string> => {
  if (fences.length === 0) return []
  mkdirSync(join(root, "dist"), { recursive: true })
  const folder = mkdtempSync(join(root, "dist/docs-"))
  try {
    for (const [number, fence] of fences.entries()) writeFileSync(join(folder, `${number}.ts`), toModule(fence))
    const options = { composite: false, declaration: false, declarationMap: false, sourceMap: false, noEmit: true }
    const config = { extends: "../../tsconfig.json", compilerOptions: options, include: ["*.ts"], references: [] }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const done = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { cwd: root, encoding: "utf8" })
    if (done.status === 0) return []
    const complaints = locate(done.stdout + done.stderr, fences)
    return complaints.length === 0 ? [`tsc ended with status ${done.status} and no output`] : complaints
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const tree = read(root, (path) => path.endsWith(".md") || /^packages\/.*\.ts$/.test(path))
const { fences, findings } = collect(tree)
const complaints = [...findings.map(print), ...compile(fences)]
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
if (complaints.length === 0) process.stdout.write(`Examples that compile: ${fences.length}\n`)
process.exitCode = complaints.length === 0 ? 0 : 1
