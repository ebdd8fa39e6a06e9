/** A plugin's settings, as its user's configuration has them: what JSON can say, since that is how the plugin gets them. */

/** By name; sent to the plugin as one JSON object. */
export type Settings = Readonly<Record<string, unknown>>

/** Tables and lists that may stand inside each other (decision B4). */
export const depth = 64

/** Tells a table from a list and from any other object, such as a time. */
export const isTable = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** Tells text, true and false, finite numbers, and lists and tables of such; at most `below` of these inside each other. */
export const isSetting = (value: unknown, below = depth): boolean => {
  if (typeof value === "string" || typeof value === "boolean") return true
  if (typeof value === "number") return Number.isFinite(value)
  const members = Array.isArray(value) ? value : isTable(value) ? Object.values(value) : undefined
  return members !== undefined && below > 0 && members.every((member) => isSetting(member, below - 1))
}
