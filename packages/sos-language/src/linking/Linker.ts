/**
 * Finds what the imports of a program stand for: external modules by their exact registration, packages of SOS source as files
 * beside the program or in its project. Everything is found and read before a statement runs, and nothing is started.
 */
import { Diagnostic, FilePath, ModuleFiles, type Project, type Resolver } from "@lanyard/sos-module"
import { Effect, Result } from "effect"
import { Imported, type Unit } from "../Linked.ts"
import * as Parser from "../Parser.ts"
import * as Source from "../Source.ts"
import type { Import, Program } from "../Syntax.ts"
import * as Libraries from "./Libraries.ts"
import * as Packages from "./Packages.ts"

/** What a program may import in all: files of source, imports inside each other, and bytes of source. */
export const limits = { units: 64, depth: 16, bytes: 4 * 1024 * 1024 } as const

/** A program, where it is, and what its project registers. */
export interface Entry {
  /** Absolute, with links resolved: packages are found from here. */
  readonly file: string
  readonly text: string
  readonly project: Project.Project
  readonly resolver: Resolver.Resolver
  /** How messages name a file. */
  readonly shown: (file: string) => string
}

/** A program with its imports, as far as they were found; it is not to be run when there are errors. */
export interface Linked {
  readonly unit: Unit
  /** The external modules of the program and its packages, each once. */
  readonly modules: ReadonlyArray<Resolver.Loaded>
  readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
  /** Whether every line of every file could be read, so that a checker misses nothing of the trees. */
  readonly isRead: boolean
}

/** Reads a program and everything that it imports. */
export const link = Effect.fn("Linker.link")(function* (entry: Entry): Effect.fn.Return<Linked, never, ModuleFiles> {
  const linking = new Linking(entry, yield* ModuleFiles)
  const size = new TextEncoder().encode(entry.text).length
  const unit = yield* linking.program({ text: entry.text, size })
  const { isRead, modules } = linking
  return { unit, modules: [...modules.values()], diagnostics: Diagnostic.sort(linking.diagnostics), isRead }
})

/** The text of a file and the bytes that it takes. */
interface Content {
  readonly text: string
  readonly size: number
}

/** A file that has been read. */
interface Read {
  readonly program: Program
  readonly source: Source.Source
}

// State in fields: every file of a program adds to the same lists.
class Linking {
  readonly modules = new Map<string, Resolver.Loaded>()
  readonly diagnostics: Array<Diagnostic.Diagnostic> = []
  isRead = true
  private readonly units = new Map<string, Unit>()
  private readonly entry: Entry
  private readonly files: ModuleFiles["Service"]
  private bytes = 0

  constructor(entry: Entry, files: ModuleFiles["Service"]) {
    this.entry = entry
    this.files = files
  }

  /** Reads the program, its imports and the libraries of its project. */
  program(content: Content): Effect.Effect<Unit> {
    const { file } = this.entry
    const { program, source } = this.parse(file, content)
    const { imports: libraries, problems } = Libraries.make(this.entry, program, source)
    for (const each of problems) this.diagnostics.push(each)
    const statements = [...libraries.map(({ statement }) => statement), ...program.statements]
    return Effect.flatMap(
      Effect.forEach(libraries, ({ library, statement }) =>
        this.imported(statement, source, library.file, [file], library)
      ),
      (found) => {
        const read = { program: { ...program, statements }, source }
        const places = new Map(
          libraries.map(({ library, statement }) => [statement, Libraries.place(this.entry, library)])
        )
        return Effect.map(this.imports(file, read, [], found), (unit) => ({ ...unit, libraries: places }))
      }
    )
  }

  /** Reads one file and its imports; `importers` are the files that led to it, the program first. */
  private unit(file: string, content: Content, importers: ReadonlyArray<string>): Effect.Effect<Unit> {
    return this.imports(file, this.parse(file, content), importers)
  }

  private parse(file: string, { size, text }: Content): Read {
    const { diagnostics, program, source } = Parser.parse(this.entry.shown(file), text)
    for (const each of diagnostics) this.diagnostics.push(each)
    this.isRead &&= diagnostics.length === 0
    this.bytes += size
    return { program, source }
  }

  /** Finds what a file imports behind the libraries that it has already. */
  private imports(
    file: string,
    { program, source }: Read,
    importers: ReadonlyArray<string>,
    libraries: ReadonlyArray<Imported | undefined> = []
  ): Effect.Effect<Unit> {
    const written = program.statements.filter((statement) => statement._tag === "Import").slice(libraries.length)
    return Effect.map(
      Effect.forEach(written, (statement) => this.imported(statement, source, file, [...importers, file])),
      (found) => {
        const imports = [...libraries, ...found].filter((one) => one !== undefined)
        const unit: Unit = { file: source.file, lines: source.lines, program, imports }
        this.units.set(file, unit)
        return unit
      }
    )
  }

