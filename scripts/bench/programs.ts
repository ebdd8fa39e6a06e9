/** The child programs of the benchmarks; the C ones are compiled into a temporary folder once a run. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const source = (name: string) => fileURLToPath(new URL(`./programs/${name}`, import.meta.url))

export const echo = source("echo.mjs")
export const notify = source("notify.mjs")
export const plugin = source("plugin.mjs")

/** Paths of the compiled programs. */
export interface Compiled {
  readonly ready: string
  readonly stubborn: string
  readonly small: string
  readonly [Symbol.dispose]: () => void
}

/** Compiles the C programs with `cc`; a missing compiler is an error that says so. */
export const compile = (): Compiled => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-bench-"))
  const build = (name: string) => {
    const out = join(folder, name)
    try {
      execFileSync("cc", ["-O2", "-o", out, source(`${name}.c`)], { stdio: ["ignore", "ignore", "inherit"] })
    } catch (cause) {
      throw new Error(`npm run bench needs a C compiler: "cc" could not build ${name}.c`, { cause })
    }
    return out
  }
  return {
    ready: build("ready"),
    stubborn: build("stubborn"),
    small: build("small"),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true })
  }
}
