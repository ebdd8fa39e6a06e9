/**
 * Writes `packages/flash-protocol/src/protocol.gen.ts` from `protocol/flash.json`, in the layout biome would give it.
 * With `--check` it writes nothing and fails when the file on disk differs.
 */
import { readFileSync, writeFileSync } from "node:fs"

const source = new URL("../protocol/flash.json", import.meta.url)
const target = new URL("../packages/flash-protocol/src/protocol.gen.ts", import.meta.url)
const width = 120

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** Prints one value whose first line starts at column `start` of a line indented by `depth` levels. */
const print = (value: unknown, depth: number, start: number): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const pad = "  ".repeat(depth + 1)
  const close = `\n${"  ".repeat(depth)}`
  if (Array.isArray(value)) {
    const line = `[${value.map((item) => print(item, depth + 1, 0)).join(", ")}]`
    if (start + line.length < width) return line
    return `[\n${value.map((item) => pad + print(item, depth + 1, pad.length)).join(",\n")}${close}]`
  }
  const members = Object.entries(value).map(([name, member]) => {
    const head = `${pad}${key(name)}: `
    return head + print(member, depth + 1, head.length)
  })
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}${close}}`
}

const declaration = "export const protocol = "
const generated = [
  "/** Written by `scripts/generate-protocol.ts` from `protocol/flash.json`; change that file, then run the script. */",
  `${declaration}${print(JSON.parse(readFileSync(source, "utf8")), 0, declaration.length)} as const`,
  ""
].join("\n")

const current = () => {
  try {
    return readFileSync(target, "utf8")
  } catch {
    return undefined
  }
}

if (!process.argv.includes("--check")) {
  writeFileSync(target, generated)
} else if (current() !== generated) {
  process.stderr.write(
    "packages/flash-protocol/src/protocol.gen.ts is not what protocol/flash.json says; run: node scripts/generate-protocol.ts\n"
  )
  process.exitCode = 1
}
