/**
 * What keys of one definition ask of each other, as far as a JSON Schema can say it: annotations that `JsonSchema` writes out, which
 * editors check by. The rules of this folder say all of it, with places.
 */

/** The annotations that are words of JSON Schema. */
export const keywords: ReadonlySet<string> = new Set([
  "uniqueItems",
  "pattern",
  "if",
  "then",
  "else",
  "oneOf",
  "dependentRequired",
  "dependentSchemas"
])

const is = (key: string, value: string) => ({ properties: { [key]: { const: value } }, required: [key] })
const absent = (...keys: ReadonlyArray<string>) => ({ properties: Object.fromEntries(keys.map((key) => [key, false])) })

/** Each kind has keys of its own. */
export const runtime = {
  if: is("kind", "stdio"),
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { required: ["protocol", "command"] },
  else: absent("protocol", "command")
}

/** So has each way to distribute. */
export const distribution = {
  if: is("mode", "bundled"),
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: {
    required: ["artifact"],
    properties: {
      artifact: { minItems: 1 },
      ...absent("program", "version_command", "version_requirement", "install_documentation").properties
    }
  },
  else: absent("arguments", "artifact"),
  dependentRequired: { version_requirement: ["version_command"] }
}

/** An element is given either whole or one by one. */
export const argument = {
  oneOf: [
    { required: ["value"], ...absent("each", "flag") },
    { required: ["each"], ...absent("value", "allow_dash") }
  ]
}

/** What a command reads comes from a parameter. */
export const command = {
  dependentSchemas: {
    stdin_parameter: { properties: { stdin: { not: { const: "none" } } } },
    stdin: { if: { properties: { stdin: { const: "none" } } }, else: { required: ["stdin_parameter"] } }
  }
}

/** A command stands in each action of its kind, and in none of the other. */
export const file = {
  if: { properties: { runtime: is("kind", "command") } },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { properties: { action: { items: { required: ["command"] } } } },
  else: { properties: { action: { items: absent("command") } } }
}
