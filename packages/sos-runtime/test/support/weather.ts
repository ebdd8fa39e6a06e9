/** The programs that have the interface of the weather, and how they are built. */
import { spawnSync } from "node:child_process"
import { accessSync, constants, copyFileSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { assert } from "@effect/vitest"
import { fixtures } from "./live.ts"

/** A fixture, the tool that it needs, and how that builds it into a file. */
export interface Program {
  readonly name: string
  readonly tool: string
  readonly build?: (target: string) => ReadonlyArray<string>
}

const all: ReadonlyArray<Program> = [
  { name: "weather-python", tool: "python3" },
  { name: "weather-node", tool: "node" },
  { name: "weather-sh", tool: "sh" },
  { name: "weather-go", tool: "go", build: (target) => ["build", "-o", target, "weather.go"] },
  { name: "weather-rust", tool: "rustc", build: (target) => ["-O", "--edition", "2021", "-o", target, "weather.rs"] }
]

/** Whether a tool is on the PATH. */
const has = (tool: string): boolean =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, tool), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** The programs whose tool is here. */
export const present: ReadonlyArray<Program> = all.filter(({ tool }) => has(tool))

/** Builds a program where it has to be built; returns the folder to run it in, and what removes that. */
export const built = ({ build, name, tool }: Program) => {
  const source = join(fixtures, name)
  if (build === undefined) return { folder: source, remove: () => {} }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lanyard-weather-")))
  const { status, stderr } = spawnSync(tool, build(join(folder, "weather")), { cwd: source, encoding: "utf8" })
  assert.strictEqual(status, 0, stderr)
  copyFileSync(join(source, "module.sos.toml"), join(folder, "module.sos.toml"))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
