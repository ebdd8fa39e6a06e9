import { Result, Schema } from "effect"
import type { Body } from "../Response.ts"
import * as HostCall from "./HostCall.ts"
import { membersOf } from "./Member.ts"

/** What comes back. */
export interface Echo {
  /** The params as they were sent. */
  readonly echo: unknown
}

/** Asks whether the host answers; it echoes any params. */
export const ping: HostCall.HostCall<"host.ping", Body, Body, Echo> = HostCall.make("host.ping", {
  encodeParams: (params) => params,
  decodeParams: (params) => Result.succeed(membersOf(params)),
  ...HostCall.reply(Schema.Struct({ echo: Schema.Unknown }))
})
