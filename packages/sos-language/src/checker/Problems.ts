/** Collects what is wrong with one file. */
import { Diagnostic, Nearest } from "@lanyard/sos-module"
import type { Unit } from "../Linked.ts"
import * as Source from "../Source.ts"
import type { Import, Span } from "../Syntax.ts"

/** The problems of one file, in the order in which they are found. */
export class Problems {
  readonly all: Array<Diagnostic.Diagnostic> = []
  private readonly unit: Unit
  private guesses = 0

  constructor(unit: Unit) {
    this.unit = unit
  }

  /** Tells what is to be put right before the program runs. */
  error(span: Span, message: string, details?: Diagnostic.Details): void {
    this.all.push(Diagnostic.error(this.unit.file, this.range(span), message, details))
  }

  /** Tells what the program runs with all the same. */
  warning(span: Span, message: string): void {
    this.all.push(Diagnostic.warning(this.unit.file, this.range(span), message))
  }

  /** Tells what is there twice, with the place of the first. */
  twice(span: Span, first: Span, message: string, related = "the first is here"): void {
    this.error(span, message, { related: [this.place(first, related)] })
  }

  /** Tells a problem of an import; a library shows where the project lists it, as the program has no line for it. */
  ofImport(statement: Import, message: string, related: ReadonlyArray<Diagnostic.Related>): void {
    const listed = this.listed(statement)
    this.error(statement.span, message, { related: listed === undefined ? related : [...related, listed] })
  }

  /** Where an import explains a problem: in this file, or where the project lists it. */
  placeOfImport(statement: Import, message: string): Diagnostic.Related {
    return this.listed(statement) ?? this.place(statement.span, message)
  }

  /** Where the project lists the library that an import stands for; `undefined` for an import that this file has written. */
  listed(statement: Import): Diagnostic.Related | undefined {
    return this.unit.libraries?.get(statement)
  }

  /** A place of this file that explains a problem. */
  place(span: Span, message: string): Diagnostic.Related {
    return { file: this.unit.file, range: this.range(span), message }
  }

  /** What an author may have meant. A file may have any number of unknown words, of which the first are guessed at. */
  hint(word: string, known: () => Iterable<string>): Pick<Diagnostic.Details, "hint"> {
    if (this.guesses === guessLimit) return {}
    this.guesses++
    const guess = Nearest.nearest(word, first(known()))
    return guess === undefined || guess === word ? {} : { hint: `did you mean "${guess}"?` }
  }

  /** The line of a place. */
  line(span: Span): number {
    return this.range(span).start.line
  }

  private range(span: Span): Diagnostic.Range {
    return Source.rangeOf(this.unit, span)
  }
}

const guessLimit = 64
const candidateLimit = 1000

function* first(words: Iterable<string>): Generator<string> {
  let count = 0
  for (const word of words) {
    if (count++ === candidateLimit) return
    yield word
  }
}
