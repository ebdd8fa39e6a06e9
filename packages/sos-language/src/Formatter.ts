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
  const tidied = lines.map((line, at) => (at < own ? line : line.replace(/[ \t]+$/, "")))
  const whole = tidied.join("\n").replace(/\n+$/, "")
  return whole === "" ? "" : `${whole}\n`
}
