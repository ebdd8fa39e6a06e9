/** The file of a program and the settings that hold for it. Modules are found from where it is, rights from where it is run. */
import { Source } from "@lanyard/sos-language"
import { FilePath, ModuleFiles, ProjectLoader } from "@lanyard/sos-module"
import { Effect, Result } from "effect"
import { Refused } from "./Complaints.ts"
import { Places } from "./Places.ts"
import { seenFrom } from "./Registered.ts"

/** Reads the text of a program; `path` is as it was written. */
export const read = Effect.fn("Scripts.read")(function* (path: string) {
  const files = yield* ModuleFiles
  const { resolve } = yield* Places
  const refuse = (problem: string) => new Refused({ complaints: [`${path}: ${problem}`] })
  const file = resolve(path)
  const bytes = yield* Effect.mapError(files.read(file, Source.maxBytes), ({ message }) => refuse(message))
  if (bytes.length > Source.maxBytes)
    return yield* refuse(`more than ${Source.maxBytes} bytes; expected a smaller file`)
  const text = Source.decode(bytes)
  if (text === undefined) return yield* refuse("bytes that are not UTF-8; expected text")
  return { file, text }
})

/** Opens the settings of a program, its own frontmatter among them. */
export const settings = Effect.fn("Scripts.settings")(function* (
  path: string,
  file: string,
  text: string
): Effect.fn.Return<ProjectLoader.Opened, Refused, ModuleFiles | Places> {
  const files = yield* ModuleFiles
  const { config, shown, workspace } = yield* Places
  const script = yield* Effect.mapError(
    ProjectLoader.readScript(path, text),
    ({ diagnostics }) => new Refused({ complaints: diagnostics })
  )
  const folder = FilePath.folderOf(yield* files.real(file))
  return yield* ProjectLoader.open({ folder, workspace, config, script }).pipe(
    Effect.mapError(({ diagnostics }) => new Refused({ complaints: diagnostics.map((each) => seenFrom(each, shown)) }))
  )
})

/** The text of a problem-free result, or the complaints of another one. */
export const orRefuse = <A>(result: Result.Result<A, Refused["complaints"]>): Effect.Effect<A, Refused> =>
  Effect.fromResult(Result.mapError(result, (complaints) => new Refused({ complaints })))
