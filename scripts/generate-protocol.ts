/**
 * Writes `packages/flash-protocol/src/protocol.gen.ts` from `protocol/flash.json`, in the layout biome would give it.
 * With `--check` it writes nothing and fails when the file on disk differs.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { printJson } from "./lib/print-json.ts"

const source = new URL("../protocol/flash.json", import.meta.url)
const target = new URL("../packages/flash-protocol/src/protocol.gen.ts", import.meta.url)

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const declaration = "export const protocol = "
const generated = [
  "/** Written by `scripts/generate-protocol.ts` from `protocol/flash.json`; change that file, then run the script. */",
  `${declaration}${printJson(JSON.parse(readFileSync(source, "utf8")), { key, start: declaration.length })} as const`,
  ""
].join("\n")

const current = () => {
  try {
    return readFileSync(target, "utf8")
  } catch {
    return undefined
  }
}

if (!process.argv.includes("--check")) {
  writeFileSync(target, generated)
} else if (current() !== generated) {
  process.stderr.write(
    "packages/flash-protocol/src/protocol.gen.ts is not what protocol/flash.json says; run: node scripts/generate-protocol.ts\n"
  )
  process.exitCode = 1
}
