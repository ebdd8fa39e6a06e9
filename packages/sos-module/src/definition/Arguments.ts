/** The elements of a command's argument list (decision S10): how they are written, and what they are. */
import { type Argument, type Place, places } from "./Definition.ts"
import type { File } from "./Shape.ts"

/** An element as it stands in the file. */
export type Written = NonNullable<NonNullable<File["action"][number]["command"]>["arguments"]>[number]

/** Reads the name between `${` and `}` of an element that is a reference as a whole; `undefined` for any other text. */
export const referenceIn = (text: string): { readonly name: string; readonly place: Place | undefined } | undefined => {
  const [, prefix, name] = /^\$\{(parameter\.)?([a-z_][A-Za-z0-9_]*)\}$/.exec(text) ?? []
  if (name === undefined) return undefined
  // A parameter that has the name of a place can still be named in full.
  return { name, place: prefix === undefined ? places.find((place) => place === name) : undefined }
}

/** Says what an element is. */
export const read = (written: Written): Argument => {
  if (typeof written !== "string") {
    return written.each === undefined
      ? { _tag: "Parameter", name: written.value ?? "", allowDash: written.allow_dash ?? false }
      : { _tag: "Each", name: written.each, flag: written.flag }
  }
  const reference = referenceIn(written)
  if (reference === undefined) return { _tag: "Literal", text: written }
  const { name, place } = reference
  return place === undefined ? { _tag: "Parameter", name, allowDash: false } : { _tag: "Place", place }
}
