/**
 * Every host call: the one table where a method meets its capability, its params and its reply. A host implements one function
 * for each, `(params: Received<M>) => … Reply<M>`; a plugin calls with `Params<M>` and gets a `Reply<M>`.
 */
import { Result } from "effect"
import * as Capability from "../Capability.ts"
import * as Accessibility from "./Accessibility.ts"
import * as Apps from "./Apps.ts"
import * as AxSnapshot from "./AxSnapshot.ts"
import * as Clipboard from "./Clipboard.ts"
import * as Fetch from "./Fetch.ts"
import * as FetchUrls from "./FetchUrls.ts"
import type { HostCall } from "./HostCall.ts"
import * as Keys from "./Keys.ts"
import * as Notify from "./Notify.ts"
import * as Ping from "./Ping.ts"
import * as Processes from "./Processes.ts"
import * as Storage from "./Storage.ts"
import * as Wifi from "./Wifi.ts"

export { Accessibility, Apps, AxSnapshot, Clipboard, Fetch, FetchUrls, Keys, Notify, Ping, Processes, Storage, Wifi }

const calls = {
  "host.ping": Ping.ping,
  "host.storage_get": Storage.get,
  "host.storage_set": Storage.set,
  "host.fetch": Fetch.fetch,
  "host.normal_mode_target": Apps.normalModeTarget,
  "host.activate": Apps.activate,
  "host.open": Apps.open,
  "host.post_media_key": Keys.postMediaKey,
  "host.process_table": Processes.processTable,
  "host.signal": Processes.signal,
  "host.clipboard_write": Clipboard.write,
  "host.notify": Notify.notify,
  "host.wifi_info": Wifi.info,
  "host.post_keys": Keys.postKeys,
  "host.post_global_key": Keys.postGlobalKey,
  "host.ax_snapshot": AxSnapshot.snapshot,
  "host.ax_perform": Accessibility.perform,
  "host.ax_set": Accessibility.set,
  "host.ax_select_child": Accessibility.selectChild
}

type Calls = typeof calls

/** The name of a host call. */
export type Method = Capability.Method

/** What a plugin passes to the call `M`. */
export type Params<M extends Method> = Parameters<Calls[M]["encodeParams"]>[0]

/** What the host gets of them, defaults and bounds applied. */
export type Received<M extends Method> = Result.Result.Success<ReturnType<Calls[M]["decodeParams"]>>

/** What the host returns, and the plugin gets. */
export type Reply<M extends Method> = Parameters<Calls[M]["encodeReply"]>[0]

/** The calls by method. */
export const table: { readonly [M in Method]: HostCall<M, Params<M>, Received<M>, Reply<M>> } = calls

/** A call that may be made: `method` tells the type of `params`. */
export type Accepted<M extends Method = Method> = {
  readonly [K in M]: { readonly method: K; readonly params: Received<K> }
}[M]

/**
 * Reads a request of a plugin with these capabilities, before anything is done for it: its method, its capability, then its
 * params. The failure is the text to refuse with. Total.
 */
export const accept = (
  method: string,
  params: unknown,
  granted: ReadonlySet<Capability.Capability>
): Result.Result<Accepted, string> => {
  const passage = Capability.gate(method, granted)
  return passage._tag === "Granted" ? decode(passage.method, params) : Result.fail(passage.refusal)
}

const decode = <M extends Method>(method: M, params: unknown): Result.Result<Accepted<M>, string> =>
  Result.map(table[method].decodeParams(params), (received) => ({ method, params: received }))
