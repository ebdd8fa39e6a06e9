/** SHA-256 without a platform, for texts of the size of a definition: at once, where the platform's own is asynchronous. */

/** Hashes the UTF-8 bytes of a text; returns 64 hexadecimal digits in lower case. */
export const hex = (text: string): string => {
  const bytes = pad(new TextEncoder().encode(text))
  const state = initial.slice()
  const schedule = new Int32Array(64)
  for (let at = 0; at < bytes.length; at += 64) compress(state, schedule, bytes, at)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("")
}

/** The first 64 primes, whose roots the constants of the algorithm are made of. */
const primes = (() => {
  const found: Array<number> = []
  for (let next = 2; found.length < 64; next++) if (found.every((prime) => next % prime !== 0)) found.push(next)
  return found
})()

const fraction = (root: number): number => (root % 1) * 2 ** 32
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const rounds = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))

/** Appends a one bit, zeros, and the length in bits, up to whole blocks of 64 bytes. */
const pad = (bytes: Uint8Array): Uint8Array => {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  return padded
}

/** Mixes one block into the state. Every index is within its array by the bounds of the loops. */
const compress = (state: Int32Array, schedule: Int32Array, bytes: Uint8Array, start: number): void => {
  for (let i = 0, at = start; i < 16; i++, at += 4) {
    schedule[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  }
  for (let i = 16; i < 64; i++) {
    const low = schedule[i - 15]!
    const high = schedule[i - 2]!
    const mixedLow = rotate(low, 7) ^ rotate(low, 18) ^ (low >>> 3)
    const mixedHigh = rotate(high, 17) ^ rotate(high, 19) ^ (high >>> 10)
    schedule[i] = (schedule[i - 16]! + mixedLow + schedule[i - 7]! + mixedHigh) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < 64; i++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + rounds[i]! + schedule[i]!) | 0
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))
