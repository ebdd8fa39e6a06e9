/**
 * The names that have a value at a place of a body, and what is known of each. A way that a run may not take is gone aside; what it
 * bound is joined to the rest afterwards. The cost is that of what changes.
 */
import { any, join, type Known } from "./Known.ts"

/** What a way bound; `undefined` for a name that has no value at its end. */
export type Changes = ReadonlyMap<string, Known | undefined>

/** The names of a body. */
export class Bindings {
  private readonly known = new Map<string, Known>()
  private readonly trail: Array<readonly [name: string, before: Known | undefined]> = []

  /** What is known of a name; `undefined` when it can have no value yet. */
  get(name: string): Known | undefined {
    return this.known.get(name)
  }

  /** Gives a name a value, or takes it away. */
  set(name: string, known: Known | undefined): void {
    this.trail.push([name, this.known.get(name)])
    this.put(name, known)
  }

  /** The names that may have a value. */
  get names(): Iterable<string> {
    return this.known.keys()
  }

  /** Goes a way and comes back; returns what it bound. */
  aside(way: () => void): Changes {
    const mark = this.trail.length
    way()
    const changes = new Map<string, Known | undefined>()
    for (let at = mark; at < this.trail.length; at++) {
      // In range by the bounds of the loop.
      const [name] = this.trail[at]!
      changes.set(name, this.known.get(name))
    }
    for (let last = this.trail.length; last > mark; last--) {
      const [name, before] = this.trail[last - 1]!
      this.put(name, before)
    }
    this.trail.length = mark
    return changes
  }

  /** Goes on behind several ways, of which a run takes one. */
  join(ways: ReadonlyArray<Changes>): void {
    for (const name of new Set(ways.flatMap((way) => [...way.keys()]))) {
      const ends = ways.map((way) => (way.has(name) ? way.get(name) : this.known.get(name)))
      const values = ends.filter((end) => end !== undefined)
      this.set(name, values.length === 0 ? undefined : values.reduce(join))
    }
  }

  /** Binds names while a way is gone, and gives them back what they had. */
  within(names: ReadonlyMap<string, Known>, way: () => void): void {
    const before = [...names.keys()].map((name) => [name, this.known.get(name)] as const)
    for (const [name, known] of names) this.set(name, known)
    way()
    for (const [name, known] of before) this.set(name, known)
  }

  /** Forgets what is known of names, which may have any value from now on. */
  loosen(names: Iterable<string>): void {
    for (const name of names) this.set(name, any)
  }

  private put(name: string, known: Known | undefined): void {
    if (known === undefined) this.known.delete(name)
    else this.known.set(name, known)
  }
}
