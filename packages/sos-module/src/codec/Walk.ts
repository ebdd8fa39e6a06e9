/**
 * One walk over a value on its way across the border: what it has met so far, and the first difference. The functions that a type is
 * compiled into call each other for every node, so they hand on this one object and return `failed` instead of building results.
 */
import { Utf8 } from "@lanyard/wire"
import { depthLimit, nodeLimit, textLimit } from "../values/Values.ts"
import { inside, type Mismatch } from "./Mismatch.ts"

/** What a step returns that found a difference; the walk knows which. */
export const failed = Symbol("failed")

/** Takes one node across. */
export type Step<From, To> = (value: From, walk: Walk) => To | typeof failed

/** How text counts against the limit: its bytes in UTF-8, or cheaply what they are at most. */
export const measures = { exact: Utf8.byteLength, atMost: (text: string) => text.length * 3 } as const

/** The state of one crossing. */
export class Walk {
  mismatch: Mismatch | undefined
  /** Whether the text was too much, as it was measured. */
  isTextTooLong = false
  private readonly bytesOf: (text: string) => number
  private nodes = 0
  private textBytes = 0
  private depth = 0

  constructor(measure: keyof typeof measures) {
    this.bytesOf = measures[measure]
  }

  /** Notes a difference at this very node. */
  fail(found: string, expected: string): typeof failed {
    this.mismatch = { path: "", found, expected }
    return failed
  }

  /** Puts a segment before a difference that was noted inside. */
  within(segment: string | number): typeof failed {
    if (this.mismatch !== undefined) this.mismatch = inside(segment, this.mismatch)
    return failed
  }

  /** Counts a node that holds others; false when the value is too deep or has too many. */
  enter(size: number): boolean {
    this.nodes += size
    this.depth++
    if (this.depth > depthLimit) {
      this.fail(`a value nested more than ${depthLimit} levels deep`, `at most ${depthLimit} levels`)
      return false
    }
    if (this.nodes > nodeLimit) {
      this.fail(`a value of more than ${nodeLimit} parts`, `at most ${nodeLimit} parts`)
      return false
    }
    return true
  }

  /** Ends what `enter` began. */
  leave(): void {
    this.depth--
  }

  /** Checks text that crosses; false when it is no Unicode, or all of it is too much. */
  takes(text: string): boolean {
    if (!text.isWellFormed()) {
      this.fail("text that is no Unicode", "text")
      return false
    }
    this.textBytes += this.bytesOf(text)
    if (this.textBytes <= textLimit) return true
    this.isTextTooLong = true
    this.fail(`more than ${textLimit} bytes of text`, `at most ${textLimit} bytes of text`)
    return false
  }
}
