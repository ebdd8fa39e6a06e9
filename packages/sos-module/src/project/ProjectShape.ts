/** What `sos.toml`, the user's `config.toml` and the frontmatter of a script may hold, as one strict codec. */
import { Schema } from "effect"
import { filesystemRanks } from "../definition/Definition.ts"
import {
  Flag,
  integer,
  list,
  ModulePath,
  matching,
  Name,
  NotBlank,
  oneOf,
  optional,
  required,
  Timeout
} from "../definition/Texts.ts"
import { interpretationRanks, judgmentRanks } from "./Modes.ts"

const AbsoluteProgram = matching("the absolute path of a program", /^(?:[A-Za-z]:)?\//u)

const Registration = Schema.Struct({
  path: required(ModulePath, "The path that programs import."),
  definition: required(NotBlank, "The file that defines the module, from the folder of this file.")
})

const Library = Schema.Struct({
  path: required(NotBlank, "What to import."),
  as: optional(NotBlank, "The name that programs know it by.")
})

/** The most libraries that a file may name. */
export const libraryLimit = 64

const Libraries = list(Library).check(
  Schema.isMaxLength(libraryLimit, { expected: `at most ${libraryLimit} libraries` })
)

/** A table that a file may leave out. */
const table = <F extends Schema.Struct.Fields>(description: string, fields: F) =>
  optional(Schema.Struct(fields), description)

/** A whole file. */
export const File = Schema.Struct({
  version: required(Schema.Literal(1), "The version of this format."),
  module: table("What the project is and what it imports.", {
    path: optional(ModulePath, "The identity of the project's own packages."),
    external: optional(list(Registration), "The modules that programs may import from outside.")
  }),
  external: table("What modules may do; what no layer grants is denied.", {
    process: optional(Flag, "Whether modules may start processes."),
    network: optional(Flag, "Whether modules may use the network."),
    filesystem: optional(oneOf(filesystemRanks), "How far modules may reach into the file system."),
    secrets: optional(list(Name), "The secrets that modules may request."),
    programs: optional(list(AbsoluteProgram), "The programs that may be started by their absolute path.")
  }),
  budget: table("Limits; the least of all layers holds.", {
    run: table("The limits of one run.", {
      timeout: optional(Timeout, "How long a whole run may take."),
      requests: optional(integer(0, Number.MAX_SAFE_INTEGER), "How often a run may call a model.")
    })
  }),
  editor: table("What editors do.", { assistance: optional(NotBlank, "When an editor offers help.") }),
  interpretation: table("How programs are read.", {
    mode: optional(oneOf(interpretationRanks), "How far the wording of a program may be interpreted.")
  }),
  runtime: table("How programs are run.", {
    judgment: optional(oneOf(judgmentRanks), "How far a program may rely on judgment.")
  }),
  language: table("The language of the project.", { libraries: optional(Libraries, "What every program imports.") })
})
export interface File extends Schema.Schema.Type<typeof File> {}

/** The tables that a script may not have, since it may only narrow what its project grants. */
export const tablesOfProjects = ["editor", "module", "language", "external"] as const

const { editor: _editor, module: _module, language: _language, external: _external, ...ofScripts } = File.fields

/** The frontmatter of a script: a file of settings without the tables of projects. */
export const Script = Schema.Struct(ofScripts)
