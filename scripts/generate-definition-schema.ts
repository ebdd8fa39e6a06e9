/**
 * Writes `protocol/module.schema.json` from the codec of `module.sos.toml`. With `--check` it writes nothing and fails when the
 * file on disk differs.
 */
import { DefinitionSchema } from "@lanyard/sos-module"
import { writeOrCheck } from "./lib/generated.ts"
import { printJson } from "./lib/print-json.ts"

writeOrCheck({
  path: "protocol/module.schema.json",
  text: `${printJson(DefinitionSchema.document())}\n`,
  origin: "the codec",
  script: "scripts/generate-definition-schema.ts"
})
