/** Warns of plugins that run less confined than they should: once for each, however often it starts and is replaced. */
import { Context, Effect, Layer } from "effect"
import { HostEvent } from "../HostEvent.ts"
import { HostEvents } from "../HostEvents.ts"
import type { PluginSpec } from "../PluginSpec.ts"
import * as Enforcer from "./Enforcer.ts"
import * as SandboxMode from "./SandboxMode.ts"

/** Remembers who was warned of. */
export class SandboxNotice extends Context.Service<
  SandboxNotice,
  {
    /** Warns of a plugin that is about to start, unless what it asks for is what it has, or was told before. */
    readonly give: (spec: PluginSpec) => Effect.Effect<void>
  }
>()("@lanyard/flash-host/SandboxNotice") {
  static readonly layer: Layer.Layer<SandboxNotice, never, HostEvents> = Layer.effect(
    SandboxNotice,
    Effect.gen(function* () {
      const { publish } = yield* HostEvents
      const enforcer = yield* Enforcer.Current
      const told = new Map<string, SandboxMode.SandboxMode>()
      return SandboxNotice.of({
        give: Effect.fnUntraced(function* (spec) {
          const plugin = spec.manifest.id
          const { asked, enforced, reason } = SandboxMode.of(spec, yield* enforcer)
          if (told.get(plugin) === asked) return
          told.set(plugin, asked)
          if (asked !== enforced) publish(HostEvent.Unconfined({ plugin, asked, reason }))
        })
      })
    })
  )
}
