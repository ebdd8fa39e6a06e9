/**
 * Writes `protocol/manifest.schema.json` from the codec of the manifest. With `--check` it writes nothing and fails when the
 * file on disk differs.
 */
import { ManifestSchema } from "@lanyard/flash-protocol"
import { writeOrCheck } from "./lib/generated.ts"
import { printJson } from "./lib/print-json.ts"

writeOrCheck({
  path: "protocol/manifest.schema.json",
  text: `${printJson(ManifestSchema.document())}\n`,
  origin: "the codec",
  script: "scripts/generate-manifest-schema.ts"
})
