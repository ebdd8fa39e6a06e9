/**
 * A place in the tokens of one statement, and the first thing that is wrong with it. Once something is wrong nothing more is told of
 * the statement, so that one mistake makes one message.
 */
import type { Name, Span } from "../Syntax.ts"
import type { Token } from "./Lexer.ts"

/** What is wrong with a statement. */
export interface Problem {
  readonly span: Span
  /** What was found and what is expected. */
  readonly message: string
}

/** The deepest nesting of one expression, and the most operators in a row: what walks a tree must not run out of stack. */
export const depthLimit = 64
export const chainLimit = 1000

/** Reads the tokens of one statement. */
export class Cursor {
  problem: Problem | undefined
  depth = 0
  private at = 0
  private readonly tokens: ReadonlyArray<Token>
  private readonly whole: Span

  constructor(tokens: ReadonlyArray<Token>, whole: Span) {
    this.tokens = tokens
    this.whole = whole
  }

  /** The next token, `ahead` of the one that comes now; undefined past the end. */
  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead]
  }

  /** Whether nothing is left. */
  get isDone(): boolean {
    return this.at >= this.tokens.length
  }

  /** Goes on by one token, which it returns. */
  take(): Token | undefined {
    const token = this.tokens[this.at]
    if (token !== undefined) this.at++
    return token
  }

  /** Whether these words come next. */
  sees(...words: ReadonlyArray<string>): boolean {
    return words.every((word, ahead) => this.is(word, ahead))
  }

  /** Whether the last token is this one. */
  endsWith(word: string): boolean {
    return this.is(word, this.tokens.length - 1 - this.at)
  }

  /** Takes these words if they come next. */
  takes(...words: ReadonlyArray<string>): boolean {
    const seen = this.sees(...words)
    if (seen) this.at += words.length
    return seen
  }

  /** Takes these words, or tells that they are missing. */
  expects(what: string, ...words: ReadonlyArray<string>): boolean {
    return this.takes(...words) || this.fail(`expected ${what}`)
  }

  /** Takes a name, or tells what is there instead. */
  name(what: string): Name | undefined {
    const token = this.peek()
    if (token === undefined || token.kind !== "word" || !isName(token.text)) {
      this.fail(`expected ${what}`)
      return undefined
    }
    this.at++
    return { text: token.text, span: token.span }
  }

  /** Takes names with commas between them. */
  names(what: string): ReadonlyArray<Name> | undefined {
    const names: Array<Name> = []
    do {
      const name = this.name(what)
      if (name === undefined) return undefined
      names.push(name)
    } while (this.takes(","))
    return names
  }

  /** Whether the statement ends here; tells what follows otherwise. */
  ends(): boolean {
    return this.isDone || this.fail("expected the end of the line")
  }

  /** Notes what is wrong at the next token, and returns false. */
  fail(message: string): false {
    const token = this.peek()
    const found = token === undefined ? "the end of the line" : JSON.stringify(shortened(token.text))
    return this.failAt(token?.span ?? { start: this.whole.end, end: this.whole.end }, `found ${found}; ${message}`)
  }

  /** Notes what is wrong somewhere else, and returns false. */
  failAt(span: Span, message: string): false {
    this.problem ??= { span, message }
    return false
  }

  /** The part of the file from a token that was taken to the one before the next. */
  since(start: number): Span {
    return { start, end: Math.max(start, this.tokens[this.at - 1]?.span.end ?? start) }
  }

  /** Where the next token begins, or the statement ends. */
  get start(): number {
    return this.peek()?.span.start ?? this.whole.end
  }

  private is(word: string, ahead: number): boolean {
    const token = this.peek(ahead)
    return token !== undefined && token.kind !== "text" && token.text === word
  }
}

/** A name of the language. */
export const isName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)

const shortened = (text: string): string => (text.length <= 40 ? text : `${text.slice(0, 40)}…`)
