/**
 * Writes `protocol/manifest.schema.json` from the codec of the manifest. With `--check` it writes nothing and fails when the
 * file on disk differs.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { ManifestSchema } from "@lanyard/flash-protocol"
import { printJson } from "./lib/print-json.ts"

const target = new URL("../protocol/manifest.schema.json", import.meta.url)
const generated = `${printJson(ManifestSchema.document())}\n`

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
    "protocol/manifest.schema.json is not what the codec says; run: node scripts/generate-manifest-schema.ts\n"
  )
  process.exitCode = 1
}
