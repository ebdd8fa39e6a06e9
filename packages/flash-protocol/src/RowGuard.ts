/**
 * Quick acceptance of catalog rows: no copy, no allocation per field, about a twentieth of the schema's time. They say only
 * yes or no, and say it as the schemas do; a property test holds the two together.
 */
import { quotas } from "./Constants.ts"
import { countKeys, isText, isTextEffect, isUrl } from "./Guard.ts"
import { fits } from "./Quota.ts"
import { isObject, isSalience } from "./Scalar.ts"

/** Tells a row that keeps every rule and every quota of its own, and whose source is declared. */
export const isRow = (value: unknown, sources: ReadonlySet<string>): boolean => {
  if (!isObject(value)) return false
  for (const key in value) {
    const field = value[key]
    switch (key) {
      case "source":
        if (typeof field !== "string" || !sources.has(field)) return false
        break
      case "title":
        if (!isText(field, quotas.title_bytes)) return false
        break
      case "url":
        if (field !== null && !isUrl(field, quotas.url_bytes)) return false
        break
      case "metadata":
        if (field !== null && !isBoundedMetadata(field)) return false
        break
      case "effect":
        if (field !== null && !isRowEffect(field)) return false
        break
      default:
        return false
    }
  }
  return Object.hasOwn(value, "source") && Object.hasOwn(value, "title")
}

const isBoundedMetadata = (value: unknown): boolean => {
  if (!isObject(value)) return false
  let entries = 0
  for (const key in value) {
    const text = value[key]
    if (typeof text !== "string" || !fits(text, quotas.metadata_value_bytes)) return false
    if (!fits(key, quotas.metadata_key_bytes) || (key === "priority" && !isSalience(text))) return false
    if (++entries > quotas.metadata_entries) return false
  }
  return true
}

const isRowEffect = (value: unknown): boolean => {
  const limit = quotas.effect_text_bytes
  if (isTextEffect(value, limit)) return true
  if (!isObject(value) || value.type !== "open" || countKeys(value) !== 2) return false
  return isUrl(value.url, limit) || (Object.hasOwn(value, "bundle_id") && isText(value.bundle_id, limit))
}
