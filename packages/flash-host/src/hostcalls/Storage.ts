/**
 * The text store of each plugin, in one file of its data folder. Calls of one plugin take effect one after the other, in the
 * order in which they came. A file that holds something else is kept aside and told, never overwritten (decision F10).
 */
import { Constants, HostCalls as Contract } from "@lanyard/flash-protocol"
import { Context, Data, Effect, Layer, Option } from "effect"
import { HostEvent } from "../HostEvent.ts"
import { HostEvents } from "../HostEvents.ts"
import * as KeyedLock from "../KeyedLock.ts"
import type { Caller, Handler } from "./Family.ts"
import * as StorageText from "./StorageText.ts"

/** What stands where a plugin's entries are kept. */
export type Stored = Data.TaggedEnum<{
  Nothing: {}
  Content: { readonly bytes: Uint8Array }
  /** What cannot be a store: no regular file, or one larger than any store. */
  Other: {}
}>
/** Builds what is stored and tells it apart. */
export const Stored = Data.taggedEnum<Stored>()

/** The system refused to read or write a store. */
export class StorageRefused extends Data.TaggedError("StorageRefused")<{
  /** The system's name for the reason, such as EACCES. */
  readonly code: string
}> {}

/** The files that stores are kept in, one to a folder. */
export class StorageFiles extends Context.Service<
  StorageFiles,
  {
    readonly read: (folder: string) => Effect.Effect<Stored, StorageRefused>
    /** Puts content in the place of what is there; whoever looks, after a crash too, finds the old or the new, whole. */
    readonly replace: (folder: string, content: string) => Effect.Effect<void, StorageRefused>
    /** Gives what is there a name that nothing has, and returns its path. */
    readonly keepAside: (folder: string) => Effect.Effect<string, StorageRefused>
  }
>()("@lanyard/flash-host/StorageFiles") {}

/** Bytes of the largest store there can be, with every character of it escaped. */
export const mostBytes =
  Constants.quotas.storage_entries *
  (6 * (Constants.quotas.storage_key_bytes + Constants.quotas.storage_value_bytes) + 16)

/** Keeps what plugins store. */
export class Storage extends Context.Service<
  Storage,
  {
    readonly get: Handler<"host.storage_get">
    readonly set: Handler<"host.storage_set">
  }
>()("@lanyard/flash-host/Storage") {
  /** Keeps it in files. Nothing of it stays in memory, so that it is what the file says, whoever wrote it. */
  static readonly layer: Layer.Layer<Storage, never, StorageFiles | HostEvents> = Layer.effect(
    Storage,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const files = yield* StorageFiles
  const events = yield* HostEvents
  const locks = KeyedLock.make()

  const load = Effect.fnUntraced(function* ({ dataDir, plugin }: Caller) {
    const stored = yield* files.read(dataDir)
    if (stored._tag === "Nothing") return StorageText.empty
    const entries = stored._tag === "Content" ? StorageText.decode(stored.bytes) : undefined
    if (entries !== undefined) return entries
    const file = yield* files.keepAside(dataDir)
    events.publish(HostEvent.StorageKeptAside({ plugin, file }))
    return StorageText.empty
  })

  /** One call at a time; once begun it goes on to its end, whatever becomes of the caller. */
  const inTurn = <A>({ dataDir, plugin }: Caller, call: Effect.Effect<A, StorageRefused | string>) =>
    locks.hold(dataDir, Effect.uninterruptible(call)).pipe(
      Effect.mapError((failure) => {
        if (typeof failure === "string") return failure
        events.publish(HostEvent.StorageUnavailable({ plugin, code: failure.code }))
        return Constants.hostCallErrors.storage_unavailable
      })
    )

  const change = Effect.fnUntraced(function* (asked: Contract.Received<"host.storage_set">, caller: Caller) {
    const entries = yield* load(caller)
    if (entries.get(asked.key) === (asked.value ?? undefined)) return
    const next = yield* Effect.fromResult(Contract.Storage.apply(entries, asked))
    yield* files.replace(caller.dataDir, StorageText.encode(next))
  })

  return Storage.of({
    get: ({ key }, caller) =>
      inTurn(
        caller,
        Effect.map(load(caller), (entries) => Option.fromUndefinedOr(entries.get(key)))
      ),
    set: (asked, caller) => inTurn(caller, change(asked, caller))
  })
})
