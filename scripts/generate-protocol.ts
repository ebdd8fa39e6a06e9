/**
 * Writes the constants of both protocols as code, each from the one file under `protocol/` that states them, in the layout
 * biome would give them. With `--check` it writes nothing and fails when a file on disk differs.
 */
import { readFileSync } from "node:fs"
import { writeOrCheck } from "./lib/generated.ts"
import { printJson } from "./lib/print-json.ts"

const script = "scripts/generate-protocol.ts"
const generated = [
  { origin: "protocol/flash.json", path: "packages/flash-protocol/src/protocol.gen.ts" },
  { origin: "protocol/sos-plugin.json", path: "packages/sos-runtime/src/protocol.gen.ts" }
]

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
const declaration = "export const protocol = "

for (const { origin, path } of generated) {
  const constants: unknown = JSON.parse(readFileSync(new URL(`../${origin}`, import.meta.url), "utf8"))
  const text = [
    `/** Written by \`${script}\` from \`${origin}\`; change that file, then run the script. */`,
    `${declaration}${printJson(constants, { key, start: declaration.length })} as const`,
    ""
  ].join("\n")
  writeOrCheck({ path, text, origin, script })
}
