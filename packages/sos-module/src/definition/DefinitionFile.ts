/**
 * Reads `module.sos.toml`, schema 1. A file is taken whole or refused with everything that is wrong with it: what a key may hold
 * (`Shape`), and what keys ask of each other (the rules beside it). Starts nothing, and looks nothing up.
 */
import { Result } from "effect"
import * as Diagnostic from "../diagnostics/Diagnostic.ts"
import * as Digest from "../interface/Digest.ts"
import * as Toml from "../toml/Toml.ts"
import * as TomlShape from "../toml/TomlShape.ts"
import type { TomlSpans } from "../toml/TomlSpans.ts"
import * as CommandRules from "./CommandRules.ts"
import { complete } from "./Complete.ts"
import type { Definition } from "./Definition.ts"
import * as EffectRules from "./EffectRules.ts"
import { outline, toDiagnostics } from "./Finding.ts"
import * as NameRules from "./NameRules.ts"
import * as Repeats from "./Repeats.ts"
import * as RuntimeRules from "./RuntimeRules.ts"
import { File } from "./Shape.ts"
import * as TypeRules from "./TypeRules.ts"

/** The UTF-8 bytes that a definition may have (decision S4). */
export const maxBytes = 1_048_576

/** A definition that was read. */
export interface DefinitionFile {
  readonly definition: Definition
  /** Where its parts stand in the file. */
  readonly spans: TomlSpans
  /** `sha256:` and 64 hexadecimal digits (decision S14). */
  readonly digest: string
  /** Problems that the definition is taken with, in the order of the file. */
  readonly warnings: ReadonlyArray<Diagnostic.Diagnostic>
}

/** Every problem of a file in its order, warnings among them. */
export type Problems = ReadonlyArray<Diagnostic.Diagnostic>

/** Reads the bytes of a file; its name is only shown. */
export const read = (file: string, bytes: Uint8Array): Result.Result<DefinitionFile, Problems> =>
  Result.flatMap(Toml.readBytes(file, bytes, { maxBytes }), (document) => take(file, document))

/** Reads a text, such as the one in an editor. */
export const readText = (file: string, text: string): Result.Result<DefinitionFile, Problems> =>
  Result.flatMap(Toml.read(file, text, { maxBytes }), (document) => take(file, document))

const decode = TomlShape.decoder(File)

const rules = [Repeats, NameRules, TypeRules, RuntimeRules, EffectRules, CommandRules]

const take = (file: string, document: Toml.Document): Result.Result<DefinitionFile, Problems> => {
  const { value, spans } = document
  const parts = outline(value)
  const found = toDiagnostics(
    rules.flatMap(({ findings }) => findings(parts)),
    file,
    spans
  )
  return Result.match(decode(file, document), {
    onFailure: (problems) => {
      // Of one value a rule says more than its shape does.
      const known = new Set(found.filter(({ severity }) => severity === "error").map(({ key }) => key))
      return Result.fail(Diagnostic.sort([...found, ...problems.filter(({ key }) => !known.has(key))]))
    },
    onSuccess: (shape) => {
      if (Diagnostic.hasErrors(found)) return Result.fail(Diagnostic.sort(found))
      const definition = complete(shape)
      return Result.succeed({ definition, spans, digest: Digest.make(definition), warnings: Diagnostic.sort(found) })
    }
  })
}
