/**
 * A program with every import found: what the linker makes and the checker, the interpreter and editors read. Nothing behind it
 * has been started.
 */
import type { Diagnostic, Lines, Resolver } from "@lanyard/sos-module"
import { Data } from "effect"
import type { Import, Program } from "./Syntax.ts"

/** One source file and what its imports stand for. */
export interface Unit {
  /** As messages and frames name it. */
  readonly file: string
  /** Where the lines of the file start; spans of the tree count from there. */
  readonly lines: Lines.Lines
  readonly program: Program
  /** In the order of the file. */
  readonly imports: ReadonlyArray<Imported>
  /** The imports that stand for libraries of the project, and where these are listed. */
  readonly libraries?: ReadonlyMap<Import, Diagnostic.Related>
}

/** What an import stands for. Without an alias its actions are words of sentences. */
export type Imported = Data.TaggedEnum<{
  /** An external module; its definition has been read. */
  Module: { readonly alias: string | undefined; readonly loaded: Resolver.Loaded }
  /** A package of SOS source. */
  Package: { readonly alias: string | undefined; readonly path: string; readonly unit: Unit }
}>
export const Imported = Data.taggedEnum<Imported>()
