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

const table = (properties: object, ...required: ReadonlyArray<string>) => ({
  type: "object",
  properties: { ...Object.fromEntries(required.map((key) => [key, true])), ...properties },
  ...(required.length === 0 ? {} : { required })
})
const is = (key: string, value: string) => table({ [key]: { const: value } }, key)
const without = (...keys: ReadonlyArray<string>) => Object.fromEntries(keys.map((key) => [key, false]))

/** Each kind has keys of its own. */
export const runtime = {
  if: is("kind", "stdio"),
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: table({}, "protocol", "command"),
  else: table(without("protocol", "command"))
}

/** So has each way to distribute. */
export const distribution = {
  if: is("mode", "bundled"),
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: table(
    {
      artifact: { type: "array", minItems: 1 },
      ...without("program", "version_command", "version_requirement", "install_documentation")
    },
    "artifact"
  ),
  else: table(without("arguments", "artifact")),
  dependentRequired: { version_requirement: ["version_command"] }
}

/** An element is given either whole or one by one. */
export const argument = {
  oneOf: [table(without("each", "flag"), "value"), table(without("value", "allow_dash"), "each")]
}

/** What a command reads comes from a parameter. */
export const command = {
  dependentSchemas: {
    stdin_parameter: table({ stdin: { not: { const: "none" } } }),
    stdin: { if: is("stdin", "none"), else: table({}, "stdin_parameter") }
  }
}

/** A command stands in each action of its kind, and in none of the other. */
export const file = {
  if: table({ runtime: is("kind", "command") }, "runtime"),
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: table({ action: { type: "array", items: table({}, "command") } }),
  else: table({ action: { type: "array", items: table(without("command")) } })
}
