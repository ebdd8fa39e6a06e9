/** Numbers as people read them. */

/** Milliseconds with one decimal below ten. */
export const millis = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** `1 row`, `2 rows`, `3 processes`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`

/** Bytes in the largest binary unit that leaves a whole one, with one decimal. */
export const bytes = (value: number): string => {
  const unit = units.findLast(({ size }) => value >= size)
  return unit === undefined ? `${value} B` : `${(value / unit.size).toFixed(1)} ${unit.name}`
}

const units = ["KiB", "MiB", "GiB", "TiB"].map((name, at) => ({ name, size: 1024 ** (at + 1) }))
