/** One life of a plugin under a plan: what is done to it, for which manifests, and what is judged afterwards. */
import type { Manifest } from "@lanyard/flash-protocol"
import type { Check } from "./Check.ts"
import type { Step } from "./Step.ts"

/** How the host of a scenario answers the plugin's calls. */
export type Answering = "grant" | "deny" | "silence"

/** A scenario. */
export interface Scenario {
  readonly name: string
  /** What it does, in a sentence. */
  readonly about: string
  /** Tells whether it says anything about a plugin with this manifest. */
  readonly applies: (manifest: Manifest.Manifest) => boolean
  readonly steps: (manifest: Manifest.Manifest) => ReadonlyArray<Step>
  readonly checks: ReadonlyArray<Check>
  /** `grant` if not given. */
  readonly answering?: Answering
  /** Holds the plugin to a time that other processes would spoil, so it runs while no other scenario does. */
  readonly isAlone?: boolean
  /** Tells the plugin that its host is a process which ends during the run. */
  readonly isOrphaned?: boolean
}

/** Applies to every plugin that has a process. */
export const always = (): boolean => true
