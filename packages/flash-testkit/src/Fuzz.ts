/**
 * Lines that no peer would write, made out of lines that one might: cut, doubled, crossed, with other tokens and other bytes in
 * them. A seed gives the same lines and the same chunks on every machine. Pure but for the state of its numbers.
 */

/** An endless supply. */
export interface Fuzz {
  /** Returns an integer from 0 to below `limit`. */
  readonly below: (limit: number) => number
  /** Returns the bytes of the next line, its newline included; a newline inside makes it two. */
  readonly line: () => Uint8Array
  /** Cuts bytes into chunks of any size, one byte at the least. */
  readonly chunks: (bytes: Uint8Array) => ReadonlyArray<Uint8Array>
}

/** What the lines are made of. */
export interface Options {
  readonly seed: number
  /** Lines without their newlines; at least one. */
  readonly corpus: ReadonlyArray<string>
  /** Text that stands for what a user typed; it gets into many of the lines. */
  readonly content: string
}

/** Makes a supply. */
export const make = ({ content, corpus, seed }: Options): Fuzz => {
  const next = numbers(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <A>(items: readonly [A, ...Array<A>] | ReadonlyArray<A>, otherwise: A): A =>
    items[below(items.length)] ?? otherwise
  const any = () => pick(corpus, "")

  const range = (length: number): readonly [from: number, to: number] => {
    const [one, other] = [below(length + 1), below(length + 1)]
    return one < other ? [one, other] : [other, one]
  }

  const exchanged = (line: string) => {
    const values = [...line.matchAll(value)]
    const found = values[below(values.length)]
    if (found === undefined) return line
    const token = below(3) === 0 ? JSON.stringify(content) : pick(curious, "")
    return line.slice(0, found.index) + token + line.slice(found.index + found[0].length)
  }

  const edits: ReadonlyArray<(line: string) => string> = [
    (line) => line,
    exchanged,
    (line) => exchanged(exchanged(line)),
    (line) => {
      const [from, to] = range(line.length)
      return line.slice(0, from) + line.slice(to)
    },
    (line) => {
      const [from, to] = range(line.length)
      return line.slice(0, to) + line.slice(from, to).repeat(below(4)) + line.slice(to)
    },
    (line) => {
      const other = any()
      return line.slice(0, below(line.length + 1)) + other.slice(below(other.length + 1))
    },
    (line) => {
      const at = below(line.length + 1)
      return line.slice(0, at) + pick(noise, "") + line.slice(at)
    }
  ]

  return {
    below,
    line: () => {
      const bytes = new TextEncoder().encode(`${pick(edits, exchanged)(any())}\n`)
      // Bytes that are no UTF-8, or another character; the newline at the end stays.
      for (let flips = below(8) === 0 ? 1 + below(3) : 0; flips > 0; flips--) {
        bytes[below(bytes.length - 1)] = below(256)
      }
      bytes[bytes.length - 1] = 0x0a
      return bytes
    },
    chunks: (bytes) => {
      const cut: Array<Uint8Array> = []
      const longest = 1 + below(pick(sizes, 1))
      for (let at = 0; at < bytes.length; ) {
        const end = at + 1 + below(longest)
        cut.push(bytes.slice(at, end))
        at = end
      }
      return cut
    }
  }
}

/** Longest chunks, from a keyboard's to a pipe's. */
const sizes = [4, 64, 1024, 65_536]

/** One JSON value that holds no other. */
const value = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/g

/** Tokens at which readers differ, or fall. */
const curious = [
  "null",
  "true",
  "0",
  "-0",
  "-1",
  "1.0",
  "1e2",
  "1e400",
  "9007199254740993",
  "4294967296",
  "[]",
  "{}",
  '""',
  '"\\ud800"',
  '"\\u0000"',
  '"__proto__"',
  '{"__proto__":{"ok":true}}',
  '{"constructor":null}',
  "NaN",
  "'",
  "[[[[[[[[[[[[[[[[",
  '{"a":{"a":{"a":{"a":{}}}}}'
]

const noise = [
  "\0",
  "\r",
  "\n",
  "\t",
  " ",
  "\ufeff",
  "\u2028",
  "\u0085",
  "\u202e",
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\u001b[2J"
]

/** Numbers from 0 to below 1 (mulberry32). */
const numbers = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
