/** Text that the host keeps for the plugin, by key; it outlives both. */
import { Effect, Option } from "effect"
import type { Answer, Calls } from "./Calls.ts"

/** The store of one plugin: keys of at most 128 bytes, values of at most 64 KiB, 256 of them. */
export interface Store {
  /** Reads a value; none where there is no such key. */
  readonly get: (key: string) => Effect.Effect<Answer<string | undefined>>
  readonly set: (key: string, value: string) => Effect.Effect<Answer<void>>
  /** Deletes a value; one that is not there is gone as well. */
  readonly remove: (key: string) => Effect.Effect<Answer<void>>
}

/** Makes the store over host calls. */
export const make = ({ ask }: Calls): Store => ({
  get: (key) =>
    Effect.map(ask("host.storage_get", { key }), (answer) =>
      answer.ok ? { ok: true, value: Option.getOrUndefined(answer.value) } : answer
    ),
  set: (key, value) => ask("host.storage_set", { key, value }),
  remove: (key) => ask("host.storage_set", { key, value: null })
})
