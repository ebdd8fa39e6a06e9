import { Result } from "effect"
import { hostCallErrors, quotas } from "../Constants.ts"
import { fits } from "../Quota.ts"
import * as HostCall from "./HostCall.ts"
import { membersOf } from "./Member.ts"

/** What the clipboard is to hold. */
export interface Text {
  /** At most 1 MiB; empty text empties the clipboard. */
  readonly text: string
}

/** Replaces the clipboard. */
export const write: HostCall.HostCall<"host.clipboard_write", Text, Text, void> = HostCall.make(
  "host.clipboard_write",
  {
    encodeParams: HostCall.write("text"),
    decodeParams: (params) => {
      const { text } = membersOf(params)
      return typeof text === "string" && fits(text, quotas.clipboard_write_bytes)
        ? Result.succeed({ text })
        : Result.fail(hostCallErrors.clipboard_text)
    },
    ...HostCall.nothing
  }
)
