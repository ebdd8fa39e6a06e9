/**
 * What is wrong with a manifest. It is the developer's own file, so keys are named; values are not, for nobody needs to
 * hear what stands at a path.
 */
import { Data } from "effect"

/** One thing that is wrong. */
export interface Problem {
  /** Where, as in `commands[2].subcommand` or `action_bindings.tab_next["org.example"]`; empty for the file itself. */
  readonly path: string
  /** What should be there. */
  readonly expected: string
  /** The keys of the object at the path that no manifest has, sorted. */
  readonly keys?: ReadonlyArray<string>
  /** What was probably meant. */
  readonly hint?: string
}

/** A manifest that breaks rules, and all of them. Problems are in the order of their paths. */
export class ManifestRejected extends Data.TaggedError("ManifestRejected")<{
  readonly problems: readonly [Problem, ...Array<Problem>]
}> {
  /** A line for each problem, for the first ones of very many. */
  override get message(): string {
    const rest = this.problems.length - shown
    return [...this.problems.slice(0, shown).map(print), ...(rest > 0 ? [`and ${rest} more`] : [])].join("\n")
  }
}

const shown = 50

/** Prints a problem as one line. */
export const print = ({ path, expected, keys, hint }: Problem): string => {
  const found = keys === undefined ? "" : `, found ${keys.map((key) => JSON.stringify(key)).join(", ")}`
  return `${path === "" ? "" : `${path}: `}expected ${expected}${found}${hint === undefined ? "" : ` (${hint})`}`
}

/** A way into the file, by names and positions. */
export type Path = ReadonlyArray<string | number>

/** A problem whose path has not been printed. */
export interface Finding extends Omit<Problem, "path"> {
  readonly at: Path
}

/** Puts findings in the order of their paths, and prints those. */
export const toProblems = (findings: ReadonlyArray<Finding>): ReadonlyArray<Problem> =>
  [...findings]
    .sort((one, other) => comparePaths(one.at, other.at))
    .map(({ at, ...rest }) => ({ path: at.reduce<string>(step, ""), ...rest }))

const comparePaths = (one: Path, other: Path): number => {
  const depth = Math.min(one.length, other.length)
  for (let at = 0; at < depth; at++) {
    // In range by the bound of the loop.
    const [a, b] = [one[at]!, other[at]!]
    if (a !== b) return a < b ? -1 : 1
  }
  return one.length - other.length
}

const step = (path: string, part: string | number): string => {
  if (typeof part === "number") return `${path}[${part}]`
  if (!/^[A-Za-z_][\w-]*$/.test(part)) return `${path}[${JSON.stringify(shorten(part))}]`
  return path === "" ? shorten(part) : `${path}.${shorten(part)}`
}

// A key of any length may stand above very many problems.
const shorten = (key: string): string => (key.length > 80 ? `${key.slice(0, 80)}…` : key)
