/**
 * Holds the requirements and those who cite them together: every requirement has a test with its id in the title, and
 * neither a test nor a corpus file cites an id that is not there.
 */
import { parse } from "./json-list.ts"
import { readRequirements, requirementsFile } from "./requirement-list.ts"
import { citations, titles } from "./titles.ts"
import type { Finding, Tree } from "./tree.ts"

/** What the check found: `cited` requirements have a test, `waiting` ones belong to a package that is not written yet. */
export interface Checked {
  readonly findings: ReadonlyArray<Finding>
  readonly cited: number
  readonly waiting: number
}

const isTest = (path: string) => /^(?:packages\/[^/]+|scripts)\/test\/.*\.ts$/.test(path)
const isCorpus = (path: string) => /^fixtures\/.*\/(?:valid|invalid)\/[^/]+\.json$/.test(path)

/** Tells the files that the check reads: the requirements, the tests and the corpus. */
export const isRead = (path: string): boolean => path === requirementsFile || isTest(path) || isCorpus(path)

/** Checks a tree of requirements, tests and corpus files. */
export const checkRequirements = (tree: Tree): Checked => {
  const { entries, findings } = readRequirements(tree.get(requirementsFile))
  const levels = new Map(entries.map(({ id, level }) => [id, level]))
  const files = [...tree]
  const tests = files.filter(([path]) => isTest(path)).map(([file, text]) => inTest(file, text))
  const corpus = files.filter(([path]) => isCorpus(path)).map(([file, text]) => inCorpus(file, text))
  const tested = new Set(tests.flatMap(({ cited }) => cited.map(({ id }) => id)))
  const uncited = entries.filter(({ id, level }) => level !== "later" && !tested.has(id))
  const waiting = entries.filter(({ level }) => level === "later").length
  return {
    findings: [
      ...findings,
      ...uncited.map(({ id, line }) => ({
        file: requirementsFile,
        line,
        wrong: `no test cites ${id}`,
        allowed: `end the title of its test with [${id}]`
      })),
      ...[...tests, ...corpus].flatMap(({ cited, malformed }) => [
        ...malformed,
        ...cited.flatMap((citation) => judge(citation, levels.get(citation.id)))
      ])
    ],
    cited: entries.length - waiting - uncited.length,
    waiting
  }
}

interface Citation {
  readonly id: string
  readonly file: string
  readonly line: number
}

interface Cited {
  readonly cited: ReadonlyArray<Citation>
  readonly malformed: ReadonlyArray<Finding>
}

const judge = ({ id, file, line }: Citation, level: string | undefined): ReadonlyArray<Finding> => {
  if (level === undefined) {
    return [{ file, line, wrong: `cites ${id}, which is unknown`, allowed: `add it to ${requirementsFile}` }]
  }
  if (level !== "later") return []
  return [{ file, line, wrong: `cites ${id}, whose level is later`, allowed: "promote it to must" }]
}

const inTest = (file: string, source: string): Cited => {
  const found = titles(source).map(({ text, line }) => ({ line, ...citations(text) }))
  return {
    cited: found.flatMap(({ ids, line }) => ids.map((id) => ({ id, file, line }))),
    malformed: found.flatMap(({ malformed, line }) =>
      malformed.map((text) => ({
        file,
        line,
        wrong: `has "${text}" in a title`,
        allowed: "end the title with ids in square brackets, separated by commas"
      }))
    )
  }
}

const inCorpus = (file: string, text: string): Cited => {
  const content = parse(text)
  const ids =
    typeof content === "object" && content !== null && "requirements" in content ? content.requirements : undefined
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every((id) => typeof id === "string")) {
    return { cited: [], malformed: [{ file, line: 1, wrong: "cites no requirement", allowed: "list ids of its rule" }] }
  }
  const lines = text.split("\n")
  const lineOf = (id: string) => lines.findIndex((line) => line.includes(`"${id}"`)) + 1
  return { cited: ids.map((id) => ({ id, file, line: lineOf(id) })), malformed: [] }
}
