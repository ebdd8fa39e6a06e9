/**
 * Quick answers about the parts that rows, answers and host calls share: yes or no, without a copy and without a reason.
 * Schemas say the same slowly, with a reason; property tests hold the two together.
 */
import { fits } from "./Quota.ts"
import { isAbsoluteUrl, isNonEmpty, isObject } from "./Scalar.ts"

/** Tells text that is not empty and takes at most `limit` UTF-8 bytes. */
export const isText = (value: unknown, limit: number): value is string => isNonEmpty(value) && fits(value, limit)

/** Tells an absolute address of at most `limit` UTF-8 bytes. */
export const isUrl = (value: unknown, limit: number): boolean =>
  typeof value === "string" && isAbsoluteUrl(value) && fits(value, limit)

/** Tells an effect that copies or inserts text of at most `limit` UTF-8 bytes, and has no other key. */
export const isTextEffect = (value: unknown, limit: number): boolean =>
  isObject(value) &&
  (value.type === "copy_text" || value.type === "insert_text") &&
  isText(value.text, limit) &&
  countKeys(value) === 2

/** Counts the keys of an object as JSON gives them. */
export const countKeys = (value: Readonly<Record<string, unknown>>): number => {
  let keys = 0
  for (const _ in value) keys++
  return keys
}
