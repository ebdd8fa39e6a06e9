/** Makes up TOML documents of every layout, for properties. */

/** Builds the document of a seed; it is valid TOML. */
export const document = (seed: number): string => {
  const choose = chooser(seed)
  const lines = table(choose, "", 3)
  const end = choose(4) === 3 ? "\r\n" : "\n"
  return lines.map((line) => line + (choose(4) === 3 ? " # [no] = 'key'" : "")).join(end) + (choose(2) === 0 ? end : "")
}

type Choose = (options: number) => number

/** Draws numbers from a generator of 32 bits whose low bits are as good as its high ones. */
const chooser = (seed: number): Choose => {
  let state = seed | 0
  return (options) => {
    state = (state + 0x9e3779b9) | 0
    const mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    return ((Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97) >>> 0) >>> 3) % options
  }
}

const keys = [
  "a",
  "name",
  "x-y",
  "_",
  "10",
  "2",
  "__proto__",
  "constructor",
  '"a b"',
  "'é'",
  '"😀"',
  '""',
  '"a\\"b\\u0041\\t\\\\"',
  "'a.b'",
  '"#"',
  '"]="'
]

const scalars = [
  "1",
  "1.0",
  "-2.5e3",
  "0x1f",
  "1_000",
  "inf",
  "true",
  "false",
  '"text"',
  "''",
  "'a # b'",
  '"\\"]\\\\"',
  '"""\n a "" b \\""\n"""',
  "'''\n# no comment ]'''",
  '"""x""""',
  '"""a\\"""b"""',
  "2020-01-02",
  "2020-01-02 03:04:05",
  "2020-01-02T03:04:05.5Z",
  "03:04:05"
]

/** Distinct keys; TOML allows each once. */
const distinct = (choose: Choose, most: number): ReadonlyArray<string> => {
  const names = Array.from({ length: choose(most + 1) }, () => keys[choose(keys.length)] ?? "a")
  return [...new Set(names)]
}

const spaced = (choose: Choose, text: string): string => " ".repeat(choose(3)) + text + "\t".repeat(choose(2))

const value = (choose: Choose, depth: number): string => {
  const kind = choose(depth > 0 ? 4 : 2)
  if (kind < 2) return scalars[choose(scalars.length)] ?? "1"
  if (kind === 2) {
    const elements = Array.from({ length: choose(4) }, () => spaced(choose, value(choose, depth - 1)))
    return `[${elements.join(choose(2) === 0 ? "," : ",\n  # ],\n")}${elements.length > 0 && choose(2) === 0 ? "," : ""} ]`
  }
  const members = distinct(choose, 3).map((key) => `${spaced(choose, key)}=${spaced(choose, value(choose, depth - 1))}`)
  return `{${members.join(",")}}`
}

const pair = (choose: Choose, key: string, depth: number): string =>
  `${spaced(choose, key)} =${spaced(choose, value(choose, depth))}`

const table = (choose: Choose, prefix: string, depth: number): ReadonlyArray<string> => {
  const pairs: Array<string> = []
  const below: Array<string> = []
  for (const key of distinct(choose, 4)) {
    const path = prefix === "" ? key : `${prefix}${spaced(choose, ".")}${key}`
    switch (choose(depth > 0 ? 5 : 2)) {
      case 0:
        pairs.push(pair(choose, key, 2))
        break
      case 1:
        for (const inner of distinct(choose, 3)) pairs.push(pair(choose, `${key} . ${inner}`, 1))
        break
      case 2:
        below.push(`[${spaced(choose, path)}]`, ...table(choose, path, depth - 1))
        break
      case 3:
        below.push(`[${path}.z]`, pair(choose, "q", 0), `[${path}]`, pair(choose, "later", 0))
        break
      default:
        for (let left = choose(3); left >= 0; left--) below.push(`[[${path}]]`, ...table(choose, path, depth - 1))
    }
    if (choose(4) === 3) below.push("", "  # comment")
  }
  return [...pairs, ...below]
}
