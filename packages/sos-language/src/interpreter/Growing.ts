/**
 * The list behind a binding that `append` adds to: as long as nothing else has seen it, it grows in place, so that building a list
 * takes as many steps as it has items.
 */
import { type Value, Values } from "@lanyard/sos-module"
import { Fault } from "./Fault.ts"
import type { Size, Sizes } from "./Sizes.ts"

/** A list that only its binding holds. */
export class Growing {
  readonly items: Array<Value>
  size: Size

  constructor(items: Array<Value>, size: Size) {
    this.items = items
    this.size = size
  }
}

/** What a binding holds; `undefined` before it has a value. */
export type Slot = Value | Growing | undefined

/** Reads a binding. Its list stops growing in place, since somebody else has it now. */
export const read = (slots: Array<Slot>, at: number): Value | undefined => {
  const value = slots[at]
  if (!(value instanceof Growing)) return value
  slots[at] = value.items
  return value.items
}

/** Adds an item to the list of a binding; tells why it cannot. */
export const append = (slots: Array<Slot>, at: number, item: Value, name: string, sizes: Sizes): Fault | undefined => {
  const held = slots[at]
  const list = held instanceof Growing ? held : own(held, name, sizes)
  if (list instanceof Fault) return list
  const size = sizes.with(list.size, item)
  if (size instanceof Fault) return size
  list.items.push(item)
  list.size = size
  slots[at] = list
  return undefined
}

const own = (held: Value | undefined, name: string, sizes: Sizes): Growing | Fault => {
  if (held === undefined) return new Fault(`${JSON.stringify(name)} has no value yet; expected a list`)
  if (!Values.isList(held)) return new Fault(`${JSON.stringify(name)} is ${Values.kindOf(held)}; expected a list`)
  const size = sizes.of(held, 0)
  return size instanceof Fault ? size : new Growing([...held], size)
}
