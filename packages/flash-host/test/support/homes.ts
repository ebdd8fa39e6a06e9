/** Homes of users, for whom shells and version managers run. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { temporaryFolder } from "./live.ts"

/** A temporary folder with files, and with programs that are lines of sh or begin with a `#!` of their own. */
export const home = Effect.fn(function* (
  files: Readonly<Record<string, string>>,
  programs: Readonly<Record<string, ReadonlyArray<string>>> = {}
) {
  const folder = yield* temporaryFolder
  const write = (name: string, text: string, mode: number) => {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode })
  }
  for (const [name, text] of Object.entries(files)) write(name, text, 0o644)
  for (const [name, lines] of Object.entries(programs)) {
    const shebang = lines[0]?.startsWith("#!") ? [] : ["#!/bin/sh"]
    write(name, `${[...shebang, ...lines].join("\n")}\n`, 0o755)
  }
  return folder
})
