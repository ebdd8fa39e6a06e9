/** Holds every value of a run below the limits, measuring each large list and record once. */
import { type Value, Values } from "@lanyard/sos-module"
import type { Limits } from "../Limits.ts"
import { Fault } from "./Fault.ts"

/** What a value takes. */
export interface Size {
  readonly depth: number
  readonly nodes: number
  readonly text: number
}

const one: Size = { depth: 0, nodes: 1, text: 0 }

/** Parts of a value that is measured again sooner than remembered: the collector walks what a `WeakMap` holds. */
const small = 64

/** The sizes of a run's values. */
export class Sizes {
  private readonly limits: Limits
  private readonly known = new WeakMap<object, Size>()

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Returns the value when it is within the limits. */
  admit(value: Value): Value | Fault {
    const size = this.of(value, 0)
    return size instanceof Fault ? size : value
  }

  /** Measures a value, or tells which limit it breaks. */
  of(value: Value, level: number): Size | Fault {
    if (typeof value === "string") {
      return this.within({ depth: 0, nodes: 1, text: value.length })
    }
    if (typeof value !== "object" || value === null || !(Values.isList(value) || Values.isRecord(value))) return one
    const known = this.known.get(value)
    if (known !== undefined) return known
    // A value from outside may be deeper than any limit.
    if (level >= this.limits.depth) return this.tooDeep()
    const size = this.sum(value, level)
    if (!(size instanceof Fault) && size.nodes > small) this.known.set(value, size)
    return size
  }

  /** The size of a list of one size with another item. */
  with(list: Size, item: Value): Size | Fault {
    const size = this.of(item, 1)
    return size instanceof Fault ? size : this.within(joined(list, size))
  }

  private sum(value: ReadonlyArray<Value> | ReadonlyMap<string, Value>, level: number): Size | Fault {
    let depth = 1
    let nodes = 1
    let text = 0
    if (!Values.isList(value)) for (const key of value.keys()) text += key.length
    for (const item of value.values()) {
      const size = this.of(item, level + 1)
      if (size instanceof Fault) return size
      depth = Math.max(depth, size.depth + 1)
      nodes += size.nodes
      text += size.text
    }
    return this.within({ depth, nodes, text })
  }

  private within(size: Size): Size | Fault {
    if (size.depth > this.limits.depth) return this.tooDeep()
    if (size.nodes > this.limits.nodes) {
      return new Fault(`a value has more than ${this.limits.nodes} parts, which is the limit`, "limit")
    }
    if (size.text > this.limits.text) {
      return new Fault(`a value has more than ${this.limits.text} characters of text, which is the limit`, "limit")
    }
    return size
  }

  private tooDeep(): Fault {
    return new Fault(`a value is nested more than ${this.limits.depth} levels deep, which is the limit`, "limit")
  }
}

const joined = (container: Size, item: Size): Size => ({
  depth: Math.max(container.depth, item.depth + 1),
  nodes: container.nodes + item.nodes,
  text: container.text + item.text
})
