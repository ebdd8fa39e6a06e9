/** What has to happen so that the plugins that run become the plugins that are wanted. */
import { Equal } from "effect"
import type { PluginSpec } from "./PluginSpec.ts"

/** What becomes of one plugin. */
export type Change =
  | "added"
  | "removed"
  /** Nothing about it is new. */
  | "kept"
  /** Its settings, its data folder or what its user says of its sandbox is new: another process, and the catalog stays. */
  | "reconfigured"
  /** Its manifest, its folder or who it is from is new: another process, registrations and catalog. */
  | "redefined"

/** Compares one plugin's former spec with the one wanted now; either may be missing, not both. */
export const compare = (before: PluginSpec | undefined, now: PluginSpec | undefined): Change => {
  if (now === undefined) return "removed"
  if (before === undefined) return "added"
  const isSame = before.root === now.root && before.origin === now.origin
  if (!isSame || !Equal.equals(before.manifest, now.manifest)) return "redefined"
  const isConfigured = before.dataDir === now.dataDir && Equal.equals(before.sandbox, now.sandbox)
  return isConfigured && Equal.equals(before.settings, now.settings) ? "kept" : "reconfigured"
}

/** Compares two sets of plugins with distinct ids; the changes by id, those of the wanted set first. */
export const diff = (
  current: ReadonlyMap<string, PluginSpec>,
  wanted: ReadonlyMap<string, PluginSpec>
): ReadonlyMap<string, Change> =>
  new Map(
    [...new Set([...wanted.keys(), ...current.keys()])].map((id) => [id, compare(current.get(id), wanted.get(id))])
  )
