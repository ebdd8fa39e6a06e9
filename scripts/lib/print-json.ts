/** Prints generated data in the layout that the formatter gives it, so that a generated file needs no formatter. */

const width = 120

/**
 * How to print: `key` prints the name of a member, `text` a text that is a value; the value starts at column `start` of a line
 * indented by `depth` levels, and has `behind` characters after it.
 */
export interface Layout {
  readonly key?: (name: string) => string
  readonly text?: (text: string) => string
  readonly depth?: number
  readonly start?: number
  readonly behind?: number
}

/** Prints a value: members on lines of their own, and the entries of a list on one line where they fit. */
export const printJson = (
  value: unknown,
  { key = JSON.stringify, text = JSON.stringify, depth = 0, start = 0, behind = 1 }: Layout = {}
): string => {
  if (typeof value === "string") return text(value)
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const pad = "  ".repeat(depth + 1)
  const close = `\n${"  ".repeat(depth)}`
  const inner = (member: unknown, column: number, comma: number) =>
    printJson(member, { key, text, depth: depth + 1, start: column, behind: comma })
  if (Array.isArray(value)) {
    const line = `[${value.map((entry) => inner(entry, 0, 0)).join(", ")}]`
    if (!line.includes("\n") && start + line.length + behind <= width) return line
    return `[\n${value.map((entry, at) => pad + inner(entry, pad.length, at < value.length - 1 ? 1 : 0)).join(",\n")}${close}]`
  }
  const members = Object.entries(value).map(([name, member], at, { length }) => {
    const head = `${pad}${key(name)}: `
    return head + inner(member, head.length, at < length - 1 ? 1 : 0)
  })
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}${close}}`
}
