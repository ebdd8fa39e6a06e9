/** Rows and payloads at and around the limits, for tables and properties alike. */
import { quotas } from "../../src/Constants.ts"

/** Text of exactly so many UTF-8 bytes, four to a character as far as they go. */
export const emoji = (bytes: number): string => "🚀".repeat(Math.floor(bytes / 4)) + "x".repeat(bytes % 4)

/** Metadata with so many entries. */
export const entries = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, ""]))

/** A row with one field replaced or added. */
export const row = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  source: "s",
  title: "t",
  ...fields
})

const url = (bytes: number): string => `a:${"x".repeat(bytes - 2)}`
const limit = quotas.effect_text_bytes

/** Fields that a row may have. */
export const goodFields: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
  ["a title at its limit", { title: emoji(quotas.title_bytes) }],
  ["a null address", { url: null }],
  ["an address at its limit", { url: url(quotas.url_bytes) }],
  ["a bare scheme", { url: "x:" }],
  ["null metadata", { metadata: null }],
  ["empty metadata", { metadata: {} }],
  ["as many entries as fit", { metadata: entries(quotas.metadata_entries) }],
  ["a key at its limit", { metadata: { [emoji(quotas.metadata_key_bytes)]: "" } }],
  ["an empty key", { metadata: { "": "" } }],
  ["a key named __proto__", { metadata: JSON.parse('{"__proto__":"x","constructor":"y"}') }],
  ["a value at its limit", { metadata: { a: emoji(quotas.metadata_value_bytes) } }],
  ["a known priority", { metadata: { priority: "urgent" } }],
  ["a null effect", { effect: null }],
  ["an effect text at its limit", { effect: { type: "copy_text", text: emoji(limit) } }],
  ["an inserting effect", { effect: { type: "insert_text", text: "x" } }],
  ["an effect address at its limit", { effect: { type: "open", url: url(limit) } }],
  ["an effect app at its limit", { effect: { type: "open", bundle_id: emoji(limit) } }]
]

/** Fields that refuse the row, with the path and the rule that do it. */
export const badFields: ReadonlyArray<readonly [string, Record<string, unknown>, string]> = [
  ["an undeclared source", { source: "other" }, "source: expected a source the manifest declares"],
  ["a source of another type", { source: 1 }, "source: expected text"],
  ["an empty title", { title: "" }, "title: expected text that is not empty"],
  ["a null title", { title: null }, "title: expected text"],
  ["a title over its limit", { title: emoji(quotas.title_bytes + 1) }, "title: expected at most 4096 UTF-8 bytes"],
  ["an empty address", { url: "" }, "url: expected an absolute address"],
  ["a relative address", { url: "/secret" }, "url: expected an absolute address"],
  ["an address over its limit", { url: url(quotas.url_bytes + 1) }, "url: expected at most 16384 UTF-8 bytes"],
  ["an address of another type", { url: ["a:"] }, "url: expected text"],
  ["an entry too many", { metadata: entries(65) }, "metadata: expected at most 64 entries"],
  ["a key over its limit", { metadata: { [emoji(257)]: "" } }, "metadata: expected keys of at most 256 UTF-8 bytes"],
  [
    "a value over its limit",
    { metadata: { secret: emoji(65_537) } },
    "metadata: expected values of at most 65536 UTF-8 bytes"
  ],
  ["a null value", { metadata: { secret: null } }, "metadata: expected an object of text"],
  ["a list of metadata", { metadata: [] }, "metadata: expected an object of text"],
  ["a made-up priority", { metadata: { priority: "max" } }, "metadata: expected a known priority"],
  ["a key of its own", { secret: 1 }, "*: expected no key but those of the contract"],
  ["a routing id", { source_id: "x" }, "*: expected no key but those of the contract"],
  ["an effect that runs", { effect: { type: "run", text: "x" } }, "effect: expected an effect of a known type"],
  ["an effect without a type", { effect: { text: "x" } }, "effect: expected an effect of a known type"],
  ["an effect without text", { effect: { type: "copy_text" } }, "effect.text: expected a value"],
  [
    "an effect with empty text",
    { effect: { type: "copy_text", text: "" } },
    "effect.text: expected text that is not empty"
  ],
  [
    "an effect over its limit",
    { effect: { type: "insert_text", text: emoji(limit + 1) } },
    "effect.text: expected at most 65536 UTF-8 bytes"
  ],
  [
    "an effect with a key of its own",
    { effect: { type: "copy_text", text: "x", secret: 1 } },
    "effect.*: expected no key but those of the contract"
  ],
  [
    "an effect with a relative address",
    { effect: { type: "open", url: "x" } },
    "effect.url: expected an absolute address"
  ],
  [
    "an effect address over its limit",
    { effect: { type: "open", url: url(limit + 1) } },
    "effect.url: expected at most 65536 UTF-8 bytes"
  ],
  ["an effect of a list", { effect: [] }, "effect: expected an effect of a known type"]
]

/** Effects that open nothing, two things, or something else. */
export const badOpens: ReadonlyArray<Record<string, unknown>> = [
  { type: "open" },
  { type: "open", url: "https://a", bundle_id: null },
  { type: "open", url: null, bundle_id: "a" },
  { type: "open", url: "https://a", bundle_id: "a" },
  { type: "open", bundle_id: "" },
  { type: "open", bundle_id: emoji(limit + 1) },
  { type: "open", text: "x" }
]
