/**
 * How much a plugin is confined: what its manifest and its user ask for, and what this host enforces. What is enforced is what
 * is told, and a sandbox that nothing here enforces is never claimed (decision F13).
 */
import type { PluginSpec } from "../PluginSpec.ts"
import type { Enforcer } from "./Enforcer.ts"

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
  /** Why nothing enforces what is asked for. */
  readonly reason?: string
}

/** Says which sandbox a plugin asks for: its user's word counts before its manifest's. */
export const asked = ({ manifest, sandbox }: Pick<PluginSpec, "manifest" | "sandbox">): SandboxMode => {
  if (sandbox?.enabled === false) return "disabled_by_config"
  if (manifest.sandbox !== undefined) return "deny_default"
  const isOpen = manifest.capabilities.some((capability) => capability === "network" || capability === "subprocess")
  return isOpen ? "unsandboxed" : "network_denied"
}

/** Says how a plugin is confined where this enforces sandboxes. */
export const of = (spec: Pick<PluginSpec, "manifest" | "sandbox">, enforcer: Enforcer): Confinement => {
  const mode = asked(spec)
  if (mode === "disabled_by_config" || mode === "unsandboxed") return { asked: mode, enforced: "unsandboxed" }
  return enforcer._tag === "None"
    ? { asked: mode, enforced: "unsandboxed", reason: enforcer.reason }
    : { asked: mode, enforced: mode }
}
