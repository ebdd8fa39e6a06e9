/**
 * When a plugin has a process. What the manifest declares decides; a plugin that only feeds the status bar also depends on
 * whether anyone can see it, and on whether a command has needed it.
 */
import type { Manifest } from "./manifest/Model.ts"

/**
 * What a manifest makes of its plugin: started with the host and kept running, started by its first perform, either of the two
 * by what is observed, or never started.
 */
export type Activation = "resident" | "on-demand" | "status-bound" | "manifest-only"

/** The activation in force, as the host reports it. */
export type Effective = Exclude<Activation, "status-bound">

/** Reads a manifest's activation. Whoever declares status without sources, query or hints is status-bound, `listen` or not. */
export const of = ({ exec, sources, query, hints, status, listen }: Manifest): Activation => {
  if (exec === undefined) return "manifest-only"
  if (sources.length > 0 || query !== undefined || hints !== undefined) return "resident"
  if (status.length > 0) return "status-bound"
  return listen.length > 0 ? "resident" : "on-demand"
}

/** What decides whether a plugin runs. */
export interface Standing {
  readonly activation: Activation
  /** The enabled status bar, one of its popups or a desktop widget shows one of its segments. */
  readonly isObserved: boolean
  /** A perform started the current run, or came during it; the run then lasts until the host stops it. */
  readonly neededByCommand: boolean
}

/** What changes a standing. */
export type Change = "observed" | "unobserved" | "performed" | "stopped"

/** What the host does about a change. */
export type Move = "start" | "stop" | "none"

/** Begins a plugin's life in the host, before it runs. */
export const make = (activation: Activation, isObserved: boolean): Standing => ({
  activation,
  isObserved,
  neededByCommand: false
})

/** The activation in force: status-bound is resident while observed, else on-demand. */
export const effective = ({ activation, isObserved }: Standing): Effective =>
  activation === "status-bound" ? (isObserved ? "resident" : "on-demand") : activation

/** Tells whether a plugin is to run now. */
export const isWanted = (self: Standing): boolean => effective(self) === "resident" || self.neededByCommand

/**
 * Applies a change. A perform starts what is on-demand; a run that performed is not stopped for want of an observer.
 * `stopped` is the host's own stop, reload or park: the run is over, and with it what it was needed for.
 */
export const transition = (self: Standing, change: Change): readonly [Standing, Move] => {
  const next = changed(self, change)
  if (isWanted(next) === isWanted(self) || change === "stopped") return [next, "none"]
  return [next, isWanted(next) ? "start" : "stop"]
}

const changed = (self: Standing, change: Change): Standing => {
  switch (change) {
    case "observed":
      return { ...self, isObserved: true }
    case "unobserved":
      return { ...self, isObserved: false }
    case "performed":
      return self.activation === "manifest-only" ? self : { ...self, neededByCommand: true }
    case "stopped":
      return { ...self, neededByCommand: false }
  }
}

/**
 * Tells whether a plugin exists for the host at all: one with `only_terminals` does only while a terminal emulator runs.
 * `running` are the bundle ids of running apps.
 */
export const isInstantiated = (
  { only_terminals }: Manifest,
  terminals: ReadonlySet<string>,
  running: ReadonlyArray<string>
): boolean => !only_terminals || running.some((bundleId) => terminals.has(bundleId))
