/**
 * Compares two catalogs as they were parsed, without encoding either. It reads each at most once and stops at the first
 * difference, a slice at a time.
 */
import { type Catalog, Scalar, type Slices } from "@lanyard/flash-protocol"

/** Tells whether two catalogs have the same rows in the same order; the order of keys says nothing, a null something. */
export function* isSame(one: Catalog.Rows, other: Catalog.Rows): Slices.Slices<boolean> {
  if (one === other) return true
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) {
    if (at % rowsOfSlice === rowsOfSlice - 1) yield
    if (!isEqual(one[at], other[at])) return false
  }
  return true
}

/** Rows that are compared in one slice. */
const rowsOfSlice = 1024

/** Rows hold text, and objects of text: two levels are all there is. */
const isEqual = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (!Scalar.isObject(one) || !Scalar.isObject(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  )
}
