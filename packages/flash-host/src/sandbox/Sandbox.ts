/** Puts programs of plugins under what confines them here. */
import type { ChildSpec } from "@lanyard/process"
import { Effect } from "effect"
import type { PluginSpec } from "../PluginSpec.ts"
import * as Bubblewrap from "./Bubblewrap.ts"
import * as Enforcer from "./Enforcer.ts"
import * as Policy from "./Policy.ts"
import * as SandboxMode from "./SandboxMode.ts"
import * as Seatbelt from "./Seatbelt.ts"

/** Confines the plugin's own program as the plugin is told to be; it is as it was where that is unsandboxed. */
export const confine = Effect.fnUntraced(function* (
  spec: PluginSpec,
  program: ChildSpec.ChildSpec
): Effect.fn.Return<ChildSpec.ChildSpec, never, Policy.Needs> {
  const { enforced } = SandboxMode.of(spec, yield* Enforcer.here)
  return enforced === "deny_default" || enforced === "network_denied" ? yield* under(spec, enforced, program) : program
})

/**
 * Confines the plugin's install: network and programs are open, files are written below the plugin's folder, its data folder
 * and the folders of temporary files, and secrets are not read. What switches a plugin's sandbox off switches this off too.
 */
export const confineInstall = (
  spec: PluginSpec,
  program: ChildSpec.ChildSpec
): Effect.Effect<ChildSpec.ChildSpec, never, Policy.Needs> =>
  Effect.flatMap(Enforcer.here, (enforcer) =>
    ofInstall(spec, enforcer) === "None" ? Effect.succeed(program) : under(spec, "install", program)
  )

/** What confines the plugin's install where this enforces sandboxes. */
export const ofInstall = (spec: PluginSpec, enforcer: Enforcer.Enforcer): Enforcer.Enforcer["_tag"] =>
  spec.sandbox?.enabled === false ? "None" : enforcer._tag

const under = Effect.fn("Sandbox.under")(function* (
  spec: PluginSpec,
  purpose: Policy.Purpose,
  program: ChildSpec.ChildSpec
): Effect.fn.Return<ChildSpec.ChildSpec, never, Policy.Needs> {
  const enforcer = yield* Enforcer.here
  if (enforcer._tag === "None") return program
  const command = [program.executable, ...program.args] as const
  if (enforcer._tag === "Seatbelt") {
    const policy = yield* Policy.make(spec, purpose, [program.executable])
    return { ...program, executable: enforcer.executable, args: ["-p", Seatbelt.profile(policy), ...command] }
  }
  const { env, nice } = enforcer.starters
  const policy = yield* Policy.make(spec, purpose, [env, nice, program.executable])
  const [executable, ...args] = Bubblewrap.command(enforcer, policy, command)
  return { ...program, executable, args }
})
