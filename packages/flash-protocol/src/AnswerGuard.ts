/** Quick acceptance of answers, as `RowGuard` does it for rows. */
import { quotas } from "./Constants.ts"
import { isText, isTextEffect } from "./Guard.ts"
import { fits } from "./Quota.ts"
import { isObject } from "./Scalar.ts"

const limit = quotas.answer_field_bytes

/** Tells an answer that keeps every rule and every quota of its own. */
export const isAnswer = (value: unknown): boolean => {
  if (!isObject(value)) return false
  for (const key in value) if (key !== "title" && key !== "subtitle" && key !== "effect") return false
  const { effect, subtitle, title } = value
  return isText(title, limit) && isSubtitle(subtitle) && isTextEffect(effect, limit)
}

const isSubtitle = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && fits(value, limit))
