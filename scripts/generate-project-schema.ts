/**
 * Writes `protocol/project.schema.json` from the codec of `sos.toml`. With `--check` it writes nothing and fails when the file on
 * disk differs.
 */
import { ProjectSchema } from "@lanyard/sos-module"
import { writeOrCheck } from "./lib/generated.ts"
import { printJson } from "./lib/print-json.ts"

writeOrCheck({
  path: "protocol/project.schema.json",
  text: `${printJson(ProjectSchema.document())}\n`,
  origin: "the codec",
  script: "scripts/generate-project-schema.ts"
})
