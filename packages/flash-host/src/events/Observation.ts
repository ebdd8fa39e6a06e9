/**
 * Which status segments the host's surfaces show: its enabled bar, the bar's popups and desktop widgets. A segment is
 * observed while such a surface would resolve `#{flash.plugin.<id>.<segment>}`.
 */

/** Observed segments by plugin id, under their bare names. */
export type Observed = ReadonlyMap<string, ReadonlySet<string>>

/** No surface shows anything. */
export const nothing: Observed = new Map()

/** Reads the references out of the templates of all live surfaces; what refers to no plugin is passed over. */
export const fromTemplates = (templates: Iterable<string>): Observed => {
  const observed = new Map<string, Set<string>>()
  for (const template of templates) {
    for (const [, plugin, segment] of template.matchAll(reference)) {
      if (plugin === undefined || segment === undefined) continue
      const segments = observed.get(plugin) ?? new Set()
      observed.set(plugin, segments.add(segment))
    }
  }
  return observed
}

/** The segments of one plugin that are observed. */
export const of = (self: Observed, plugin: string): ReadonlySet<string> => self.get(plugin) ?? none

const none: ReadonlySet<string> = new Set()

// An id may contain dots and a segment none, so the last dot parts them.
const reference = /#\{flash\.plugin\.([a-z0-9._-]+)\.([a-z0-9_-]+)\}/g
