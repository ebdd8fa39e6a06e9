/** Keys that the host presses for a plugin: media keys, strokes for one app, and one stroke for the system. */
import { Result } from "effect"
import { hostCallBounds, hostCallErrors } from "../Constants.ts"
import * as Refusal from "../Refusal.ts"
import { isPid, isWithin } from "../Scalar.ts"
import * as HostCall from "./HostCall.ts"
import { clamp, isTexts, membersOf } from "./Member.ts"

/** A key that is held while another is pressed. */
export type Modifier = (typeof hostCallBounds.key_modifiers)[number]

/** One key with at least one modifier, so that nothing is ever typed. */
export interface Stroke {
  /** A virtual key code, 0 to 127. */
  readonly key_code: number
  /** Written in any case; read in lower case, each once and in the contract's order. */
  readonly modifiers: ReadonlyArray<Modifier>
}

/** A media key. */
export interface MediaKey {
  /** Its NX key code, 0 to 31. */
  readonly key_code: number
}

/** Presses and releases a media key. */
export const postMediaKey: HostCall.HostCall<"host.post_media_key", MediaKey, MediaKey, void> = HostCall.make(
  "host.post_media_key",
  {
    encodeParams: HostCall.write("key_code"),
    decodeParams: (params) => {
      const { key_code } = membersOf(params)
      return isWithin(key_code, 0, hostCallBounds.media_key_code_most)
        ? Result.succeed({ key_code })
        : Result.fail(hostCallErrors.media_key_code)
    },
    ...HostCall.nothing
  }
)

/** Strokes for one app, in order. */
export interface Strokes {
  readonly pid: number
  /** One to 32 of them. */
  readonly keys: ReadonlyArray<Stroke>
  /** Milliseconds between two; 35 where it is left out, moved into 8 to 100. */
  readonly interval_ms?: number
}

/** Posts strokes to an app. */
export const postKeys: HostCall.HostCall<"host.post_keys", Strokes, Required<Strokes>, void> = HostCall.make(
  "host.post_keys",
  {
    encodeParams: HostCall.write("pid", "keys", "interval_ms"),
    decodeParams: (params) => {
      const { pid, keys, interval_ms } = membersOf(params)
      if (!isPid(pid) || !Array.isArray(keys) || !isWithin(keys.length, 1, hostCallBounds.post_keys_most)) {
        return Result.fail(hostCallErrors.post_keys_params)
      }
      return Result.map(Result.all(keys.map(strokeOf)), (strokes) => ({
        pid,
        keys: strokes,
        interval_ms: clamp(interval_ms, hostCallBounds.post_keys_interval_ms)
      }))
    },
    ...HostCall.nothing
  }
)

/** Posts a stroke through the session's event stream, where the system's own shortcuts hear it. */
export const postGlobalKey: HostCall.HostCall<"host.post_global_key", Stroke, Stroke, void> = HostCall.make(
  "host.post_global_key",
  {
    encodeParams: HostCall.write("key_code", "modifiers"),
    decodeParams: (params) => Result.mapError(strokeOf(params), () => hostCallErrors.global_key_params),
    ...HostCall.nothing
  }
)

const strokeOf = (key: unknown): Result.Result<Stroke, string> => {
  const { key_code, modifiers } = membersOf(key)
  if (!isWithin(key_code, 0, hostCallBounds.key_code_most) || !isTexts(modifiers) || modifiers.length === 0) {
    return Result.fail(hostCallErrors.post_keys_key)
  }
  const names = modifiers.map((modifier) => modifier.toLowerCase())
  const unknown = modifiers.find((_, index) => !known.some((modifier) => modifier === names[index]))
  return unknown === undefined
    ? Result.succeed({ key_code, modifiers: known.filter((modifier) => names.includes(modifier)) })
    : Result.fail(Refusal.unknownModifier(unknown))
}

const known = hostCallBounds.key_modifiers
