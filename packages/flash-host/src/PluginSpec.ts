/** What a host runs: the facts of one plugin that its manifest and the host's configuration settle between them. */

/** A command the plugin registers; both words are required. `*` as the second word takes the remainder as arguments. */
export interface PluginCommand {
  readonly command: string
  readonly subcommand: string
  /** Milliseconds that replace the perform deadline for this command. */
  readonly timeout_ms?: number
}

/** One plugin to run. */
export interface PluginSpec {
  readonly id: string
  readonly version: string
  /** The plugin's folder, absolute: its working directory, and where `./` programs are looked for. */
  readonly root: string
  /** The program and its arguments; the program is absolute, `./relative` to the root, or a bare name. */
  readonly exec: readonly [string, ...Array<string>]
  /** The folder the plugin may keep data in, absolute; made before it starts. */
  readonly dataDir: string
  /** The plugin's settings, sent to it as one JSON object; what has no JSON text fails the start. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Names of the sources its catalog rows may come from. */
  readonly sources: ReadonlyArray<string>
  /** Whether it answers `evaluate`. */
  readonly evaluates: boolean
  /** Decides between evaluators: higher first, then the smaller id. */
  readonly priority: number
  readonly commands: ReadonlyArray<PluginCommand>
}
