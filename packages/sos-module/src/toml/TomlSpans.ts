/**
 * Where the keys and values of a TOML document stand, and in which order its keys were declared: what diagnostics and editors
 * need and no parser tells. Any text has spans. The text is scanned at the first question, so that a document without
 * problems costs nothing.
 */
import { fileStart, type Range } from "../diagnostics/Diagnostic.ts"
import * as Lines from "../diagnostics/Lines.ts"
import type { Span } from "./TomlScalars.ts"
import { type Node, type Scanned, scan } from "./TomlScan.ts"

/** A way into a document, by keys and by positions in lists: `["action", 0, "name"]`; empty for the document. */
export type Path = ReadonlyArray<string | number>

/** Answers for one document. */
export interface TomlSpans {
  /**
   * Where a key stands, its last part alone when it is dotted. A table is named by its own header; before it has one, by
   * the first key that mentions it. Undefined for the document, for elements of an inline list and for what there is not.
   */
  readonly key: (path: Path) => Range | undefined
  /**
   * Where a value stands. A table of a header is where its header is, a table without one and a list of tables where their key
   * is; the document is at its start.
   */
  readonly value: (path: Path) => Range | undefined
  /** The keys of a table in the order of their first mention; none for anything else. */
  readonly keys: (path: Path) => ReadonlyArray<string>
  /** Where to show a problem with `path`: its value, or else that of the nearest table or list around it. */
  readonly nearest: (path: Path) => Range
}

/** Answers for a text; one leading byte order mark is no column. */
export const make = (source: string): TomlSpans => {
  const text = withoutMark(source)
  let known: { readonly scanned: Scanned; readonly lines: Lines.Lines } | undefined
  const ask = () => (known ??= { scanned: scan(text), lines: Lines.make(text) })
  const rangeOf = (span: Span | undefined) => span && Lines.range(ask().lines, span[0], span[1])
  return {
    key: (path) => {
      const node = path.length === 0 ? undefined : find(ask().scanned.root, path)
      return node === undefined || node.key[0] === node.key[1] ? undefined : rangeOf(node.key)
    },
    value: (path) => rangeOf(find(ask().scanned.root, path)?.value),
    keys: (path) => {
      const inside = find(ask().scanned.root, path)?.inside
      return inside instanceof Map ? [...inside.keys()] : []
    },
    nearest: (path) => {
      const { root } = ask().scanned
      let node: Node = root
      for (const part of path) {
        const next = step(node, part)
        if (next === undefined) break
        node = next
      }
      return rangeOf(node.value) ?? fileStart
    }
  }
}

/** Drops one leading byte order mark. */
export const withoutMark = (text: string): string => (text.startsWith("\ufeff") ? text.slice(1) : text)

/** Prints a path as TOML would write it, with positions: `action[0].name`, `runtime.requires."a b"`. */
export const printPath = (path: Path): string => path.reduce<string>(printStep, "")

const find = (root: Node, path: Path): Node | undefined =>
  path.reduce<Node | undefined>((node, part) => node && step(node, part), root)

const step = (node: Node, part: string | number): Node | undefined => {
  if (node.inside instanceof Map) return typeof part === "string" ? node.inside.get(part) : undefined
  return typeof part === "number" ? node.inside?.[part] : undefined
}

const printStep = (path: string, part: string | number): string => {
  if (typeof part === "number") return `${path}[${part}]`
  const key = /^[A-Za-z0-9_-]+$/.test(part) ? shorten(part) : JSON.stringify(shorten(part))
  return path === "" ? key : `${path}.${key}`
}

// A key of any length may stand above very many problems.
const shorten = (key: string): string => (key.length > 80 ? `${key.slice(0, 80)}…` : key)