  private imported(
    statement: Import,
    source: Source.Source,
    from: string,
    importers: ReadonlyArray<string>,
    library?: Project.Library
  ): Effect.Effect<Imported | undefined> {
    const { text: path } = statement.path
    const alias = statement.alias?.text
    const { project, resolver } = this.entry
    const { start } = Source.rangeOf(source, statement.span)
    const range = {
      start: { line: start.line, column: 1 },
      end: { line: start.line, column: 1 + statement.span.end - statement.span.start }
    }
    const listed = library === undefined ? [] : [Libraries.place(this.entry, library)]
    const refuse = (problem: string, related: ReadonlyArray<Diagnostic.Related> = []) =>
      Effect.sync(() => {
        const details = { related: [...listed, ...related] }
        this.diagnostics.push(Diagnostic.error(source.file, range, `${JSON.stringify(path)}${problem}`, details))
        return undefined
      })
    const file = Packages.fileOf(path, from, project)
    const registration = project.registrations.get(path)
    if (registration !== undefined) {
      const external = Effect.matchEffect(resolver.load(path), {
        onFailure: ({ diagnostics, message }) =>
          Effect.sync(() => {
            const related = diagnostics
              .filter(({ severity }) => severity === "error")
              .map(({ file: other, message: why, range: place }) => ({
                file: this.entry.shown(other),
                message: why,
                range: place
              }))
            const places = [...listed, ...related].slice(0, 16)
            this.diagnostics.push(Diagnostic.error(source.file, range, message, { related: places }))
            return undefined
          }),
        onSuccess: (loaded) =>
          Effect.sync(() => {
            this.modules.set(path, loaded)
            return Imported.Module({ alias, loaded })
          })
      })
      if (file === undefined) return external
      const conflict = {
        file: registration.file,
        range: registration.range,
        message: "the external module is registered here"
      }
      return Effect.flatMap(this.read(file), (content) =>
        content === undefined
          ? external
          : refuse(` is an external module and the package ${this.entry.shown(file)} too; expected one of them`, [
              { ...conflict, file: this.entry.shown(conflict.file) }
            ])
      )
    }
    if (/^std(?:\/|$)/.test(path)) return refuse(" is no module of this version, which has no standard modules")
    if (path.includes("://") || FilePath.isAbsolute(path)) {
      return refuse(" is no module path; expected names with / between them, or ./ and a file beside this one")
    }
    if (file === undefined) {
      return Effect.matchEffect(resolver.load(path), {
        onFailure: ({ message }) => refuse(message.slice(JSON.stringify(path).length)),
        onSuccess: () => refuse(" is not registered")
      })
    }
    return this.package(path, alias, file, importers, refuse)
  }

  private package(
    path: string,
    alias: string | undefined,
    file: string,
    importers: ReadonlyArray<string>,
    refuse: (problem: string) => Effect.Effect<undefined>
  ): Effect.Effect<Imported | undefined> {
    const shown = this.entry.shown(file)
    if (importers.includes(file)) return refuse(`: ${shown} imports itself, directly or by another package`)
    const known = this.units.get(file)
    if (known !== undefined) return Effect.succeed(Imported.Package({ alias, path, unit: known }))
    if (importers.length >= limits.depth)
      return refuse(` is the ${limits.depth + 1}th import inside another; expected at most ${limits.depth}`)
    if (this.units.size + importers.length >= limits.units)
      return refuse(` is one file too many; expected at most ${limits.units}`)
    return Effect.flatMap(this.read(file), (content) => {
      if (content === undefined)
        return refuse(`: there is no file ${shown} that can be read as text of at most ${Source.maxBytes} bytes`)
      if (this.bytes + content.size > limits.bytes)
        return refuse(` makes more than ${limits.bytes} bytes of source in all`)
      return Effect.map(this.unit(file, content, importers), (unit) => Imported.Package({ alias, path, unit }))
    })
  }

  private read(file: string): Effect.Effect<Content | undefined> {
    return Effect.map(Effect.result(this.files.read(file, Source.maxBytes)), (read) => {
      if (Result.isFailure(read) || read.success.length > Source.maxBytes) return undefined
      const text = Source.decode(read.success)
      return text === undefined ? undefined : { text, size: read.success.length }
    })
  }
}
