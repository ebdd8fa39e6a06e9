/** Manifests to test with, and how a loader's answer reads. */
import { Result } from "effect"
import * as Manifest from "../../src/manifest/Manifest.ts"

/** A manifest without a process. */
export const processless = { id: "example", name: "Example", version: "1", description: "An example" }

/** A manifest with one. */
export const running = { ...processless, exec: ["./example"] }

/** What is wrong with a manifest, a line each; empty when nothing is. */
export const wrong = (value: unknown, options?: Manifest.Options): ReadonlyArray<string> =>
  Result.match(Manifest.decode(value, options), {
    onFailure: ({ problems }) => problems.map(Manifest.print),
    onSuccess: () => []
  })

/** Where a manifest is wrong. */
export const paths = (value: unknown): ReadonlyArray<string> =>
  Result.match(Manifest.decode(value), {
    onFailure: ({ problems }) => problems.map(({ path }) => path),
    onSuccess: () => []
  })

/** A manifest as JSON could say it: maps as objects, chords and menus as objects, nothing as false. */
export const asJson = (value: unknown): unknown => {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, asJson(inner)]))
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== "object" || value === null) return value
  if ("_tag" in value && value._tag === "Nothing") return false
  const members = Object.entries(value).filter(([key]) => key !== "_tag")
  return Object.fromEntries(
    members.map(([key, inner]) => [key === "path" && "_tag" in value ? "menu" : key, asJson(inner)])
  )
}
