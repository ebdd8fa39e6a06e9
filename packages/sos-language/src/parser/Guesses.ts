/** Guesses which statement an author meant by a word that begins none. */
import { Nearest } from "@lanyard/sos-module"
import * as Headers from "./Headers.ts"
import * as Statements from "./Statements.ts"

/** The words that begin statements. */
export const words: ReadonlyArray<string> = [...Statements.words, ...Headers.words]

/** What other languages call the statements of this one. */
export const foreign: ReadonlyMap<string, string> = new Map([
  ["if", "when"],
  ["else", "otherwise:"],
  ["elif", "otherwise:"],
  ["let", "make"],
  ["var", "make"],
  ["const", "make"],
  ["def", "to"],
  ["fn", "to"],
  ["func", "to"],
  ["function", "to"],
  ["foreach", "for each"],
  ["loop", "repeat"],
  ["raise", "fail"],
  ["throw", "fail"],
  ["catch", "on failure"],
  ["except", "on failure"],
  ["echo", "show"],
  ["println", "show"],
  ["exit", "stop"],
  ["require", "import"]
])

/** Asks about the word of another language; `undefined` for any other. */
export const fromElsewhere = (word: string): string | undefined => {
  const own = foreign.get(word)
  return own && `did you mean "${own}"?`
}

/** Asks about any word that begins no statement. */
export const hint = (word: string): string | undefined =>
  words.includes(word) ? undefined : (fromElsewhere(word) ?? Nearest.hint([word], words))
