/**
 * What plugins may ask of the host. A call is judged before anything is done for it: its method, its capability (nothing is
 * granted that the manifest does not declare), its params. Whatever goes wrong is a lawful refusal.
 */
import { type Capability, HostCalls as Contract, Refusal, Response } from "@lanyard/flash-protocol"
import { Clock, Context, Effect, Layer, Result } from "effect"
import * as Alarm from "../clocks/Alarm.ts"
import * as Families from "./Families.ts"
import type { Caller, Handler } from "./Family.ts"
import * as NotifyRate from "./NotifyRate.ts"

/** Answers the calls of plugins. */
export class HostCalls extends Context.Service<
  HostCalls,
  {
    /** The result to reply with; interrupted when the attempt that asked is over. */
    readonly answer: (caller: Caller, method: string, params: unknown) => Effect.Effect<Response.Body>
    /** Drops what is kept for a plugin's process, which is gone. */
    readonly forget: (plugin: string) => Effect.Effect<void>
  }
>()("@lanyard/flash-host/HostCalls") {
  /**
   * Judges calls and lets the families make those that are granted. It is built anew wherever it stands in a composition, so that
   * one with other families can take the place of one that is there already.
   */
  static readonly layer: Layer.Layer<HostCalls, never, Families.Family> = Layer.fresh(
    Layer.effect(
      HostCalls,
      Effect.suspend(() => make)
    )
  )

  /** Judges calls and has none to make: every one that is granted is answered as unknown. */
  static readonly layerNone: Layer.Layer<HostCalls> = Layer.succeed(HostCalls, {
    answer: ({ capabilities }, method, params) =>
      judged(capabilities, method, params, () => Effect.succeed(Response.failure(Refusal.unknownMethod(method)))),
    forget: () => Effect.void
  })
}

type Handlers = { readonly [M in Contract.Method]: Handler<M> }

const make = Effect.gen(function* () {
  const accessibility = yield* Families.Accessibility
  const appControl = yield* Families.AppControl
  const clipboard = yield* Families.Clipboard
  const fetch = yield* Families.Fetch
  const keys = yield* Families.Keys
  const mediaKeys = yield* Families.MediaKeys
  const notifier = yield* Families.Notifier
  const opener = yield* Families.Opener
  const processes = yield* Families.Processes
  const storage = yield* Families.Storage
  const wifi = yield* Families.Wifi

  const handlers: Handlers = {
    "host.ping": (params) => Effect.succeed({ echo: params }),
    "host.storage_get": storage.get,
    "host.storage_set": storage.set,
    "host.fetch": fetch.fetch,
    "host.normal_mode_target": appControl.normalModeTarget,
    "host.activate": appControl.activate,
    "host.open": opener.open,
    "host.post_media_key": mediaKeys.post,
    "host.process_table": processes.table,
    "host.signal": processes.signal,
    "host.clipboard_write": clipboard.write,
    "host.notify": yield* limited(notifier.notify),
    "host.wifi_info": wifi.info,
    "host.post_keys": keys.post,
    "host.post_global_key": keys.postGlobal,
    "host.ax_snapshot": accessibility.snapshot,
    "host.ax_perform": accessibility.perform,
    "host.ax_set": accessibility.set,
    "host.ax_select_child": accessibility.selectChild
  }

  return HostCalls.of({
    answer: (caller, method, params) =>
      judged(caller.capabilities, method, params, (accepted) => call(handlers, caller, accepted)),
    forget: accessibility.forget
  })
})

const judged = (
  capabilities: ReadonlySet<Capability.Capability>,
  method: string,
  params: unknown,
  granted: (accepted: Contract.Accepted) => Effect.Effect<Response.Body>
): Effect.Effect<Response.Body> =>
  Result.match(Contract.accept(method, params, capabilities), {
    onFailure: (refusal) => Effect.succeed(Response.failure(refusal)),
    onSuccess: granted
  })

const call = <M extends Contract.Method>(
  handlers: Handlers,
  caller: Caller,
  { method, params }: Contract.Accepted<M>
): Effect.Effect<Response.Body> => {
  const handler: Handler<M> = handlers[method]
  return Effect.match(handler(params, caller), {
    onFailure: Response.failure,
    onSuccess: Contract.table[method].encodeReply
  })
}

/** The family shows banners; how often is the contract's, whoever shows them. */
const limited = Effect.fnUntraced(function* (notify: Handler<"host.notify">) {
  const clock = yield* Clock.Clock
  const rate = NotifyRate.make()
  const accept = (plugin: string) => NotifyRate.accept(rate, plugin, Alarm.now(clock))
  const handler: Handler<"host.notify"> = (banner, caller) =>
    Effect.flatMap(
      Effect.suspend(() => Effect.fromResult(accept(caller.plugin))),
      () => notify(banner, caller)
    )
  return handler
})
