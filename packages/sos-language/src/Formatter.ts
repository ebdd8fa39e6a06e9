/**
 * Tidies the white space of a program: line ends, spaces at the end of lines, and the one newline at the end of the file. It never
 * moves or rewrites anything, so a program means the same afterwards.
 */
import { type Diagnostic, Frontmatter } from "@lanyard/sos-module"
import { Result } from "effect"
import * as Parser from "./Parser.ts"

/** Formats a program, or returns what keeps it from being read; words that nobody knows are no reason to refuse. */
export const format = (file: string, text: string): Result.Result<string, ReadonlyArray<Diagnostic.Diagnostic>> => {
  const { diagnostics } = Parser.parse(file, text)
  return diagnostics.length > 0 ? Result.fail(diagnostics) : Result.succeed(tidy(text))
}

const tidy = (text: string): string => {
  const lines = text.replaceAll("\r\n", "\n").split("\n")
  const own = Frontmatter.find(text)?.lines ?? 0
  const tidied = lines.map((line, at) => (at < own ? line : without(line, " \t\r")))
  const whole = without(tidied.join("\n"), "\n")
  return whole === "" ? "" : `${whole}\n`
}

// A regular expression for this takes quadratic time where such characters are many and not at the end.
const without = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
