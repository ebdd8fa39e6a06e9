/** Every small edit of a TOML document, so that a test can say which of them mean something. */
import { parse, stringify, type TomlTable, type TomlValue } from "smol-toml"
import { printPath } from "../../src/toml/TomlSpans.ts"

/** A changed document: what was changed, where, and the whole text. */
export interface Edit {
  readonly kind: "delete" | "replace" | "swap"
  readonly path: string
  readonly text: string
}

type Path = ReadonlyArray<string | number>

/**
 * Makes the edits of a document one by one: each key or element left out, each two neighbours of a list swapped, and each plain value
 * replaced, text by each of `words` and by itself with a letter more.
 */
export function* edits(text: string, words: ReadonlyArray<string>): Generator<Edit> {
  for (const { path, value } of walk(parse(text), [])) {
    yield { kind: "delete", path: printPath(path), text: changed(text, path, (inside, key) => remove(inside, key)) }
    for (const other of replacements(value, words)) {
      yield {
        kind: "replace",
        path: printPath(path),
        text: changed(text, path, (inside, key) => put(inside, key, other))
      }
    }
    if (!Array.isArray(value)) continue
    for (let at = 1; at < value.length; at++) {
      const swapped = [...value]
      swapped.splice(at - 1, 2, ...value.slice(at - 1, at + 1).reverse())
      yield {
        kind: "swap",
        path: printPath(path),
        text: changed(text, path, (inside, key) => put(inside, key, swapped))
      }
    }
  }
}

/** Writes a document anew: without comments, in another layout, and with the keys of each table in another order. */
export const rewritten = (text: string, order: ReadonlyArray<number>): string => {
  let at = 0
  const shuffle = (value: TomlValue): TomlValue => {
    if (Array.isArray(value)) return value.map(shuffle)
    if (!isTable(value)) return value
    const keyed = Object.entries(value).map(([key, member]) => ({
      key,
      member: shuffle(member),
      rank: order[at++] ?? 0
    }))
    return Object.fromEntries(keyed.sort((one, other) => one.rank - other.rank).map(({ key, member }) => [key, member]))
  }
  return stringify(shuffle(parse(text)))
}

const isTable = (value: unknown): value is TomlTable =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)

function* walk(value: TomlValue, path: Path): Generator<{ readonly path: Path; readonly value: TomlValue }> {
  if (path.length > 0) yield { path, value }
  if (Array.isArray(value)) for (const [index, element] of value.entries()) yield* walk(element, [...path, index])
  else if (isTable(value)) for (const [key, member] of Object.entries(value)) yield* walk(member, [...path, key])
}

const replacements = (value: TomlValue, words: ReadonlyArray<string>): ReadonlyArray<TomlValue> => {
  if (typeof value === "string") return [`${value}x`, ...words].filter((word) => word !== value)
  if (typeof value === "boolean") return [!value]
  return typeof value === "number" ? [value + 1] : []
}

const changed = (text: string, path: Path, change: (inside: object, key: string | number) => void): string => {
  const document = parse(text)
  let inside: object = document
  for (const key of path.slice(0, -1)) inside = Reflect.get(inside, key)
  change(inside, path.at(-1) ?? "")
  return stringify(document)
}

const put = (inside: object, key: string | number, value: TomlValue): void => {
  Reflect.set(inside, key, value)
}

const remove = (inside: object, key: string | number): void => {
  if (Array.isArray(inside)) inside.splice(Number(key), 1)
  else Reflect.deleteProperty(inside, key)
}
