/**
 * The JSON Schema of `manifest.json` (draft 2020-12), for editors and for hosts in other languages. Every manifest that the
 * loader takes is valid by it; it cannot say what several values ask of each other, nor which chords and hosts there are.
 */
import { Schema } from "effect"
import { File } from "./Shape.ts"

/** Builds the schema as a JSON object. */
export const document = (): Readonly<Record<string, unknown>> => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(File, {
    onExcessProperty: "error",
    includeAnnotationKey: (key) => key === "uniqueItems"
  })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Manifest of a Flash plugin",
    ...schema,
    $defs: definitions
  }
}
