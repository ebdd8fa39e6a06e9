/**
 * Looks at JSON text for what `JSON.parse` hides: how a number was written, numbers beyond a double, and halves of
 * surrogate pairs. Two searches rule nearly every line out before the scan itself reads it character by character.
 */

/** What a scan found. It is meaningful for text that `JSON.parse` accepts. */
export interface Scan {
  /** A number with a fraction or an exponent has a safe integer as its value. */
  readonly decimal: boolean
  /** A number is too large for a double. */
  readonly overflow: boolean
  /** An escape in a string or name is half of a surrogate pair. */
  readonly loneSurrogate: boolean
  /** The deepest nesting of arrays and objects. */
  readonly depth: number
}

/**
 * Whether any line of `text` may need a second look: what follows here says no for every line of a text without suspicion. May
 * say yes for nothing, never no for something.
 */
export const suspicious = (text: string): boolean => marks.test(text) || hasEndlessDigits(text)

/** Whether this one line needs a scan; slower and more exact than `suspicious`. */
export const worthScanning = (text: string): boolean => (loose.test(text) || hasEndlessDigits(text)) && tight.test(text)

/**
 * Whether an escape stands in a member's name. V8 13.6 can read such a name as another one, of an object that it parsed before: a
 * line feed after `a` as `a` and a backslash.
 */
export const hasEscapedName = (text: string): boolean => {
  for (let at = text.indexOf("\\"); at !== -1; at = text.indexOf("\\", at)) {
    while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
    at++
    while (text.charCodeAt(at) <= space) at++
    if (text.charCodeAt(at) === colon) return true
  }
  return false
}

// A number that may be an integer: with an exponent, a fraction that begins with zero or has five digits, or any fraction behind twelve
// digits (below 2^40, four digits of a fraction never round to an integer). The regular expression engine searches for these in large
// steps. No number is followed by a quote, which keeps the version mark "2.0" of JSON-RPC out.
const integral = String.raw`[0-9](?:[eE][-+0-9]|\.(?:[0-9]{5}|0|(?<=[0-9]{12}.)[0-9]))[^"]`

// The same, or a surrogate escape; the same, or an escape of any kind.
const loose = new RegExp(String.raw`${integral}|\\u[dD]`)
const marks = new RegExp(String.raw`${integral}|\\`)

// After a delimiter: a number that is long, has an exponent, or a fraction of zeros. Below 15 digits no other fraction
// rounds to an integer, and no integer overflows.
const tight = /[[:,\s]-?\d(?:[\d.]{14}|[\d.]*[eE]|\d*\.0+[,\]}\s])|\\u[dD][89a-fA-F]/

/** Digits of the smallest integer beyond a double. So many in a row cover one place in every so many. */
const overflowDigits = 309

const hasEndlessDigits = (text: string): boolean => {
  for (let at = overflowDigits - 1; at < text.length; at += overflowDigits) {
    if (digitsAround(text, at) >= overflowDigits) return true
  }
  return false
}

const digitsAround = (text: string, at: number): number => {
  let from = at
  let to = at
  while (isDigit(text.charCodeAt(to))) to++
  while (from < to && isDigit(text.charCodeAt(from - 1))) from--
  return to - from
}

/** Reads JSON text once, in time linear in its length. */
export const scan = (text: string): Scan => {
  let decimal = false
  let overflow = false
  let loneSurrogate = false
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) inString = !inString
    else if (inString) {
      if (code !== backslash) continue
      const high = surrogateAt(text, at)
      if (high === "none") at++
      else if (high === "high" && surrogateAt(text, at + 6) === "low") at += 11
      else loneSurrogate = true
    } else if (isDigit(code)) {
      const number = numberAt(text, at)
      at = number.end - 1
      if (number.value === Number.POSITIVE_INFINITY) overflow = true
      else if (!number.plain && Number.isSafeInteger(number.value)) decimal = true
    } else if (code === openBrace || code === openBracket) deepest = Math.max(deepest, ++depth)
    else if (code === closeBrace || code === closeBracket) depth--
  }
  return { decimal, overflow, loneSurrogate, depth: deepest }
}

const space = 0x20
const quote = 0x22
const colon = 0x3a
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const dot = 0x2e
const plus = 0x2b
const minus = 0x2d
const letterE = 0x65
const letterBigE = 0x45

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** The unsigned number at `at`: where it ends, whether it is digits alone, and its value. */
const numberAt = (
  text: string,
  at: number
): { readonly end: number; readonly plain: boolean; readonly value: number } => {
  let end = at
  let plain = true
  for (; ; end++) {
    const code = text.charCodeAt(end)
    if (isDigit(code)) continue
    if (code === dot || code === letterE || code === letterBigE) plain = false
    else if (code !== plus && code !== minus) break
  }
  // So few digits are never beyond a double.
  return { end, plain, value: plain && end - at < overflowDigits ? 0 : Number(text.slice(at, end)) }
}

/** Which half of a surrogate pair the escape at `at` stands for. */
const surrogateAt = (text: string, at: number): "high" | "low" | "none" => {
  if (text.charCodeAt(at) !== backslash || text[at + 1] !== "u") return "none"
  const unit = Number.parseInt(text.slice(at + 2, at + 6), 16)
  return unit >= 0xd800 && unit <= 0xdbff ? "high" : unit >= 0xdc00 && unit <= 0xdfff ? "low" : "none"
}
