/** Quick acceptance of hint targets, as `RowGuard` does it for rows: a reply may hold as many as a frame has room for. */
import { isNonEmpty, isObject, isPid, isSalience, numberOf } from "./Scalar.ts"

/** Tells a target that keeps every rule. */
export const isTarget = (value: unknown): boolean => {
  if (!isObject(value)) return false
  for (const key in value) {
    const field = value[key]
    switch (key) {
      case "id":
        if (!isNonEmpty(field)) return false
        break
      case "frame":
        if (!isFrame(field)) return false
        break
      case "role":
      case "label":
      case "url":
        if (field !== null && typeof field !== "string") return false
        break
      case "pid":
        if (field !== null && !isPid(field)) return false
        break
      case "context_id":
        if (field !== null && !isNonEmpty(field)) return false
        break
      case "enters_insert_mode":
        if (field !== null && typeof field !== "boolean") return false
        break
      case "priority":
        if (field !== null && !isSalience(field)) return false
        break
      default:
        return false
    }
  }
  return Object.hasOwn(value, "id") && Object.hasOwn(value, "frame")
}

const isFrame = (value: unknown): boolean => {
  if (!isObject(value)) return false
  for (const key in value) if (key !== "x" && key !== "y" && key !== "width" && key !== "height") return false
  const x = numberOf(value.x)
  const y = numberOf(value.y)
  const width = numberOf(value.width)
  const height = numberOf(value.height)
  // A side that is no number is not above 0, and no sum with one is finite.
  return width > 0 && height > 0 && Number.isFinite(x + width) && Number.isFinite(y + height)
}
