/** What a host runs: a plugin's manifest and what the host's configuration adds to it. */
import type { Manifest } from "@lanyard/flash-protocol"

/** Who a plugin is from. */
export type Origin = "official" | "third party"

/** What a user says about the sandbox of one plugin. */
export interface SandboxChoice {
  /** False runs the plugin without one. */
  readonly enabled: boolean
  /** Programs that it may run beside those of its manifest. */
  readonly execPaths: ReadonlyArray<string>
}

/** One plugin to run. */
export interface PluginSpec {
  readonly manifest: Manifest.Manifest
  /** The plugin's folder, absolute: its working directory, and where `./` programs are looked for. */
  readonly root: string
  /** The folder the plugin may keep data in, absolute; made before it starts. */
  readonly dataDir: string
  /** The plugin's settings, sent to it as one JSON object; what has no JSON text fails the start. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Official if not given. Only a third party's `install` is run. */
  readonly origin?: Origin
  /** What the user says about its sandbox, if anything. */
  readonly sandbox?: SandboxChoice
}
