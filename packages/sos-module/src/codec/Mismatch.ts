/**
 * How a value differs from its type: where, what was found and what is expected. It names fields of the definition and no content;
 * a field that the other side made up is not named.
 */

/** The outermost difference that was found first. */
export interface Mismatch {
  /** `days[2].high`; empty for the whole value. */
  readonly path: string
  /** As in "… as text". */
  readonly found: string
  readonly expected: string
}

/** Says what an action returned, `weather.current returned temperature as text; expected number`. */
export const returned = (action: string, { expected, found, path }: Mismatch): string =>
  `${action} returned ${path === "" ? found : `${path} as ${found}`}; expected ${expected}`

/** Says what an action was called with, `weather.current received city as number; expected text`. */
export const received = (action: string, { expected, found, path }: Mismatch): string =>
  `${action} received ${path === "" ? found : `${path} as ${found}`}; expected ${expected}`

/** Puts a field or an index before the path of a difference inside it. */
export const inside = (segment: string | number, mismatch: Mismatch): Mismatch => {
  const { path } = mismatch
  const head = typeof segment === "number" ? `[${segment}]` : segment
  return { ...mismatch, path: path === "" ? head : path.startsWith("[") ? head + path : `${head}.${path}` }
}
