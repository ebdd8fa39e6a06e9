/**
 * The capability registry and the gate before every host call. Nothing is granted that the manifest does not declare, and the
 * gate stands before the params: a denied call is denied whatever it carries.
 */
import { Data } from "effect"
import { type capabilities, hostCallFamilies, hostCalls } from "./Constants.ts"
import * as Refusal from "./Refusal.ts"

/** A name of the frozen registry: names may be added, none is ever renamed. */
export type Capability = (typeof capabilities)[number]

/** The name of a host call. */
export type Method = keyof typeof hostCalls

/** The capability that a host call needs, or null. */
export type Needed<M extends Method = Method> = (typeof hostCalls)[M]

/** What the gate says of a request; a refusal is the text to answer with. */
export type Passage = Data.TaggedEnum<{
  Granted: { readonly method: Method }
  Denied: { readonly capability: Capability; readonly refusal: string }
  Unknown: { readonly refusal: string }
}>
export const Passage = Data.taggedEnum<Passage>()

/** Tells the name of a host call from any other text. */
export const isMethod = (method: string): method is Method => Object.hasOwn(hostCalls, method)

/** Judges a request by its method and the capabilities of the manifest that asks. */
export const gate = (method: string, granted: ReadonlySet<Capability>): Passage => {
  const needed = neededBy(method)
  if (needed !== null && !granted.has(needed)) {
    return Passage.Denied({ capability: needed, refusal: Refusal.capabilityDenied(needed) })
  }
  return isMethod(method) ? Passage.Granted({ method }) : Passage.Unknown({ refusal: Refusal.unknownMethod(method) })
}

/** A method that does not exist still needs the capability of its family, so that a denial does not tell what exists. */
const neededBy = (method: string): Capability | null =>
  isMethod(method) ? hostCalls[method] : (families.find(([prefix]) => method.startsWith(prefix))?.[1] ?? null)

const families = Object.entries(hostCallFamilies)
