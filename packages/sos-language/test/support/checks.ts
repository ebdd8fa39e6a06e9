/** Links and checks programs in the folder of the corpus of checked programs, whose files are read into memory, for tests. */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Diagnostic, ModuleFiles, ProjectLoader, Resolver } from "@lanyard/sos-module"
import { Effect } from "effect"
import * as Checker from "../../src/checker/Checker.ts"
import * as Linker from "../../src/linking/Linker.ts"

/** The folder of the corpus. */
export const folder = fileURLToPath(new URL("../../../../fixtures/sos/programs/checked/", import.meta.url))

const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:sos|toml)$/.test(name))
const corpus = Object.fromEntries(
  names.map((name) => [`/p/${name.replaceAll("\\", "/")}`, readFileSync(folder + name, "utf8")])
)

/** Checks a program with its imports; `files` are beside it. */
export const check = (text: string, files: Readonly<Record<string, string>> = {}, name = "main.sos") =>
  Effect.gen(function* () {
    const { project } = yield* ProjectLoader.open({ folder: "/p", workspace: "/p", config: "/none" })
    const resolver = yield* Resolver.make(project)
    const shown = (file: string) => file.replace("/p/", "")
    const linked = yield* Linker.link({ file: `/p/${name}`, text, project, resolver, shown })
    const { actions, diagnostics } = Checker.check(linked.unit)
    return { actions, diagnostics: Diagnostic.sort([...linked.diagnostics, ...diagnostics]) }
  }).pipe(Effect.provide(ModuleFiles.layerMemory({ ...corpus, ...files })), Effect.orDie)

/** What is told of a program: a line for each problem, and after it one for each other place. */
export const told = (text: string, files?: Readonly<Record<string, string>>, name?: string) =>
  Effect.map(check(text, files, name), ({ diagnostics }) =>
    diagnostics.flatMap(({ related, ...problem }) => [
      Diagnostic.print({ ...problem, related }),
      ...related.map(({ file, message, range: { start } }) => `  ${file}:${start.line}:${start.column}: ${message}`)
    ])
  )
