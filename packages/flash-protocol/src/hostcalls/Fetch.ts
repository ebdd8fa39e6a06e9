/** `host.fetch`: an https address that the host reads for a plugin without a network. `FetchUrls` says which it may. */
import { Utf8 } from "@lanyard/wire"
import { Result, Schema } from "effect"
import { hostCallErrors, plugin, quotas } from "../Constants.ts"
import { isNonEmpty } from "../Scalar.ts"
import * as FetchUrls from "./FetchUrls.ts"
import * as HostCall from "./HostCall.ts"
import { Count, membersOf } from "./Member.ts"

/** What to read, with GET. */
export interface Params {
  /** An https address; whether the manifest allows it is not settled yet. */
  readonly url: string
}

/** What came back, whatever its status. */
export interface Fetched {
  /** The HTTP status; one that is not 2xx is a success of the call too. */
  readonly status: number
  /** At most 1 MiB of UTF-8 text. */
  readonly body: string
}

/** Reads an address; the wait leaves room for the host's own limit on a response. */
export const fetch: HostCall.HostCall<"host.fetch", Params, Params, Fetched> = HostCall.make(
  "host.fetch",
  {
    encodeParams: HostCall.write("url"),
    decodeParams: (params) => {
      const { url } = membersOf(params)
      return isNonEmpty(url) ? Result.map(FetchUrls.parse(url), () => ({ url })) : Result.fail(hostCallErrors.fetch_url)
    },
    ...HostCall.reply(Schema.Struct({ status: Count, body: Schema.String }))
  },
  plugin.fetch_call
)

/** Reads the bytes of a response as the text to reply with, or says why there is none. */
export const bodyOf = (bytes: Uint8Array): Result.Result<string, string> => {
  if (bytes.length > quotas.fetch_response_bytes) return Result.fail(hostCallErrors.fetch_too_large)
  const text = Utf8.decode(bytes)
  return text === undefined ? Result.fail(hostCallErrors.fetch_not_text) : Result.succeed(text)
}
