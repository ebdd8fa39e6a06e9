/**
 * The JSON Schema of `module.sos.toml` (draft 2020-12), for editors. Every definition that the reader takes is valid by it; it
 * cannot say which names are declared, what they are declared as, and what several lists ask of each other.
 */
import { Schema } from "effect"
import { keywords } from "./Conditions.ts"
import { File } from "./Shape.ts"

/** Builds the schema as a JSON object. */
export const document = (): Readonly<Record<string, unknown>> => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(File, {
    onExcessProperty: "error",
    includeAnnotationKey: (key) => keywords.has(key)
  })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Definition of a SOS module",
    ...schema,
    $defs: definitions
  }
}
