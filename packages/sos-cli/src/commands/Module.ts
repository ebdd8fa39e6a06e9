/** `sos module check`, `describe` and `generate`: what a definition says. Nothing is started, looked up on a PATH or fetched. */
import { DefinitionFile, Interface, ModuleFiles } from "@lanyard/sos-module"
import { Console, Effect, Result } from "effect"
import { type Complaint, onModule, Refused, tell } from "../Complaints.ts"
import { Places } from "../Places.ts"
import * as Registered from "../Registered.ts"

/** Says whether a definition is sound, and what is wrong with it. */
export const check = Effect.fn("sos module check")(function* (path: string) {
  const { definition, digest, warnings } = yield* readDefinition(path)
  yield* tell(onModule("check"), warnings)
  const actions = `${definition.actions.length} action(s)`
  yield* Console.log(`${definition.path} ${definition.version}: ${actions} \u00b7 ${digest}`)
})

/** Writes the interface of a definition, and the digest that binds it. */
export const generate = Effect.fn("sos module generate")(function* (path: string) {
  const { definition, digest, warnings } = yield* readDefinition(path)
  yield* tell(onModule("generate"), warnings)
  yield* write(Interface.sourceWithDigest(definition, digest))
})

/** Writes the interface of a module that is registered for the folder that the program was started in. */
export const describe = Effect.fn("sos module describe")(function* (path: string) {
  const { loaded, warnings } = yield* Registered.load(path)
  yield* tell(onModule("describe"), warnings)
  yield* write(Interface.source(loaded.definition))
})

const readDefinition = Effect.fnUntraced(function* (path: string) {
  const files = yield* ModuleFiles
  const { resolve } = yield* Places
  const bytes = yield* files
    .read(resolve(path), DefinitionFile.maxBytes)
    .pipe(Effect.mapError(({ message }) => refused([`${path}: ${message}`])))
  return yield* Effect.fromResult(Result.mapError(DefinitionFile.read(path, bytes), refused))
})

const refused = (complaints: ReadonlyArray<Complaint>) => new Refused({ complaints })

// The console ends what it writes with a newline of its own.
const write = (source: string) => (source === "" ? Effect.void : Console.log(source.replace(/\n$/, "")))
