/** What a host runs: a plugin's manifest and what the host's configuration adds to it. */
import type { Manifest } from "@lanyard/flash-protocol"

/** One plugin to run. */
export interface PluginSpec {
  readonly manifest: Manifest.Manifest
  /** The plugin's folder, absolute: its working directory, and where `./` programs are looked for. */
  readonly root: string
  /** The folder the plugin may keep data in, absolute; made before it starts. */
  readonly dataDir: string
  /** The plugin's settings, sent to it as one JSON object; what has no JSON text fails the start. */
  readonly settings: Readonly<Record<string, unknown>>
}
