/**
 * Reads what a module imports, and which globals of the host it touches, from its text. Comments and the contents of
 * strings are masked first, so that neither an example in a docstring nor a test's sample source counts.
 */
import { lineAt, mask } from "./mask.ts"

/** One import or re-export, type-only ones included: what it names and the line it stands on, from 1. */
export interface Import {
  readonly specifier: string
  readonly line: number
}

/** A use of `process` or `console` as a global. */
export interface GlobalUse {
  readonly name: string
  readonly line: number
}

const statement =
  /^[ \t]*(?:import|export)\b[^"=;]*?\bfrom\s*"(\d+)"|^[ \t]*import\s*"(\d+)"|\bimport\s*\(\s*"(\d+)"\s*\)/gm

/** Lists a module's imports in the order of its text: static, dynamic with a literal, and `import("…")` types. */
export const imports = (text: string): ReadonlyArray<Import> => {
  const { code, strings } = mask(text)
  return Array.from(code.matchAll(statement), (match) => ({
    specifier: strings[Number(match[1] ?? match[2] ?? match[3])]!,
    line: lineAt(code, match.index + match[0].length)
  }))
}

const bound = (name: string) =>
  new RegExp(`\\b(?:const|let|var|function)\\s+${name}\\b|[({,]\\s*${name}\\s*[,:)}]|\\b${name}\\s*=>`)

/** Lists the uses of the host's `process` and `console`, unless the module binds that name to something of its own. */
export const hostGlobals = (text: string): ReadonlyArray<GlobalUse> => {
  const { code } = mask(text)
  return ["process", "console"]
    .filter((name) => !bound(name).test(code))
    .flatMap((name) =>
      Array.from(code.matchAll(new RegExp(`(?<![\\w$.])${name}\\s*(?:\\.|\\[)`, "g")), (match) => ({
        name,
        line: lineAt(code, match.index)
      }))
    )
}

/** Returns the package that a bare specifier names (`@scope/name` or `name`), or undefined for a path or a Node built-in. */
export const packageOf = (specifier: string): string | undefined => {
  if (specifier.startsWith(".") || specifier.startsWith("/") || specifier.startsWith("node:")) return undefined
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")
}
