/** Finds the TypeScript examples in Markdown and docstrings, each with the line of the file that it starts on. */
import type { Finding, Tree } from "./tree.ts"

/** One example: its code, and the number of the line before its first (the fence's own). */
export interface Fence {
  readonly file: string
  readonly line: number
  readonly code: string
}

/** The examples of a tree, and the fences that cannot be examples. */
export interface Fences {
  readonly fences: ReadonlyArray<Fence>
  readonly findings: ReadonlyArray<Finding>
}

const opening = /^([ \t]*)(`{3,}|~{3,})\s*(.*?)\s*$/

/** Blanks every line that is not inside a docstring, and takes the leading asterisk from those that are. */
const docstrings = (text: string): ReadonlyArray<string> => {
  let inside = false
  return text.split("\n").map((line) => {
    if (!inside && !/^\s*\/\*\*/.test(line)) return ""
    inside = !line.includes("*/")
    return line.replace(/^\s*(?:\/\*\*|\*(?!\/)) ?/, "").replace(/\s*\*\/.*$/, "")
  })
}

const scan = (file: string, lines: ReadonlyArray<string>): Fences => {
  const fences: Array<Fence> = []
  const findings: Array<Finding> = []
  for (let at = 0; at < lines.length; at++) {
    const match = opening.exec(lines[at]!)
    if (match === null) continue
    const [, indent = "", ticks = "", info = ""] = match
    const end = lines.findIndex((line, index) => index > at && isClosing(line, ticks))
    const [language = "", ...attributes] = info.split(/\s+/)
    const line = at + 1
    if (end === -1) {
      findings.push({ file, line, wrong: "opens a fence that nothing closes", allowed: `close it with ${ticks}` })
      break
    }
    if (/^(?:ts|tsx|typescript)$/.test(language)) {
      if (attributes.length > 0) {
        const wrong = `marks an example "${attributes.join(" ")}"`
        findings.push({ file, line, wrong, allowed: "every ts fence compiles, so none carries a mark" })
      }
      const code = lines.slice(at + 1, end).map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each))
      fences.push({ file, line, code: code.join("\n") })
    }
    at = end
  }
  return { fences, findings }
}

const isClosing = (line: string, ticks: string) => {
  const trimmed = line.trim()
  return trimmed.length >= ticks.length && trimmed === ticks[0]!.repeat(trimmed.length)
}

/** Collects the examples of every Markdown file and of the docstrings of every TypeScript file. */
export const collect = (tree: Tree): Fences => {
  const all = [...tree].map(([file, text]) => {
    const unix = text.replaceAll("\r\n", "\n")
    return scan(file, file.endsWith(".md") ? unix.split("\n") : docstrings(unix))
  })
  return { fences: all.flatMap(({ fences }) => fences), findings: all.flatMap(({ findings }) => findings) }
}

/** Returns the module that an example becomes: `export {}` makes it one even when it imports nothing. */
export const toModule = (fence: Fence): string => `${fence.code}\nexport {}\n`

const diagnostic = /^(?:.*[\\/])?(\d+)\.ts\((\d+),\d+\): error TS\d+: (.*)$/

/**
 * Maps the compiler's output back to the fences, the module `N.ts` being fence number N. Lines that belong to no module, and
 * are not the continuation of one that does, are returned as they are.
 */
export const locate = (output: string, fences: ReadonlyArray<Fence>): ReadonlyArray<string> =>
  output
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, number, row, message] = diagnostic.exec(line) ?? []
      const fence = number === undefined ? undefined : fences[Number(number)]
      return fence === undefined ? line : `${fence.file}:${fence.line + Number(row)}: ${message}`
    })
