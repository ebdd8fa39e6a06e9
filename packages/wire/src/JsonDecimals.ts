/**
 * Reads JSON text again whose numbers matter as they were written, or whose names the parser may have taken for others. A parser's own way to show the source of a number costs
 * forty times the parse, for every value; this takes a few times the parse.
 */
import { Decimal } from "./Decimal.ts"
import type { JsonObject } from "./Message.ts"

/**
 * Returns what `JSON.parse` returns, with a `Decimal` for each number that has a fraction or an exponent and the value of a
 * safe integer. The text is one that `JSON.parse` accepts, and is no deeper than the stack allows.
 */
export const read = (text: string): unknown => new Reader(text).value()

// State in fields and one method a construct: this is read once for every character of a hostile frame.
class Reader {
  private at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  value(): unknown {
    switch (this.next()) {
      case openBrace:
        return this.object()
      case openBracket:
        return this.array()
      case quote:
        return this.string()
      case letterT:
        this.at += 4
        return true
      case letterF:
        this.at += 5
        return false
      case letterN:
        this.at += 4
        return null
      default:
        return this.number()
    }
  }

  /** The next character that is no white space, which stays the next. */
  private next(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code > space) return code
      this.at++
    }
  }

  private object(): JsonObject {
    const members: Record<string, unknown> = {}
    this.at++
    while (this.next() !== closeBrace) {
      const name = this.string()
      this.next()
      this.at++
      const value = this.value()
      // An assignment would set the prototype.
      if (name === "__proto__") Object.defineProperty(members, name, { ...ordinary, value })
      else members[name] = value
      if (this.next() === comma) this.at++
    }
    this.at++
    return members
  }

  private array(): ReadonlyArray<unknown> {
    const items: Array<unknown> = []
    this.at++
    while (this.next() !== closeBracket) {
      items.push(this.value())
      if (this.next() === comma) this.at++
    }
    this.at++
    return items
  }

  private string(): string {
    const from = this.at
    let escaped = false
    for (let at = from + 1; ; at++) {
      const code = this.text.charCodeAt(at)
      if (code === quote) {
        this.at = at + 1
        return escaped ? JSON.parse(this.text.slice(from, this.at)) : this.text.slice(from + 1, at)
      }
      if (code !== backslash) continue
      escaped = true
      at++
    }
  }

  private number(): number | Decimal {
    const from = this.at
    let plain = true
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code === dot || code === letterE || code === letterBigE) plain = false
      else if (!(code >= digit0 && code <= digit9) && code !== minus && code !== plus) break
      this.at++
    }
    const value = Number(this.text.slice(from, this.at))
    return !plain && Number.isSafeInteger(value) ? new Decimal(value) : value
  }
}

const ordinary = { enumerable: true, configurable: true, writable: true }

const space = 0x20
const quote = 0x22
const plus = 0x2b
const comma = 0x2c
const minus = 0x2d
const dot = 0x2e
const digit0 = 0x30
const digit9 = 0x39
const letterBigE = 0x45
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const letterE = 0x65
const letterF = 0x66
const letterN = 0x6e
const letterT = 0x74
const openBrace = 0x7b
const closeBrace = 0x7d
