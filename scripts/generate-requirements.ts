/**
 * Writes `packages/flash-testkit/src/conformance/requirements.gen.ts`: the entries of `protocol/requirements.json` whose ids
 * stand in the conformance sources. With `--check` it writes nothing and fails when the file on disk differs.
 */
import { readdirSync, readFileSync } from "node:fs"
import { writeOrCheck } from "./lib/generated.ts"
import { printJson } from "./lib/print-json.ts"

const origin = "protocol/requirements.json"
const script = "scripts/generate-requirements.ts"
const folder = "packages/flash-testkit/src/conformance"
const root = new URL("../", import.meta.url)

interface Entry {
  readonly id: string
  readonly level: string
  readonly text: string
  readonly spec: string
}

const entries: ReadonlyArray<Entry> = JSON.parse(readFileSync(new URL(origin, root), "utf8"))
const sources = readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".gen.ts"))
  .map((file) => readFileSync(new URL(`${folder}/${file}`, root), "utf8"))
const named = new Set(sources.flatMap((source) => source.match(/\bFLASH-[A-Z]+-\d+\b/g) ?? []))
const used = entries
  .filter(({ id }) => named.has(id))
  // Whether our own packages keep a rule yet is nothing to a plugin that is judged by it.
  .map(({ id, level, spec, text }) => [id, { level: level === "should" ? level : "must", text, spec }] as const)

const nameOf = (name: string) => (/^\w+$/.test(name) ? name : JSON.stringify(name))

/** In the quotes that need no escape, where there are such. */
const quoted = (text: string) => (text.includes('"') && !/['\\\n]/.test(text) ? `'${text}'` : JSON.stringify(text))

const declaration = "export const requirements = "
const text = [
  `/** Written by \`${script}\` from \`${origin}\`; change that file, then run the script. */`,
  `${declaration}${printJson(Object.fromEntries(used), { key: nameOf, text: quoted, start: declaration.length })} as const`,
  ""
].join("\n")

writeOrCheck({ path: `${folder}/requirements.gen.ts`, text, origin, script })
