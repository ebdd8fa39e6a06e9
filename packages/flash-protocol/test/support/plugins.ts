/** Manifests as they are after reading, for tests of routing. */
import { Schema } from "effect"
import type { Manifest, Mapping } from "../../src/manifest/Model.ts"
import * as Roster from "../../src/routing/Roster.ts"

/** A plugin with a process and the given surfaces. */
export const plugin = (id: string, surfaces: Partial<Manifest> = {}): Manifest => ({
  id,
  name: id,
  version: "1",
  description: id,
  exec: ["./plugin"],
  capabilities: [],
  fetch_urls: [],
  listen: [],
  only_terminals: false,
  priority: 25,
  sources: [],
  commands: [],
  actions: [],
  navigation: [],
  status: [],
  action_bindings: new Map(),
  action_confirmations: new Map(),
  mappings: [],
  terminal_emulators: [],
  on_demand_hints: [],
  ...surfaces
})

/** A mapping in normal mode. */
export const mapping = (key: string, fields: Partial<Mapping> = {}): Mapping => ({
  key,
  mode: "normal",
  command: ["flash", "resource_archive"],
  only_terminals: false,
  repeat: false,
  ...fields
})

/** Ids, in the order given. */
export const ids = (entries: ReadonlyArray<Manifest | { readonly plugin: Manifest }>): ReadonlyArray<string> =>
  entries.map((entry) => ("plugin" in entry ? entry.plugin.id : entry.id))

/** The bundle ids that generated plugins are about; the second is a declared terminal emulator. */
export const browser = "org.mozilla.firefox"
export const emulator = "com.googlecode.iterm2"

/** The apps a generated ranking is tried in: named, a terminal, named by nobody, unknown to the system. */
export const apps = [browser, emulator, "other.app", ""] as const

/** What a generated plugin is like: few values, so that ties are common. */
export const Sketch = Schema.Struct({
  priority: Schema.Literals([0, 25, 90]),
  scope: Schema.Literals(["every app", "browser", "emulator", "terminals"]),
  /** Which of a ranking's own variants the plugin declares. */
  variant: Schema.Literals([0, 1, 2, 3]),
  /** Where the plugin goes when the list is put in another order. */
  place: Schema.Int
})
export type Sketch = typeof Sketch.Type

/** A generated list of plugins. */
export const Sketches = Schema.Array(Sketch).check(Schema.isMaxLength(8))

/** Two rosters of the same plugins, listed in different orders; `surfaces` says what a sketch declares. */
export const twice = (
  sketches: ReadonlyArray<Sketch>,
  surfaces: (sketch: Sketch) => Partial<Manifest>
): readonly [Roster.Roster, Roster.Roster] => {
  const plugins = sketches.map((sketch, index) => ({
    place: sketch.place,
    manifest: plugin(`p${index}`, {
      priority: sketch.priority,
      terminal_emulators: [emulator],
      ...scopes[sketch.scope],
      ...surfaces(sketch)
    })
  }))
  const moved = [...plugins].sort((one, other) => one.place - other.place).reverse()
  return [Roster.make(plugins.map(({ manifest }) => manifest)), Roster.make(moved.map(({ manifest }) => manifest))]
}

/** A roster whose plugins are listed the wrong way round, for rankings that must not rely on the roster's own order. */
export const backwards = (roster: Roster.Roster): Roster.Roster => ({
  ...roster,
  plugins: [...roster.plugins].reverse()
})

const scopes: Readonly<Record<Sketch["scope"], Partial<Manifest>>> = {
  "every app": {},
  browser: { only_bundle_ids: [browser] },
  emulator: { only_bundle_ids: [emulator] },
  terminals: { only_terminals: true }
}
