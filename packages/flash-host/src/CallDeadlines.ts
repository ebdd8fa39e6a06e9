/** How long calls of a host's plugins may take now: a change counts for every call that begins after it, and for no other. */
import { Deadlines } from "@lanyard/flash-protocol"
import { Context, Effect, Layer } from "effect"

/** The table in force. */
export class CallDeadlines extends Context.Service<
  CallDeadlines,
  {
    readonly now: () => Deadlines.Deadlines
    /** Puts these in the place of the overrides before; what none of them changes is as the host was built with it. */
    readonly override: (overrides: Deadlines.Overrides) => Effect.Effect<void>
  }
>()("@lanyard/flash-host/CallDeadlines") {
  static readonly layer: Layer.Layer<CallDeadlines> = Layer.effect(
    CallDeadlines,
    Effect.gen(function* () {
      const built = yield* Deadlines.Table
      let table = built
      return CallDeadlines.of({
        now: () => table,
        override: (overrides) =>
          Effect.sync(() => {
            table = Deadlines.make(overrides, built)
          })
      })
    })
  )
}
