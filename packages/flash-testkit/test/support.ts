/** Loops for harnesses, made of scripts. */
import type { Duplex } from "@lanyard/wire"
import { Deferred, Effect, Exit, type Scope } from "effect"
import * as ScriptedPlugin from "../src/ScriptedPlugin.ts"

/** A loop that plays a script until it has ended its output. */
export const served =
  (script: ScriptedPlugin.Script) =>
  (duplex: Duplex): Effect.Effect<void, never, Scope.Scope> =>
    Effect.gen(function* () {
      const ended = Deferred.makeUnsafe<void>()
      const end = () => {
        duplex.end()
        Deferred.doneUnsafe(ended, Exit.void)
      }
      yield* ScriptedPlugin.play(script, { ...duplex, end })
      yield* Deferred.await(ended)
    })
