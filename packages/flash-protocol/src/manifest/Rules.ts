/**
 * The rules that several values of a manifest can only break together. They look at the file as it was parsed and skip what
 * has not the right shape, so that a broken value hides no other problem.
 */
import { Result } from "effect"
import { actions, manifest } from "../Constants.ts"
import { isObject } from "../Scalar.ts"
import { performable } from "./ActionSections.ts"
import * as Chord from "./Chord.ts"
import type { Finding, Path } from "./Problem.ts"
import { File, hostServed } from "./Shape.ts"

/** A manifest as it was parsed. */
export type Raw = Readonly<Record<string, unknown>>

/** Lists what is wrong with a file beyond the shape of its parts; `reserved` are the lower-case words of the host. */
export const findings = (raw: Raw, reserved: ReadonlySet<string>): ReadonlyArray<Finding> => [
  ...processless(raw),
  ...fetching(raw),
  ...sources(raw),
  ...commands(raw, reserved),
  ...bangs(raw),
  ...confirmations(raw),
  ...mappings(raw)
]

/** The words that a command may not be called by on any host: Flash's verbs, actions among them, and its queries. */
export const flashWords: ReadonlySet<string> = new Set<string>([
  ...actions,
  ...manifest.reserved_commands.verbs,
  ...manifest.reserved_commands.queries
])

const sections: ReadonlySet<string> = new Set(Object.keys(File.fields))

const processless = (raw: Raw): ReadonlyArray<Finding> =>
  raw.exec != null
    ? []
    : Object.keys(raw)
        .filter((key) => raw[key] !== null && sections.has(key) && !hostServed.has(key))
        .map((key) => ({ at: [key], expected: "no such section in a manifest without exec" }))

const fetching = (raw: Raw): ReadonlyArray<Finding> => {
  const asked = list(raw.capabilities).includes("network_fetch")
  const given = list(raw.fetch_urls).length > 0
  if (asked === given) return []
  return asked
    ? [{ at: ["fetch_urls"], expected: "at least one address, for network_fetch is among the capabilities" }]
    : [{ at: ["capabilities"], expected: "network_fetch, for there are fetch_urls" }]
}

const sources = (raw: Raw): ReadonlyArray<Finding> => {
  const all = objects(raw.sources)
  const live = all.filter(([, source]) => source.live === true)
  const mixed: ReadonlyArray<Finding> =
    live.length === 0 || live.length === all.length
      ? []
      : [{ at: ["sources"], expected: "sources that are all live or all published" }]
  const located = live
    .filter(([, source]) => source.kind === "locations")
    .map(([index]) => ({ at: ["sources", index, "kind"], expected: "another kind than locations for a live source" }))
  const names = all.flatMap(([index, { name }]) => keyed(["sources", index, "name"], name))
  return [...mixed, ...located, ...duplicates(names, "a name that no source before it has")]
}

const commands = (raw: Raw, reserved: ReadonlySet<string>): ReadonlyArray<Finding> => {
  const all = objects(raw.commands)
  const taken = all
    .flatMap(([index, { command }]) => keyed(["commands", index, "command"], command))
    .filter(({ key }) => flashWords.has(key) || reserved.has(key))
    .map(({ at }) => ({ at, expected: "a word that Flash does not use itself" }))
  const pairs = all.flatMap(([index, { command, subcommand }]) =>
    typeof command === "string" && typeof subcommand === "string"
      ? keyed(["commands", index], JSON.stringify([command.trim(), subcommand.trim()]))
      : []
  )
  return [...taken, ...duplicates(pairs, "a pair of words that no command before it has")]
}

const bangs = (raw: Raw): ReadonlyArray<Finding> => {
  const declared = new Set(objects(raw.sources).map(([, { name }]) => name))
  return objects(isObject(raw.bangs) ? raw.bangs.items : undefined)
    .filter(([, { source }]) => typeof source === "string" && !declared.has(source))
    .map(([index]) => ({ at: ["bangs", "items", index, "source"], expected: "the name of a source of this manifest" }))
}

const confirmations = (raw: Raw): ReadonlyArray<Finding> => {
  const performed = new Set(list(raw.actions))
  return isObject(raw.action_confirmations)
    ? Object.keys(raw.action_confirmations)
        .filter((action) => !performed.has(action) && performable.some((name) => name === action))
        .map((action) => ({ at: ["action_confirmations", action], expected: 'an action that is among "actions"' }))
    : []
}

const mappings = (raw: Raw): ReadonlyArray<Finding> =>
  objects(raw.mappings).flatMap(([index, { mode, key }]) => {
    if (typeof key !== "string" || key.trim() === "") return []
    const at = ["mappings", index, "key"]
    if (mode === "command" && !isModified(key)) return [{ at, expected: "one chord with a modifier in command mode" }]
    return mode === "terminal" && /<leader>/i.test(key) ? [{ at, expected: "no <leader> in terminal mode" }] : []
  })

const isModified = (key: string): boolean =>
  Result.match(Chord.parse(key), { onFailure: () => false, onSuccess: ({ modifiers }) => modifiers.length > 0 })

interface Keyed {
  readonly at: Path
  readonly key: string
}

const keyed = (at: Path, text: unknown): ReadonlyArray<Keyed> =>
  typeof text === "string" && text.trim() !== "" ? [{ at, key: text.trim().toLowerCase() }] : []

const duplicates = (all: ReadonlyArray<Keyed>, expected: string): ReadonlyArray<Finding> => {
  const seen = new Set<string>()
  return all.flatMap(({ at, key }) => {
    if (seen.has(key)) return [{ at, expected }]
    seen.add(key)
    return []
  })
}

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const objects = (value: unknown): ReadonlyArray<readonly [number, Raw]> =>
  list(value).flatMap((item, index) => (isObject(item) ? [[index, item] as const] : []))
