/** Follows some of the running apps through their snapshots, and tells what is new. */
import type { Event } from "@lanyard/flash-protocol"

/** What changed between two snapshots, among the apps that are watched. */
export interface Changes {
  readonly started: ReadonlyArray<Event.App>
  readonly ended: ReadonlyArray<Event.App>
}

/** A watch over apps by bundle id; each process counts for itself. */
export interface AppWatch {
  /** Takes a complete snapshot, such as `host.apps()` within `core:apps.changed`. */
  readonly update: (apps: ReadonlyArray<Event.App>) => Changes
  /** The watched apps that run, in the order of the last snapshot. */
  readonly running: () => ReadonlyArray<Event.App>
}

/** Makes a watch over these bundle ids. */
export const make = (bundleIds: Iterable<string>): AppWatch => {
  const watched = new Set(bundleIds)
  let running: ReadonlyArray<Event.App> = []
  const has = (apps: ReadonlyArray<Event.App>, app: Event.App) =>
    apps.some(({ bundle_id, pid }) => bundle_id === app.bundle_id && pid === app.pid)
  return {
    update: (apps) => {
      const before = running
      running = apps.filter(({ bundle_id }) => watched.has(bundle_id))
      const after = running
      return { started: after.filter((app) => !has(before, app)), ended: before.filter((app) => !has(after, app)) }
    },
    running: () => running
  }
}
