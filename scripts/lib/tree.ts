/** The files of the repository as text. Checks are functions of a tree, so a test hands them one of three lines. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Text by path; paths are relative to the root and have `/` between their parts. */
export type Tree = ReadonlyMap<string, string>

/** A broken rule: where, what is wrong, and what would be right. */
export interface Finding {
  readonly file: string
  readonly line: number
  readonly wrong: string
  readonly allowed: string
}

/** Prints a finding as one line that editors can follow. */
export const print = ({ file, line, wrong, allowed }: Finding): string => `${file}:${line}: ${wrong}; ${allowed}`

const ignored = new Set(["node_modules", "dist", ".git"])

/** Reads every file below `root` whose path is wanted; installed, built and version-control files are never visited. */
export const read = (root: string, wanted: (path: string) => boolean): Tree => {
  const found = new Map<string, string>()
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !ignored.has(entry.name)) visit(path)
      else if (entry.isFile() && wanted(path)) found.set(path, readFileSync(join(root, path), "utf8"))
    }
  }
  visit("")
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}
