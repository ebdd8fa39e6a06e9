/** The types of the boundary between programs and modules. */
import { Data } from "effect"

/** A type as a definition names it; a record is declared beside it, in the same definition. */
export type TypeExpr = Data.TaggedEnum<{
  Any: Record<never, never>
  Text: Record<never, never>
  Number: Record<never, never>
  Integer: Record<never, never>
  Boolean: Record<never, never>
  Timestamp: Record<never, never>
  Duration: Record<never, never>
  File: Record<never, never>
  Folder: Record<never, never>
  Optional: { readonly of: TypeExpr }
  List: { readonly of: TypeExpr }
  Record: { readonly name: string }
}>
export const TypeExpr = Data.taggedEnum<TypeExpr>()
