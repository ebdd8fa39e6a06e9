/**
 * The JSON Schema of `sos.toml` (draft 2020-12), for editors. Every file that the reader takes is valid by it; it cannot say
 * which paths are modules and that a path is registered once.
 */
import { Schema } from "effect"
import { File } from "./ProjectShape.ts"

/** Builds the schema as a JSON object. */
export const document = (): Readonly<Record<string, unknown>> => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(File, { onExcessProperty: "error" })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Settings of a SOS project",
    ...schema,
    $defs: definitions
  }
}
