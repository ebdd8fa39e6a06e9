/**
 * A manifest that has been read: the file's own names, defaults filled in. A list that the file leaves out is empty, an
 * optional section that it leaves out is absent, and null counts as left out.
 */
import type { Capability } from "../Capability.ts"
import type { actions, manifest } from "../Constants.ts"
import type { Salience } from "../Scalar.ts"
import type { Binding } from "./Binding.ts"

/** An action Flash knows by name. */
export type Action = (typeof actions)[number]

/** In which mode a mapping's keys are read. */
export type Mode = (typeof manifest.mapping_modes)[number]

/** Which apps something is for; both parts have to hold. */
export interface Selector {
  /** Bundle ids, at least one; absent when every app is meant. */
  readonly only_bundle_ids?: ReadonlyArray<string>
  /** Only the apps that some plugin declares as terminal emulators. */
  readonly only_terminals: boolean
}

/** What a sandboxed plugin may do beyond the default. */
export interface Sandbox {
  /** Programs: absolute paths, or bare names for the PATH. */
  readonly exec: ReadonlyArray<string>
  readonly appleevents: boolean
  readonly signal: boolean
  /** Mach services it may look up. */
  readonly mach: ReadonlyArray<string>
}

/** Where rows come from. All sources of one plugin are warm (published), or all are live (asked by `search`). */
export interface Source {
  readonly name: string
  readonly kind: (typeof manifest.source_kinds)[number]
  readonly priority: Salience
  readonly live: boolean
}

/** One registration of `flash <command> <subcommand>`; both words are lower-case, as they are matched. */
export interface Command {
  readonly command: string
  /** `*` takes whatever is typed. */
  readonly subcommand: string
  readonly description?: string
  /** Milliseconds that replace the deadline of `perform`. */
  readonly timeout_ms?: number
}

/** Flashlight bangs, all performed as one command. */
export interface Bangs {
  /** Blank leaves the items without effect. */
  readonly command: string
  readonly items: ReadonlyArray<Bang>
}

/** One bang. */
export interface Bang {
  /** `*` takes what no other bang does. */
  readonly token: string
  readonly description?: string
  /** The source, one of the manifest's, that completes the bang's query. */
  readonly source?: string
}

/** A key binding. Its selector and the manifest's both have to hold. */
export interface Mapping extends Selector {
  readonly key: string
  readonly mode: Mode
  /** An argument vector; `["flash", …]` runs inside Flash. */
  readonly command: ReadonlyArray<string>
  /** Pressing the final key again repeats the sequence. */
  readonly repeat: boolean
}

/** A page of help. */
export interface Topic {
  readonly name: string
  /** The name, unless the file gives another. */
  readonly title: string
  readonly summary?: string
  /** Markdown. */
  readonly body?: string
  readonly aliases: ReadonlyArray<string>
}

/** Bindings of one action: by bundle id, `""` standing for every app the manifest's selector matches. */
export type AppBindings = ReadonlyMap<string, Binding>

/** One plugin's manifest. */
export interface Manifest extends Selector {
  /** Lower-case, and fit to name a folder. */
  readonly id: string
  readonly name: string
  readonly version: string
  readonly description: string
  /** A shell string; only third-party plugins may have one, which the host checks. */
  readonly install?: string
  /** An argument vector, at least the program; absent when there is no process. */
  readonly exec?: ReadonlyArray<string>
  readonly sandbox?: Sandbox
  readonly capabilities: ReadonlyArray<Capability>
  readonly fetch_urls: ReadonlyArray<string>
  /** Patterns of event names. */
  readonly listen: ReadonlyArray<string>
  /** Arbitrates between plugins; higher wins. */
  readonly priority: number
  readonly sources: ReadonlyArray<Source>
  readonly query?: { readonly prefixes: ReadonlyArray<string> }
  readonly commands: ReadonlyArray<Command>
  readonly bangs?: Bangs
  readonly actions: ReadonlyArray<Action>
  readonly hints?: { readonly fallback_on_empty: boolean }
  /** Schemes, lower-case. */
  readonly navigation: ReadonlyArray<string>
  readonly status: ReadonlyArray<string>
  readonly action_bindings: ReadonlyMap<Action, AppBindings>
  /** The question to ask before an action of this manifest. */
  readonly action_confirmations: ReadonlyMap<Action, string>
  readonly mappings: ReadonlyArray<Mapping>
  readonly terminal_emulators: ReadonlyArray<string>
  readonly on_demand_hints: ReadonlyArray<string>
  readonly help?: { readonly topics: ReadonlyArray<Topic> }
}
