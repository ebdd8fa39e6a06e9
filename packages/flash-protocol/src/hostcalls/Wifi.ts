import { Option, Result, Schema } from "effect"
import { hostCallErrors } from "../Constants.ts"
import * as HostCall from "./HostCall.ts"
import { membersOf } from "./Member.ts"

/** How to read the network's name. */
export interface Params {
  /** True may show the host's prompt, and is for an explicit act of the user only; false never asks. */
  readonly request_authorization: boolean
}

/** Names the Wi-Fi network, or none: not associated, not allowed, or the prompt has only just been shown. */
export const info: HostCall.HostCall<"host.wifi_info", Params, Params, Option.Option<string>> = HostCall.make(
  "host.wifi_info",
  {
    encodeParams: HostCall.write("request_authorization"),
    decodeParams: (params) => {
      const { request_authorization } = membersOf(params)
      return typeof request_authorization === "boolean"
        ? Result.succeed({ request_authorization })
        : Result.fail(hostCallErrors.wifi_authorization)
    },
    encodeReply: (name) => associated.encodeReply(Option.map(Option.flatMap(name, nameOf), (ssid) => ({ ssid }))),
    decodeReply: (body) =>
      Result.map(
        associated.decodeReply(body),
        Option.flatMap(({ ssid }) => nameOf(ssid))
      )
  }
)

const associated = HostCall.perhaps(Schema.Struct({ ssid: Schema.String }))

/** A blank name names nothing, whichever end says it. */
const nameOf = (ssid: string): Option.Option<string> => (ssid.trim() === "" ? Option.none() : Option.some(ssid))
