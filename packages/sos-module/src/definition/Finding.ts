/** What the rules of this folder find in a document that may have any shape, and how they look into it. */
import * as Diagnostic from "../diagnostics/Diagnostic.ts"
import { hint } from "../diagnostics/Nearest.ts"
import * as Toml from "../toml/Toml.ts"
import * as TomlSpans from "../toml/TomlSpans.ts"

/** A problem by its path, whose place is looked up only if there is one. */
export interface Finding {
  readonly at: TomlSpans.Path
  readonly message: string
  /** `key` when the key is wrong and not its value. */
  readonly on?: "key"
  /** An error otherwise. */
  readonly severity?: Diagnostic.Diagnostic["severity"]
  /** What an author may have meant instead of a word. */
  readonly known?: { readonly word: string; readonly words: ReadonlyArray<string> }
  /** Another place that explains it. */
  readonly related?: { readonly at: TomlSpans.Path; readonly message: string }
}

/** Shows findings at their places in a file. */
export const toDiagnostics = (
  findings: ReadonlyArray<Finding>,
  file: string,
  spans: TomlSpans.TomlSpans
): ReadonlyArray<Diagnostic.Diagnostic> =>
  findings.map((finding, index) => toDiagnostic(finding, index < guessed ? guess(finding) : undefined, file, spans))

// A file may have any number of wrong words, and of words that they could be instead.
const guessed = 100
const candidates = 1_000

const guess = ({ known }: Finding): string | undefined => known && hint([known.word], known.words.slice(0, candidates))

const make = { error: Diagnostic.error, warning: Diagnostic.warning }

const toDiagnostic = (
  { at, message, on, severity = "error", related }: Finding,
  meant: string | undefined,
  file: string,
  spans: TomlSpans.TomlSpans
): Diagnostic.Diagnostic =>
  make[severity](file, (on === "key" ? spans.key(at) : undefined) ?? spans.nearest(at), message, {
    key: TomlSpans.printPath(at),
    ...(meant === undefined ? {} : { hint: meant }),
    ...(related === undefined
      ? {}
      : { related: [{ file, range: spans.nearest(related.at), message: related.message }] })
  })

/** A value by its path, which is written out only where it is asked for. */
export class Placed<A> {
  readonly value: A
  readonly #parent: Placed<unknown> | undefined
  readonly #key: string | number

  constructor(value: A, parent?: Placed<unknown>, key: string | number = "") {
    this.value = value
    this.#parent = parent
    this.#key = key
  }

  /** The last key of the path. */
  get name(): string {
    return String(this.#key)
  }

  get at(): TomlSpans.Path {
    return this.#parent === undefined ? [] : [...this.#parent.at, this.#key]
  }
}

/** The parts of a file that most rules look at; lists that are not there are empty. */
export interface Outline {
  readonly root: Placed<unknown>
  readonly capabilities: Placed<unknown>
  readonly types: ReadonlyArray<Placed<unknown>>
  readonly failures: ReadonlyArray<Placed<unknown>>
  readonly actions: ReadonlyArray<Placed<unknown>>
}

/** Finds the parts of a file, which may have any shape. */
export const outline = (value: unknown): Outline => {
  const root = new Placed(value)
  return {
    root,
    capabilities: inner(root, "capabilities"),
    types: elements(root, "type"),
    failures: elements(root, "failure"),
    actions: elements(root, "action")
  }
}

/** The value of a key; nothing where there is no such table or key. */
export const member = (inside: unknown, key: string): unknown =>
  Toml.isTable(inside) && Object.hasOwn(inside, key) ? inside[key] : undefined

/** The text under a key. */
export const text = (inside: unknown, key: string): string | undefined => {
  const value = member(inside, key)
  return typeof value === "string" ? value : undefined
}

/** The value under a key, with its path. */
export const inner = (outer: Placed<unknown>, key: string): Placed<unknown> =>
  new Placed(member(outer.value, key), outer, key)

/** The elements of the list under a key, with their paths; none where there is no list. */
export const elements = (outer: Placed<unknown>, key: string): ReadonlyArray<Placed<unknown>> => {
  const list = member(outer.value, key)
  if (!Array.isArray(list) || list.length === 0) return none
  const parent = new Placed(list, outer, key)
  return list.map((element, index) => new Placed(element, parent, index))
}

/** The texts in the list under a key. */
export const texts = (outer: Placed<unknown>, key: string): ReadonlyArray<Placed<string>> =>
  elements(outer, key).filter(isText)

/** The texts under one key of each of some tables. */
export const textsOf = (tables: ReadonlyArray<Placed<unknown>>, key: string): ReadonlyArray<Placed<string>> =>
  tables.map((table) => inner(table, key)).filter(isText)

/** Of the tables in the list under a key, the texts under another that a test picks; only these get a place. */
export const picked = (
  outer: Placed<unknown>,
  list: string,
  key: string,
  isPicked: (text: string) => boolean
): ReadonlyArray<Placed<string>> => {
  const tables = member(outer.value, list)
  if (!Array.isArray(tables)) return none
  const found: Array<Placed<string>> = []
  for (let index = 0; index < tables.length; index++) {
    const value = text(tables[index], key)
    if (value === undefined || !isPicked(value)) continue
    found.push(new Placed(value, new Placed<unknown>(tables[index], new Placed(tables, outer, list), index), key))
  }
  return found
}

/** The entries of the table under a key, of those that are text. */
export const entries = (outer: Placed<unknown>, key: string): ReadonlyArray<Placed<string>> => {
  const table = inner(outer, key)
  return Toml.isTable(table.value)
    ? Object.entries(table.value)
        .map(([name, entry]) => new Placed<unknown>(entry, table, name))
        .filter(isText)
    : none
}

const none: ReadonlyArray<never> = []

const isText = (placed: Placed<unknown>): placed is Placed<string> => typeof placed.value === "string"
