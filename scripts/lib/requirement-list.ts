/** Reads `protocol/requirements.json` and says what is wrong with its entries. */
import { parseList } from "./json-list.ts"
import { idPattern } from "./titles.ts"
import type { Finding } from "./tree.ts"

/** Where the requirements are. */
export const requirementsFile = "protocol/requirements.json"

/** One requirement and the line it starts on. A `later` one binds a package that is not written yet, and has no test. */
export interface Entry {
  readonly id: string
  readonly level: string
  readonly line: number
}

/** The entries that can be cited, and what is wrong with the list. */
export interface RequirementList {
  readonly entries: ReadonlyArray<Entry>
  readonly findings: ReadonlyArray<Finding>
}

const fields = ["id", "level", "text", "spec"] as const
const levels = ["must", "should", "later"]

/** The documents that requirements come from, with the form of their headings in a link. */
const documents: Readonly<Record<string, RegExp>> = {
  "flash-plugin-protocol.md": /^[a-z]+(?:--?[a-z]+)*$/,
  "flash-facts.md": /^\d[a-z0-9-]*$/,
  "sos-external-modules.md": /^[a-z]+(?:--?[a-z]+)*$/,
  "sos-facts.md": /^\d[a-z0-9-]*$/,
  "decisions.md": /^[bfs]\d+$/
}

/** Reads the list; a broken entry is reported and cannot be cited. */
export const readRequirements = (text: string | undefined): RequirementList => {
  const list = text === undefined ? undefined : parseList(text)
  if (list === undefined) return { entries: [], findings: [at(1, "is no JSON list", "a list of requirements")] }
  const entries: Array<Entry> = []
  const findings: Array<Finding> = []
  for (const { value, line } of list) {
    const problems = problemsOf(value, line)
    findings.push(...problems)
    if (problems.length > 0) continue
    // An entry without problems has these fields.
    const { id, level } = value as Entry
    findings.push(...misplaced(id, line, entries))
    entries.push({ id, level, line })
  }
  return { entries, findings }
}

const at = (line: number, wrong: string, allowed: string): Finding => ({ file: requirementsFile, line, wrong, allowed })

const misplaced = (id: string, line: number, earlier: ReadonlyArray<Entry>): ReadonlyArray<Finding> => {
  const same = earlier.find((entry) => entry.id === id)
  if (same !== undefined) return [at(line, `repeats ${id} of line ${same.line}`, "give it a number of its own")]
  const last = earlier.at(-1)
  return last !== undefined && id < last.id ? [at(line, `lists ${id} after ${last.id}`, "sort the list by id")] : []
}

const problemsOf = (value: unknown, line: number): ReadonlyArray<Finding> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [at(line, "is no requirement", `an object with ${fields.join(", ")}`)]
  }
  const entry = new Map<string, unknown>(Object.entries(value))
  const rules: Readonly<Record<(typeof fields)[number], readonly [holds: (text: string) => boolean, rule: string]>> = {
    id: [(text) => idPattern.test(text), "PROTOCOL-AREA-NN"],
    level: [(text) => levels.includes(text), levels.join(", ")],
    text: [(text) => text.trim() === text && text.endsWith("."), "a sentence"],
    spec: [isHeading, `document#heading of ${Object.keys(documents).join(", ")}`]
  }
  return [
    ...fields.flatMap((field) => {
      const content = entry.get(field)
      const [holds, rule] = rules[field]
      if (typeof content !== "string") return [at(line, `has no ${field}`, `write ${rule}`)]
      return holds(content) ? [] : [at(line, `has the ${field} "${content}"`, `write ${rule}`)]
    }),
    ...[...entry.keys()]
      .filter((key) => !fields.some((field) => field === key))
      .map((key) => at(line, `has a field "${key}"`, `the fields are ${fields.join(", ")}`))
  ]
}

const isHeading = (spec: string) => {
  const [document = "", heading = "", ...more] = spec.split("#")
  return more.length === 0 && Object.hasOwn(documents, document) && documents[document]!.test(heading)
}
