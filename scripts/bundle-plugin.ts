/**
 * Writes the SDK of plugins as one entry, `packages/flash-plugin/dist/bundle/plugin.mjs`, or a plugin that stands on it as
 * a program: `node scripts/bundle-plugin.ts ENTRY FOLDER`. With `--check` it writes nothing and fails when the files on disk differ.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle, bundleProgram } from "./lib/bundle.ts"

const sdk = fileURLToPath(new URL("../packages/flash-plugin/", import.meta.url))
const [entry, folder] = process.argv.slice(2).filter((word) => !word.startsWith("--"))
const isSdk = entry === undefined || folder === undefined
const to = isSdk ? join(sdk, "dist/bundle") : folder

const make = () => {
  if (isSdk) return bundle(join(sdk, "src/bundled.ts"), "plugin")
  return bundleProgram(entry, basename(entry).replace(/\.[^.]+$/, ""))
}

const current = (path: string) => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

const files = await make()
if (process.argv.includes("--check")) {
  const stale = [...files].filter(([file, code]) => current(join(to, file)) !== code).map(([file]) => file)
  for (const file of stale) process.stderr.write(`${join(to, file)} is stale; run: node scripts/bundle-plugin.ts\n`)
  process.exitCode = stale.length === 0 ? 0 : 1
} else {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  for (const [file, code] of files) writeFileSync(join(to, file), code)
}
