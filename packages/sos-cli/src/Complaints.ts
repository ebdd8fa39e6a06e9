/** Says on standard error what is wrong with files, and why a command was not done. */
import { DefinitionFile, type Diagnostic, ModuleFiles } from "@lanyard/sos-module"
import { Console, Data, Effect, Option } from "effect"
import { Places } from "./Places.ts"
import * as Excerpt from "./rendering/Excerpt.ts"
import * as Problems from "./rendering/Problems.ts"
import { Screen } from "./rendering/Screen.ts"

/** A problem with its place, or a sentence where there is none. */
export type Complaint = Diagnostic.Diagnostic | string

/** A command was not done. */
export class Refused extends Data.TaggedError("Refused")<{ readonly complaints: ReadonlyArray<Complaint> }> {}

/** A command that complains. */
export interface Command {
  readonly name: string
  /** Whether a problem with a place is told by that alone, as editors read it, and not behind the command's name. */
  readonly isBare: boolean
}

/** A command of `sos module`. */
export const onModule = (verb: string): Command => ({ name: `module ${verb}`, isBare: false })

/** A command that is about a program. */
export const onProgram = (verb: string): Command => ({ name: verb, isBare: true })

/** Tells complaints, those without a place always behind the name of the program and of the command. */
export const tell = Effect.fnUntraced(function* ({ isBare, name }: Command, complaints: ReadonlyArray<Complaint>) {
  if (complaints.length === 0) return
  const { excerpts, marks } = yield* Screen
  const sources = excerpts ? yield* read(complaints) : new Map<string, Excerpt.Source>()
  const style = { marks, sources, prefix: `sos: ${name}: ` }
  const placed = isBare ? { ...style, prefix: "" } : style
  yield* Console.error(
    complaints
      .flatMap((each) => (typeof each === "string" ? [Problems.sentence(each, style)] : Problems.lines(each, placed)))
      .join("\n")
  )
})

/** Reads what can be read of the files that complaints are about, of which none has more bytes than a definition. */
const read = Effect.fnUntraced(function* (complaints: ReadonlyArray<Complaint>) {
  const files = yield* ModuleFiles
  const { resolve } = yield* Places
  const sources = new Map<string, Excerpt.Source>()
  const names = complaints.flatMap((each) =>
    typeof each === "string" ? [] : [each.file, ...each.related.map(({ file }) => file)]
  )
  for (const name of new Set(names)) {
    const bytes = yield* Effect.option(files.read(resolve(name), DefinitionFile.maxBytes))
    if (Option.isSome(bytes)) sources.set(name, Excerpt.source(decoder.decode(bytes.value)))
  }
  return sources
})

const decoder = new TextDecoder()
