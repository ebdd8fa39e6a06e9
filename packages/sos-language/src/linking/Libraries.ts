/**
 * The libraries of a project: what every program of it imports without saying so. They are imports at the beginning of the program,
 * so all rules of imports hold; a program that imports the same by the same name has said it itself.
 */
import { Diagnostic, type Project } from "@lanyard/sos-module"
import * as Source from "../Source.ts"
import type { Import, Program } from "../Syntax.ts"
import * as Packages from "./Packages.ts"

/** A program that libraries are found for. */
interface Entry {
  /** Absolute, with links resolved. */
  readonly file: string
  readonly project: Project.Project
  readonly shown: (file: string) => string
}

/** A library, and the import that stands for it. */
export interface Listed {
  readonly library: Project.Library
  readonly statement: Import
}

/** Finds the libraries that a program imports, and tells which of them has a name that the program gives to something else. */
export const make = (
  { file, project, shown }: Entry,
  program: Program,
  source: Source.Source
): { readonly imports: ReadonlyArray<Listed>; readonly problems: ReadonlyArray<Diagnostic.Diagnostic> } => {
  const imports: Array<Listed> = []
  const problems: Array<Diagnostic.Diagnostic> = []
  const written = program.statements.filter((statement) => statement._tag === "Import")
  // What two paths lead to tells whether they mean the same.
  const target = (path: string, from: string) => Packages.fileOf(path, from, project) ?? path
  for (const library of project.libraries) {
    const meant = target(library.path, library.file)
    const isSame = ({ alias, path }: Import) => target(path.text, file) === meant && alias?.text === library.alias
    // One library may be the program that is run.
    if (meant === file || written.some(isSame)) continue
    const name = library.alias ?? library.path
    const own = written.find(({ alias, path }) => (alias ?? path).text === name)
    if (own === undefined) imports.push({ library, statement: importOf(library, program) })
    else {
      const message = `"${name}" is the name of a library of the project; expected another name`
      const related = [place({ shown }, library)]
      problems.push(Diagnostic.error(source.file, Source.rangeOf(source, own.span), message, { related }))
    }
  }
  return { imports, problems }
}

/** Where a library is listed. */
export const place = ({ shown }: Pick<Entry, "shown">, { file, range }: Project.Library): Diagnostic.Related => ({
  file: shown(file),
  range,
  message: "every program of the project imports it here"
})

const importOf = ({ alias, path }: Project.Library, program: Program): Import => {
  const span = { start: program.span.start, end: program.span.start }
  return {
    _tag: "Import",
    path: { text: path, span },
    alias: alias === undefined ? undefined : { text: alias, span },
    span
  }
}
