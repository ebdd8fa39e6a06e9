/**
 * Finds where the keys and values of TOML text stand. It checks nothing: any text has spans, those of a broken document are
 * what an editor can still use. Linear in the text, and without recursion.
 */
import type { Span } from "./TomlScalars.ts"
import * as Scalars from "./TomlScalars.ts"

/** A value, by the offsets of its key and its text. */
export interface Node {
  /** Empty at the offset of the value for an element of an inline list. */
  key: Span
  value: Span
  /** True while only longer keys have mentioned this table. */
  implied: boolean
  /** The members of a table by key in the order of their first mention; the elements of a list. */
  inside: Map<string, Node> | Array<Node> | undefined
}

/** What a document holds. */
export interface Scanned {
  readonly root: Node
  /** What was given first, by the offset at which a key that repeats it starts. */
  readonly repeats: ReadonlyMap<number, Node>
}

/** Scans a whole document. */
export const scan = (text: string): Scanned => {
  const root = table([0, 0], [0, 0], false)
  const repeats = new Map<number, Node>()
  let current = root
  let at = 0

  const define = (from: Node, parts: ReadonlyArray<Scalars.Part>): Node => {
    const table = walk(from, parts.slice(0, -1))
    // A key has at least one part.
    const { name, span } = parts[parts.length - 1]!
    const members = membersOf(table)
    const known = members.get(name)
    if (known === undefined) return put(members, name, leaf(span))
    if (known.implied) return explicit(known, span)
    repeats.set(parts[0]!.span[0], known)
    return leaf(span)
  }

  /** Reads the value at `at` into a node, with everything inside. */
  const value = (into: Node): void => {
    const open: Array<Node> = []
    const begin = (node: Node): void => {
      const start = at
      const opener = text[at]
      if (opener === "[" || opener === "{") {
        node.inside = opener === "[" ? [] : new Map()
        open.push(node)
        at += 1
      } else at = Scalars.skipValue(text, at, open.length > 0)
      node.value = [start, at]
    }
    begin(into)
    while (open.length > 0) {
      at = Scalars.skipVoid(text, at)
      // The loop runs while something is open.
      const top = open[open.length - 1]!
      const next = text[at]
      if (next === undefined || next === "]" || next === "}") {
        open.pop()
        if (next === (Array.isArray(top.inside) ? "]" : "}")) at += 1
        top.value = [top.value[0], at]
      } else if (next === ",") at += 1
      else if (Array.isArray(top.inside)) {
        const element = leaf([at, at])
        top.inside.push(element)
        begin(element)
      } else {
        const key = Scalars.readKey(text, at)
        at = Scalars.skipBlank(text, key.end)
        if (key.parts.length > 0 && text[at] === "=") {
          at = Scalars.skipBlank(text, at + 1)
          begin(define(top, key.parts))
        } else at = Math.max(at, key.end + (key.parts.length === 0 ? 1 : 0))
      }
    }
  }

  while (at < text.length) {
    at = Scalars.skipVoid(text, at)
    if (text[at] === "[") {
      const list = text[at + 1] === "["
      const key = Scalars.readKey(text, at + (list ? 2 : 1))
      const closed = Scalars.skipBlank(text, key.end)
      const end = closed + (text[closed] === "]" ? (list && text[closed + 1] === "]" ? 2 : 1) : 0)
      if (key.parts.length > 0) {
        current = list ? append(root, key.parts) : define(root, key.parts)
        current.value = [at, end]
        membersOf(current)
      }
      at = end
    } else {
      const key = Scalars.readKey(text, at)
      at = Scalars.skipBlank(text, key.end)
      if (key.parts.length > 0 && text[at] === "=") {
        at = Scalars.skipBlank(text, at + 1)
        value(define(current, key.parts))
      }
    }
    at = Scalars.skipLine(text, at)
  }
  return { root, repeats }
}

const table = (key: Span, value: Span, implied: boolean): Node => ({ key, value, implied, inside: new Map() })

const leaf = (key: Span): Node => ({ key, value: key, implied: false, inside: undefined })

/** Follows a key from a table and makes the tables that are missing. */
const walk = (from: Node, parts: ReadonlyArray<Scalars.Part>): Node => {
  let here = from
  for (const { name, span } of parts) {
    const members = membersOf(here)
    here = members.get(name) ?? put(members, name, table(span, span, true))
  }
  return here
}

/** Adds a table to the list that a key names. */
const append = (root: Node, parts: ReadonlyArray<Scalars.Part>): Node => {
  const members = membersOf(walk(root, parts.slice(0, -1)))
  // A key has at least one part.
  const { name, span } = parts[parts.length - 1]!
  return appendTo(members.get(name) ?? put(members, name, { ...leaf(span), inside: [] }), span)
}

const put = (members: Map<string, Node>, name: string, node: Node): Node => {
  members.set(name, node)
  return node
}

/** A key of a list of tables speaks of its last element. A value that is no table becomes one, for nothing is checked. */
const membersOf = (node: Node): Map<string, Node> => {
  const owner = Array.isArray(node.inside) ? (node.inside.at(-1) ?? appendTo(node, node.key)) : node
  if (!(owner.inside instanceof Map)) owner.inside = new Map()
  return owner.inside
}

const appendTo = (list: Node, key: Span): Node => {
  const element = table(key, key, false)
  if (Array.isArray(list.inside)) list.inside.push(element)
  else list.inside = [element]
  return element
}

const explicit = (node: Node, key: Span): Node => {
  node.key = key
  node.implied = false
  return node
}
