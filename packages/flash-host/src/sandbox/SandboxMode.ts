/**
 * How much a plugin is confined: what its manifest and its user ask for, and what this host enforces. Nothing enforces a
 * sandbox yet, on any system, and so none is ever claimed (decision F13).
 */
import type { PluginSpec } from "../PluginSpec.ts"

/** A kind of sandbox. */
export type SandboxMode =
  /** None, because the user switched it off. */
  | "disabled_by_config"
  /** Everything is denied but what the manifest's `sandbox` names. */
  | "deny_default"
  /** Only the network is denied. */
  | "network_denied"
  /** None. */
  | "unsandboxed"

/** What a plugin asks for and what it gets. */
export interface Confinement {
  readonly asked: SandboxMode
  readonly enforced: SandboxMode
}

/** Says which sandbox a plugin asks for: its user's word counts before its manifest's. */
export const asked = ({ manifest, sandbox }: Pick<PluginSpec, "manifest" | "sandbox">): SandboxMode => {
  if (sandbox?.enabled === false) return "disabled_by_config"
  if (manifest.sandbox !== undefined) return "deny_default"
  const isOpen = manifest.capabilities.some((capability) => capability === "network" || capability === "subprocess")
  return isOpen ? "unsandboxed" : "network_denied"
}

/** Says how a plugin is confined. */
export const of = (spec: Pick<PluginSpec, "manifest" | "sandbox">): Confinement => ({
  asked: asked(spec),
  enforced: "unsandboxed"
})
