/** The keys that `protocol/manifest.schema.json` knows, at any depth. */
import { readFileSync } from "node:fs"
import { actions } from "../../src/Constants.ts"
import { isObject } from "../../src/Scalar.ts"

const file: unknown = JSON.parse(
  readFileSync(new URL("../../../../protocol/manifest.schema.json", import.meta.url), "utf8")
)

const names = new Set<string>(actions)

const child = (at: string, name: string) => (at === "" ? name : `${at}.${name}`)

const members = (value: unknown): ReadonlyArray<readonly [name: string, schema: unknown]> =>
  isObject(value) ? Object.entries(value) : []

const definitions = new Map(
  isObject(file) ? members(file.$defs).map(([name, schema]) => [`#/$defs/${name}`, schema]) : []
)

const keysOf = (schema: unknown, at: string): ReadonlyArray<string> => {
  if (!isObject(schema)) return []
  const below = [
    ...members(schema.properties).map(
      ([name, inner]) => [child(at, names.has(name) ? "<action>" : name), inner] as const
    ),
    ...members(schema.patternProperties).map(([, inner]) => [child(at, "<bundle id>"), inner] as const)
  ]
  const inPlace = [
    ...(Array.isArray(schema.anyOf) ? schema.anyOf : []),
    ...(typeof schema.$ref === "string" ? [definitions.get(schema.$ref)] : [])
  ]
  return [
    ...below.flatMap(([path, inner]) => [path, ...keysOf(inner, path)]),
    ...inPlace.flatMap((inner) => keysOf(inner, at)),
    ...keysOf(schema.items, `${at}[]`)
  ]
}

/** Each key by its path, once: `[]` stands for an entry of a list, `<action>` and `<bundle id>` for keys that data names. */
export const schemaKeys: ReadonlyArray<string> = [...new Set(keysOf(file, ""))]
