/**
 * The text store of each plugin: what may be asked of it, and what a change makes of its entries. Where they are kept is the
 * host's business.
 */
import { Option, Result, Schema } from "effect"
import { hostCallErrors, quotas } from "../Constants.ts"
import { isText } from "../Guard.ts"
import { fits } from "../Quota.ts"
import * as HostCall from "./HostCall.ts"
import { isAbsent, membersOf } from "./Member.ts"

/** Names an entry: 1 to 128 UTF-8 bytes, any characters. */
export interface Key {
  readonly key: string
}

/** Gives an entry its value, of at most 64 KiB; null deletes it. */
export interface Change extends Key {
  readonly value: string | null
}

/** The entries of one plugin. */
export type Entries = ReadonlyMap<string, string>

/** Reads an entry; none where there is no such key. */
export const get: HostCall.HostCall<"host.storage_get", Key, Key, Option.Option<string>> = HostCall.make(
  "host.storage_get",
  {
    encodeParams: HostCall.write("key"),
    decodeParams: (params) => {
      const { key } = membersOf(params)
      return isKey(key) ? Result.succeed({ key }) : Result.fail(hostCallErrors.storage_get_key)
    },
    encodeReply: (found) => stored.encodeReply(Option.map(found, (value) => ({ value }))),
    decodeReply: (body) =>
      Result.map(
        stored.decodeReply(body),
        Option.map(({ value }) => value)
      )
  }
)

/** Writes or deletes an entry; a value that is left out deletes. Deleting what is not there succeeds. */
export const set: HostCall.HostCall<"host.storage_set", Change, Change, void> = HostCall.make("host.storage_set", {
  encodeParams: HostCall.write("key", "value"),
  decodeParams: (params): Result.Result<Change, string> => {
    const { key, value } = membersOf(params)
    if (!isKey(key)) return Result.fail(hostCallErrors.storage_set_key)
    if (isAbsent(value)) return Result.succeed({ key, value: null })
    if (typeof value !== "string") return Result.fail(hostCallErrors.storage_value)
    return fits(value, quotas.storage_value_bytes)
      ? Result.succeed({ key, value })
      : Result.fail(hostCallErrors.storage_bound)
  },
  ...HostCall.nothing
})

/** Returns the entries after a change, or the refusal of a new key where 256 are taken; an old key may always change. */
export const apply = (entries: Entries, { key, value }: Change): Result.Result<Entries, string> => {
  const next = new Map(entries)
  if (value === null) next.delete(key)
  else next.set(key, value)
  return next.size > entries.size && next.size > quotas.storage_entries
    ? Result.fail(hostCallErrors.storage_bound)
    : Result.succeed(next)
}

const isKey = (key: unknown): key is string => isText(key, quotas.storage_key_bytes)

const stored = HostCall.perhaps(Schema.Struct({ value: Schema.String }))
