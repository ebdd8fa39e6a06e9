/** What the host does with apps: names the focused one, raises one, opens an address or an app. */
import { type Option, Result, Schema } from "effect"
import { hostCallErrors } from "../Constants.ts"
import { isAbsoluteUrl, isNonEmpty, isPid, Pid } from "../Scalar.ts"
import * as HostCall from "./HostCall.ts"
import { Count, membersOf, optional } from "./Member.ts"

/** The app that normal mode acts on. */
export interface Target {
  readonly pid: number
  readonly bundle_id: string
  /** The WindowServer's number of its focused window. */
  readonly window_id?: number
}

/** Names the app that normal mode acts on, or none. */
export const normalModeTarget: HostCall.HostCall<
  "host.normal_mode_target",
  void,
  void,
  Option.Option<Target>
> = HostCall.make("host.normal_mode_target", {
  encodeParams: () => ({}),
  decodeParams: () => Result.void,
  ...HostCall.perhaps(Schema.Struct({ pid: Pid, bundle_id: Schema.String, window_id: optional(Count) }))
})

/** Names a process. */
export interface Process {
  readonly pid: number
}

/** Raises an app. */
export const activate: HostCall.HostCall<"host.activate", Process, Process, void> = HostCall.make("host.activate", {
  encodeParams: HostCall.write("pid"),
  decodeParams: (params) => {
    const { pid } = membersOf(params)
    return isPid(pid) ? Result.succeed({ pid }) : Result.fail(hostCallErrors.activate_pid)
  },
  ...HostCall.nothing
})

/** What to open: an address with a scheme, or an app. */
export type Openable = { readonly url: string } | { readonly bundle_id: string }

/** What was opened. */
export interface Opened {
  /** The app that was handed the address, where the system says so. */
  readonly bundle_id?: string
}

/** Opens an address or an app; the address if it is given both, the app if the address has no scheme. */
export const open: HostCall.HostCall<"host.open", Openable, Openable, Opened> = HostCall.make("host.open", {
  encodeParams: (target) => ("url" in target ? { url: target.url } : { bundle_id: target.bundle_id }),
  decodeParams: (params): Result.Result<Openable, string> => {
    const { url, bundle_id } = membersOf(params)
    if (isNonEmpty(url) && isAbsoluteUrl(url)) return Result.succeed({ url })
    return isNonEmpty(bundle_id) ? Result.succeed({ bundle_id }) : Result.fail(hostCallErrors.open_target)
  },
  ...HostCall.reply(Schema.Struct({ bundle_id: optional(Schema.String) }))
})
