/** Why a file could not be read as TOML, each with its place and without what stands there. */
import { TomlError } from "smol-toml"
import * as Diagnostic from "../diagnostics/Diagnostic.ts"
import * as Lines from "../diagnostics/Lines.ts"
import { readKey, skipBlank } from "./TomlScalars.ts"
import { scan } from "./TomlScan.ts"

/** The levels of tables and lists that a document may have, the document included (decision B4). */
export const depthLimit = 64

/** What is said of a level too many. */
export const tooDeep = `too many levels; expected at most ${depthLimit}`

/** A file that has more bytes than it may have. */
export const tooLong = (file: string, maxBytes: number): Diagnostic.Diagnostic =>
  Diagnostic.error(file, Diagnostic.fileStart, `the file is longer than ${maxBytes} bytes`)

/** Text with half of a surrogate pair, which no file in UTF-8 has. */
export const illFormed = (file: string, text: string): Diagnostic.Diagnostic => {
  const fixed = text.toWellFormed()
  let first = 0
  while (text[first] === fixed[first]) first += 1
  return Diagnostic.error(file, at(text, first), "half of a surrogate pair; expected whole characters")
}

/** A byte order mark behind the one that a file may start with. */
export const secondMark = (file: string): Diagnostic.Diagnostic =>
  Diagnostic.error(file, Diagnostic.fileStart, "a second byte order mark; expected one at most")

/** Bytes that are not UTF-8, at the first of them. */
export const notUtf8 = (file: string, bytes: Uint8Array): Diagnostic.Diagnostic => {
  const text = lenient.decode(bytes)
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const rewritten = new TextEncoder().encode(text)
  let first = 0
  while (first < rewritten.length && bytes[first + marked] === rewritten[first]) first += 1
  // Back to where the replacement of the bad byte starts.
  while (first > 0 && ((rewritten[first] ?? 0) & 0xc0) === 0x80) first -= 1
  const offset = lenient.decode(rewritten.subarray(0, first)).length
  return Diagnostic.error(file, at(text, offset), "a byte that is not UTF-8; expected a file in UTF-8")
}

/** What the parser of TOML threw. */
export const notToml = (file: string, text: string, error: unknown): Diagnostic.Diagnostic => {
  if (!(error instanceof TomlError)) {
    return Diagnostic.error(file, Diagnostic.fileStart, "the file cannot be read as TOML")
  }
  const lines = Lines.make(text)
  const offset = Lines.offset(lines, error) ?? 0
  // Behind its first line the message shows the file.
  const reason = error.message.split("\n", 1)[0]?.replace(/^Invalid TOML document: /, "") ?? ""
  if (reason.includes("redefine")) return redefined(file, text, lines, offset)
  return Diagnostic.error(file, at(text, offset), reason.includes("nested") ? tooDeep : `no valid TOML: ${reason}`)
}

/** The parser reports a header from behind its brackets, where the key may have blanks before it. */
const redefined = (file: string, text: string, lines: Lines.Lines, offset: number): Diagnostic.Diagnostic => {
  const start = skipBlank(text, offset)
  const { end } = readKey(text, start)
  const key = text.slice(start, Math.min(end, start + 80))
  const place = Lines.range(lines, start, end)
  const first = scan(text).repeats.get(start)?.key
  return first === undefined
    ? Diagnostic.error(file, place, `${key} is given in two ways; expected it as one table or value`)
    : Diagnostic.error(file, place, `${key} is given twice`, {
        related: [{ file, range: Lines.range(lines, first[0], first[1]), message: "it is given here first" }]
      })
}

const lenient = new TextDecoder("utf-8")

const at = (text: string, offset: number): Diagnostic.Range => Lines.range(Lines.make(text), offset, offset + 1)
