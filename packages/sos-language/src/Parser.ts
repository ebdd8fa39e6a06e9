/**
 * Reads a program: its lines, the blocks that their indentation makes, and each statement. One mistake makes one message, and what
 * stands around it is read all the same. Total and linear: no text throws, overflows or takes longer than its length asks for.
 */
import { Diagnostic } from "@lanyard/sos-module"
import { Cursor, depthLimit } from "./parser/Cursor.ts"
import * as Guesses from "./parser/Guesses.ts"
import * as Headers from "./parser/Headers.ts"
import { tokens } from "./parser/Lexer.ts"
import * as Statements from "./parser/Statements.ts"
import * as Source from "./Source.ts"
import type { Handler, Program, Span, Statement } from "./Syntax.ts"

/** A file that was read. The tree holds what could be read of it; it is not to be run when there are errors. */
export interface Parsed {
  readonly source: Source.Source
  readonly program: Program
  /** In the order of the file. */
  readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
}

/** Reads a text; the name of its file is only shown. */
export const parse = (file: string, text: string): Parsed => {
  const source = Source.make(file, text)
  const parser = new BlockParser(source)
  const statements = parser.block(0, 0, undefined)
  return {
    source,
    program: { span: { start: 0, end: text.length }, statements },
    diagnostics: Diagnostic.sort(parser.diagnostics)
  }
}

// State in fields: blocks are read by methods that call each other for every line.
class BlockParser {
  readonly diagnostics: Array<Diagnostic.Diagnostic>
  private readonly source: Source.Source
  /** Lines with a problem: what else is wrong with them may follow from it. */
  private readonly told: Set<number>
  private at = 0
  private guesses = 0

  constructor(source: Source.Source) {
    this.source = source
    this.diagnostics = [...source.diagnostics]
    this.told = new Set(source.diagnostics.map(({ range }) => range.start.line))
  }

  /** Reads the lines that are indented so far or farther; handlers among them belong to the statement above the block. */
  block(indent: number, level: number, handlers: Array<Handler> | undefined): ReadonlyArray<Statement> {
    const statements: Array<Statement> = []
    for (let row = this.row; row !== undefined && row.indent >= indent; row = this.row) {
      if (row.readable && row.indent > indent) {
        const wanted = indent === 0 ? "none" : `${indent}`
        this.tell(row.span, `indented by ${row.indent} spaces; expected ${wanted}`)
        if (level >= depthLimit) this.pass({ ...row, indent })
        else statements.push(...this.block(row.indent, level + 1, handlers))
        continue
      }
      this.at++
      const found = row.readable ? this.line(row, level, handlers) : this.skipped(row, level)
      if (found !== undefined) statements.push(found)
    }
    return statements
  }

  private line(row: Source.Row, level: number, handlers: Array<Handler> | undefined): Statement | undefined {
    const cursor = this.cursor(row)
    if (Headers.isHandler(cursor)) {
      if (handlers === undefined) this.tell(row.span, "a handler; expected it under the statement that may fail")
      const handler = this.handler(row, cursor, level)
      if (handler !== undefined) handlers?.push(handler)
      return undefined
    }
    if (cursor.sees("otherwise", ":")) {
      this.tell(row.span, 'found "otherwise"; expected it behind the body of a "when"')
      return this.skipped(row, level)
    }
    if (!Headers.isHeader(cursor)) return this.simple(row, cursor, level)
    const header = Headers.header(cursor)
    if (cursor.problem !== undefined) this.tellOf(cursor, row)
    return header === undefined ? this.skipped(row, level) : this.completed(row, header, level)
  }

  private simple(row: Source.Row, cursor: Cursor, level: number): Statement | undefined {
    const hasFields = cursor.sees("fail") && cursor.endsWith(":")
    const read = hasFields ? this.cursor(row, 1) : cursor
    const statement = Statements.statement(read)
    if (statement === undefined) {
      this.tellOf(read, row)
      return this.skipped(row, level)
    }
    if (hasFields && statement._tag === "Fail")
      return { ...statement, fields: this.fields(row, level, Headers.fieldValue) }
    const handlers = this.handlersOf(row, level)
    if ("handlers" in statement) return { ...statement, handlers }
    const [stray] = handlers
    if (stray !== undefined) this.tell(stray.span, "a handler; expected it under a statement that may fail")
    return statement
  }

  private completed(row: Source.Row, header: Headers.Header, level: number): Statement {
    switch (header._tag) {
      case "Define":
        return { ...header, fields: this.fields(row, level, Headers.fieldType) }
      case "MakeRecord": {
        const handlers: Array<Handler> = []
        return { ...header, fields: this.fields(row, level, Headers.fieldValue, handlers), handlers }
      }
      case "MapEach": {
        const handlers: Array<Handler> = []
        return { ...header, body: this.body(row, level, handlers), handlers }
      }
      case "When": {
        const body = this.body(row, level)
        return { ...header, body, otherwise: this.otherwise(row, level) }
      }
      case "Action":
        // Generated interfaces describe actions without a body.
        return { ...header, body: this.hasBelow(row) ? this.body(row, level) : [] }
      default:
        return { ...header, body: this.body(row, level) }
    }
  }

