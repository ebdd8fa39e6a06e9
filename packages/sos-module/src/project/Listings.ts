/** What files of settings list, with the places where they do. */
import * as Diagnostic from "../diagnostics/Diagnostic.ts"

/** The UTF-8 bytes that a file of settings may have (decision S4). */
export const maxBytes = 65_536

/** A module by its path, and where it was registered. */
export interface Registration {
  readonly path: string
  /** The file that defines it, absolute and without `.` and `..`. */
  readonly definition: string
  /** The file that registers it, and where its path stands in there. */
  readonly file: string
  readonly range: Diagnostic.Range
}

/** A library of all programs, and where it is listed. */
export interface Library {
  readonly path: string
  /** The name that programs know it by; without one its actions are words. */
  readonly alias: string | undefined
  /** The file that lists it, and where its path stands in there. */
  readonly file: string
  readonly range: Diagnostic.Range
}

/** What programs know a library by. */
export const nameOf = ({ alias, path }: Library): string => alias ?? path

/** The problem of two libraries of one name, shown at both. */
export const sameName = (later: Library, first: Library): Diagnostic.Diagnostic =>
  Diagnostic.error(later.file, later.range, `"${nameOf(later)}" is listed twice; expected one library of a name`, {
    related: [{ file: first.file, range: first.range, message: "it is listed here first" }]
  })

/** The problem of two registrations of one path, shown at both. */
export const conflict = (later: Registration, first: Registration): Diagnostic.Diagnostic =>
  Diagnostic.error(later.file, later.range, `"${later.path}" is registered twice; expected one registration`, {
    related: [{ file: first.file, range: first.range, message: "it is registered here first" }]
  })
