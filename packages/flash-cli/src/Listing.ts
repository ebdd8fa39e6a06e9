/** The plugins of a host as `plugins` lists them. */
import { type ManagedPlugin, PluginManager } from "@lanyard/flash-host"
import { Effect, Option } from "effect"
import { Memory } from "./Memory.ts"

/** A plugin, how it stands, and what it costs. */
export interface Plugin extends ManagedPlugin {
  /** Resident bytes of its process and everything below it, where the system tells. */
  readonly memory: Option.Option<number>
}

/** Lists every plugin as it is now, in the order of loading. */
export const plugins: Effect.Effect<ReadonlyArray<Plugin>, never, PluginManager | Memory> = Effect.gen(function* () {
  const listed = yield* (yield* PluginManager).plugins
  const pidOf = ({ standing }: ManagedPlugin) => Option.flatMap(standing, ({ pid }) => pid)
  const memory = yield* (yield* Memory).of(listed.flatMap((plugin) => Option.toArray(pidOf(plugin))))
  return listed.map((plugin) => ({
    ...plugin,
    memory: Option.flatMap(pidOf(plugin), (pid) => Option.fromUndefinedOr(memory.get(pid)))
  }))
})
