/**
 * Writes `packages/flash-protocol/src/protocol.gen.ts` from `protocol/flash.json`, in the layout biome would give it.
 * With `--check` it writes nothing and fails when the file on disk differs.
 */
import { readFileSync } from "node:fs"
import { writeOrCheck } from "./lib/generated.ts"
import { printJson } from "./lib/print-json.ts"

const origin = "protocol/flash.json"
const script = "scripts/generate-protocol.ts"
const constants: unknown = JSON.parse(readFileSync(new URL(`../${origin}`, import.meta.url), "utf8"))

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const declaration = "export const protocol = "
const text = [
  `/** Written by \`${script}\` from \`${origin}\`; change that file, then run the script. */`,
  `${declaration}${printJson(constants, { key, start: declaration.length })} as const`,
  ""
].join("\n")

writeOrCheck({ path: "packages/flash-protocol/src/protocol.gen.ts", text, origin, script })
