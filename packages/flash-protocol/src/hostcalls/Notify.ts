/** `host.notify`: a banner that goes by itself, and how often a plugin may show one. */
import { Result } from "effect"
import { hostCallBounds, hostCallErrors, quotas } from "../Constants.ts"
import { isText } from "../Guard.ts"
import * as HostCall from "./HostCall.ts"
import { clamp, membersOf } from "./Member.ts"

/** What to show. */
export interface Banner {
  /** 1 to 1024 UTF-8 bytes. */
  readonly message: string
  /** Milliseconds; 3000 where it is left out, moved into 500 to 10000. */
  readonly duration_ms?: number
}

/** Shows a banner. */
export const notify: HostCall.HostCall<"host.notify", Banner, Required<Banner>, void> = HostCall.make("host.notify", {
  encodeParams: HostCall.write("message", "duration_ms"),
  decodeParams: (params) => {
    const { message, duration_ms } = membersOf(params)
    return isText(message, quotas.notify_message_bytes)
      ? Result.succeed({ message, duration_ms: clamp(duration_ms, hostCallBounds.notify_duration_ms) })
      : Result.fail(hostCallErrors.notify_message)
  },
  ...HostCall.nothing
})

/**
 * Returns the instant of the last accepted call once this one is taken, or its refusal. Instants are milliseconds of one
 * monotonic clock; a refused call does not count, nor does one whose params were refused.
 */
export const accept = (last: number | undefined, now: number): Result.Result<number, string> =>
  last === undefined || now - last >= hostCallBounds.notify_interval_ms
    ? Result.succeed(now)
    : Result.fail(hostCallErrors.notify_rate)
