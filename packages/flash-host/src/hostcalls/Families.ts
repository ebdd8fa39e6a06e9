/**
 * The services that host calls are made by, and what some of them stand on. A host replaces one with a layer of its own, which
 * comes after those that it has:
 *
 * ```ts
 * import { Families, HostCalls } from "@lanyard/flash-host"
 * import { hostCallFamilies } from "@lanyard/flash-host/node"
 * import { Effect, Layer } from "effect"
 *
 * const wifi = Layer.succeed(Families.Wifi, { info: () => Effect.succeedSome("home") })
 *
 * export const hostCalls = HostCalls.layer.pipe(Layer.provide([hostCallFamilies, wifi]))
 * ```
 */
import { Layer } from "effect"
import { Accessibility } from "./Accessibility.ts"
import { AppControl } from "./AppControl.ts"
import type { Clipboard } from "./Clipboard.ts"
import type { Fetch } from "./Fetch.ts"
import { Keys } from "./Keys.ts"
import { MediaKeys } from "./MediaKeys.ts"
import type { Notifier } from "./Notifier.ts"
import type { Opener } from "./Opener.ts"
import type { Processes } from "./Processes.ts"
import type { Storage } from "./Storage.ts"
import { Wifi } from "./Wifi.ts"

export { Clipboard } from "./Clipboard.ts"
export { Launcher } from "./Desktop.ts"
export { Fetch, Transport } from "./Fetch.ts"
export { Notifier } from "./Notifier.ts"
export { Opener } from "./Opener.ts"
export { Processes, ProcessSource } from "./Processes.ts"
export { Storage, StorageFiles } from "./Storage.ts"
export { Accessibility, AppControl, Keys, MediaKeys, Wifi }

/** Those of which a system needs more than Node has; they refuse every call, or find nothing. */
export type Special = Accessibility | AppControl | Keys | MediaKeys | Wifi

/** Every family. */
export type Family = Special | Clipboard | Fetch | Notifier | Opener | Processes | Storage

/** Stands in for what a host does not provide. */
export const layerUnavailable: Layer.Layer<Special> = Layer.mergeAll(
  Accessibility.layerUnavailable,
  AppControl.layerUnavailable,
  Keys.layerUnavailable,
  MediaKeys.layerUnavailable,
  Wifi.layerUnavailable
)
