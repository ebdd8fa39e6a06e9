/**
 * The identity of a module, `example.com/acme/weather`. A path is taken to the letter: nothing is trimmed, folded or cleaned, so
 * two paths are one module exactly when they are one text.
 */
import { Result } from "effect"

/** The characters that a path may have. */
export const lengthLimit = 512

/** Reads a path, or says why the text is none. */
export const parse = (text: string): Result.Result<string, string> => {
  const reason = problem(text)
  return reason === undefined ? Result.succeed(text) : Result.fail(reason)
}

/** Tells the paths of standard modules, which no other module may have. */
export const isStandard = (path: string): boolean => path === "std" || path.startsWith("std/")

/** Tells a path that lies below another one, `example.com/app/util` below `example.com/app`; a path is not below itself. */
export const isBelow = (path: string, above: string): boolean => path.startsWith(`${above}/`)

const problem = (text: string): string | undefined => {
  if (text === "") return "is empty"
  if (text.length > lengthLimit) return `has ${text.length} characters; at most ${lengthLimit} are allowed`
  if (text.startsWith("/")) return "starts with a slash; it is no file"
  const parts = text.split("/")
  if (parts.includes("")) return "has an empty part"
  if (parts.some((part) => part === "." || part === "..")) return 'has a part "." or ".."; it is no file'
  const odd = /[^A-Za-z0-9._/-]/u.exec(text)
  if (odd !== null) return `holds ${JSON.stringify(odd[0])}; letters, digits, ".", "_", "-" and "/" are allowed`
  return isStandard(text) ? "is below std, where the standard modules are" : undefined
}
