/**
 * What holds once all layers of settings have spoken, and which of them did. Every layer narrows: a grant is what all that speak
 * of it allow, a limit is the least one, and a mode reaches as far as the least of them. Only what an editor offers is a matter of
 * taste, so there the nearest layer decides.
 */
import { type Grant, settle } from "../policy/Policy.ts"
import type { SosDuration } from "../values/SosDuration.ts"
import { type Interpretation, interpretationRanks, type Judgment, judgmentRanks } from "./Modes.ts"
import type { Origin, ProjectFile } from "./ProjectFile.ts"

/** The settings of a run. */
export interface EffectiveSettings {
  readonly grant: Grant
  /** How long a run may take; without limit when undefined. */
  readonly timeout: SosDuration | undefined
  /** How often a run may call a model. */
  readonly requests: number
  readonly interpretation: Interpretation
  readonly judgment: Judgment
  readonly assistance: string
  /** The layers that speak of a key, `external.network`, lowest first; none where the default holds. */
  readonly origins: ReadonlyMap<Key, ReadonlyArray<Origin>>
}

/** What holds where no layer speaks; the policy denies everything then. */
export const defaults = {
  requests: 100,
  interpretation: "canonical",
  judgment: "explicit",
  assistance: "on-demand"
} as const

// In the order of the documentation.
const readers = {
  "external.process": ({ policy }: ProjectFile) => policy.process,
  "external.network": ({ policy }: ProjectFile) => policy.network,
  "external.filesystem": ({ policy }: ProjectFile) => policy.filesystem,
  "external.secrets": ({ policy }: ProjectFile) => policy.secrets,
  "external.programs": ({ policy }: ProjectFile) => policy.programs,
  "budget.run.timeout": ({ settings }: ProjectFile) => settings.budget?.run?.timeout,
  "budget.run.requests": ({ settings }: ProjectFile) => settings.budget?.run?.requests,
  "interpretation.mode": ({ settings }: ProjectFile) => settings.interpretation?.mode,
  "runtime.judgment": ({ settings }: ProjectFile) => settings.runtime?.judgment,
  "editor.assistance": ({ settings }: ProjectFile) => settings.editor?.assistance
}

/** A key that layers may speak of. */
export type Key = keyof typeof readers

/** Puts layers together, lowest first. */
export const make = (layers: ReadonlyArray<ProjectFile>): EffectiveSettings => {
  const said = <A>(read: (file: ProjectFile) => A | undefined): ReadonlyArray<A> =>
    layers.map(read).filter((value) => value !== undefined)
  const timeouts = said(readers["budget.run.timeout"])
  const modes = said(readers["interpretation.mode"])
  const judgments = said(readers["runtime.judgment"])
  return {
    grant: settle(...layers.map(({ policy }) => policy)),
    timeout: least(timeouts, ({ nanos }) => nanos),
    requests: least(said(readers["budget.run.requests"]), (count) => count) ?? defaults.requests,
    interpretation: least(modes, (mode) => interpretationRanks.indexOf(mode)) ?? defaults.interpretation,
    judgment: least(judgments, (mode) => judgmentRanks.indexOf(mode)) ?? defaults.judgment,
    assistance: said(readers["editor.assistance"]).at(-1) ?? defaults.assistance,
    origins: originsOf(layers)
  }
}

/** Writes settings as `sos config` prints them. A timeout is in nanoseconds, exact up to 104 days; null is no limit. */
export const toJson = (settings: EffectiveSettings) => ({
  externalProcess: settings.grant.process,
  externalNetwork: settings.grant.network,
  externalFilesystem: settings.grant.filesystem,
  externalSecrets: settings.grant.secrets,
  externalPrograms: settings.grant.programs,
  timeout_ns: settings.timeout === undefined ? null : Number(settings.timeout.nanos),
  requests: settings.requests,
  interpretation: settings.interpretation,
  judgment: settings.judgment,
  assistance: settings.assistance,
  origins: Object.fromEntries(settings.origins)
})

const originsOf = (layers: ReadonlyArray<ProjectFile>): EffectiveSettings["origins"] => {
  // The keys of the table are its type's.
  const keys = Object.keys(readers) as ReadonlyArray<Key>
  const speaking = (key: Key) => layers.filter((layer) => readers[key](layer) !== undefined)
  return new Map(keys.map((key) => [key, speaking(key).map(({ origin }) => origin)]))
}

const least = <A>(all: ReadonlyArray<A>, size: (value: A) => number | bigint): A | undefined =>
  all.length === 0 ? undefined : all.reduce((one, other) => (size(other) < size(one) ? other : one))