  private otherwise(row: Source.Row, level: number): ReadonlyArray<Statement> {
    const next = this.row
    if (next === undefined || next.indent !== row.indent || !next.readable) return []
    const cursor = this.cursor(next)
    if (!cursor.takes("otherwise")) return []
    this.at++
    if (!cursor.expects('":" at the end of the line', ":") || !cursor.ends()) this.tellOf(cursor, next)
    return this.body(next, level)
  }

  /** The lines below a header, of which there has to be one. */
  private body(row: Source.Row, level: number, handlers?: Array<Handler>): ReadonlyArray<Statement> {
    const next = this.row
    if (next === undefined || !this.hasBelow(row)) {
      this.tell(
        { start: row.span.end, end: row.span.end },
        `nothing below; expected a body indented by ${row.indent + step} spaces`
      )
      return []
    }
    if (level >= depthLimit) {
      this.tell(next.span, `blocks nested more than ${depthLimit} levels deep; expected an action of its own`)
      this.pass(row)
      return []
    }
    return this.block(row.indent + step, level + 1, handlers)
  }

  private handler(row: Source.Row, cursor: Cursor, level: number): Handler | undefined {
    const head = Headers.handler(cursor)
    if (head === undefined) {
      this.tellOf(cursor, row)
      this.skipped(row, level)
      return undefined
    }
    if (cursor.isDone) return { ...head, body: this.body(row, level) }
    const inline = Statements.statement(cursor)
    if (inline === undefined) this.tellOf(cursor, row)
    this.handlersOf(row, level)
    return inline && { ...head, body: [inline] }
  }

  /** The handlers below a statement that has no body. */
  private handlersOf(row: Source.Row, level: number): ReadonlyArray<Handler> {
    const handlers: Array<Handler> = []
    this.eachBelow(row, (below) => {
      const cursor = this.cursor(below)
      if (Headers.isHandler(cursor)) {
        const handler = this.handler(below, cursor, level + 1)
        if (handler !== undefined) handlers.push(handler)
        return
      }
      const expected = `indented by ${below.indent} spaces; expected ${row.indent || "none"}`
      this.tell(below.span, expected, Guesses.fromElsewhere(this.firstWord(row)))
      this.pass(row)
    })
    return handlers
  }

  private fields<A>(
    row: Source.Row,
    level: number,
    read: (cursor: Cursor) => A | undefined,
    handlers?: Array<Handler>
  ): ReadonlyArray<A> {
    const fields: Array<A> = []
    this.eachBelow(row, (below) => {
      const cursor = this.cursor(below)
      if (handlers !== undefined && Headers.isHandler(cursor)) {
        const handler = this.handler(below, cursor, level + 1)
        if (handler !== undefined) handlers.push(handler)
        return
      }
      const field = read(cursor)
      if (field === undefined) this.tellOf(cursor, below)
      else fields.push(field)
      this.handlersOf(below, level)
    })
    return fields
  }

  /** Goes through the lines one step below a line; the first that is indented otherwise is told. */
  private eachBelow(row: Source.Row, visit: (below: Source.Row) => void): void {
    const wanted = row.indent + step
    let told = false
    for (let below = this.row; below !== undefined && below.indent > row.indent; below = this.row) {
      this.at++
      if (!below.readable) continue
      if (below.indent !== wanted && !told) {
        this.tell(below.span, `indented by ${below.indent} spaces; expected ${wanted}`)
        told = true
      }
      visit(below)
    }
  }

  /** Reads what stands below a line that could not be read, for its own mistakes; fields are no statements. */
  private skipped(row: Source.Row, level: number): undefined {
    const next = this.row
    if (next === undefined || !this.hasBelow(row) || level >= depthLimit || Headers.hasFields(this.cursor(row))) {
      this.pass(row)
    } else this.block(next.indent, level + 1, [])
    return undefined
  }

  /** Leaves out everything below a line. */
  private pass(row: Source.Row): void {
    while (this.row !== undefined && this.row.indent > row.indent) this.at++
  }

  private cursor({ span: { end, start } }: Source.Row, without = 0): Cursor {
    const { text } = this.source
    const all = tokens(text, start, end, (offset) => offset)
    return new Cursor(without === 0 ? all : all.slice(0, -without), { start, end })
  }

  private get row(): Source.Row | undefined {
    return this.source.rows[this.at]
  }

  private hasBelow({ indent }: Source.Row): boolean {
    return this.row !== undefined && this.row.indent > indent
  }

  private firstWord({ span: { end, start } }: Source.Row): string {
    return /^[A-Za-z]*/.exec(this.source.text.slice(start, end))?.[0] ?? ""
  }

  private tellOf({ problem }: Cursor, row: Source.Row): void {
    const hint = this.guesses++ < guessLimit ? Guesses.hint(this.firstWord(row)) : undefined
    this.tell(problem?.span ?? row.span, problem?.message ?? "expected a statement", hint)
  }

  private tell(span: Span, message: string, hint?: string): void {
    const range = Source.rangeOf(this.source, span)
    if (this.told.has(range.start.line)) return
    this.told.add(range.start.line)
    this.diagnostics.push(Diagnostic.error(this.source.file, range, message, hint === undefined ? {} : { hint }))
  }
}

const step = 2
// A guess takes far longer than a line.
const guessLimit = 64
