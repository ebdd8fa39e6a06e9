/** From a file without problems to the manifest it means: defaults filled in, names in the form in which they are compared. */
import { actions, manifest } from "../Constants.ts"
import { Binding } from "./Binding.ts"
import type * as Model from "./Model.ts"
import type { File } from "./Shape.ts"

/** Builds the manifest that a file means. */
export const complete = (file: File): Model.Manifest => ({
  id: file.id,
  name: file.name,
  version: file.version,
  description: file.description,
  ...given({ install: file.install, exec: file.exec }),
  ...given({ sandbox: ifGiven(file.sandbox, sandbox) }),
  capabilities: file.capabilities ?? [],
  fetch_urls: trimmed(file.fetch_urls),
  listen: trimmed(file.listen),
  ...selector(file),
  priority: file.priority ?? manifest.default_priority,
  sources: (file.sources ?? []).map(source),
  ...given({ query: ifGiven(file.query, ({ prefixes }) => ({ prefixes: prefixes ?? [] })) }),
  commands: (file.commands ?? []).map(command),
  ...given({ bangs: ifGiven(file.bangs, bangs) }),
  actions: file.actions ?? [],
  ...given({
    hints: ifGiven(file.hints, ({ fallback_on_empty }) => ({ fallback_on_empty: fallback_on_empty ?? false }))
  }),
  navigation: trimmed(file.navigation).map((scheme) => scheme.toLowerCase()),
  status: file.status ?? [],
  action_bindings: byAction(file.action_bindings, (apps) => new Map(Object.entries(apps).map(bound))),
  action_confirmations: byAction(file.action_confirmations, (prompt) => prompt),
  mappings: (file.mappings ?? []).map(mapping),
  terminal_emulators: trimmed(file.terminal_emulators),
  on_demand_hints: trimmed(file.on_demand_hints),
  ...given({ help: ifGiven(file.help, ({ topics }) => ({ topics: topics.map(topic) })) })
})

type Present<A> = Exclude<A, null | undefined>
type Entry<Key extends "sources" | "commands" | "mappings"> = Present<File[Key]>[number]
type Topic = Present<File["help"]>["topics"][number]
type Apps = Present<Present<File["action_bindings"]>[string]>

const ifGiven = <A, B>(value: A | null | undefined, f: (value: A) => B): B | undefined =>
  value == null ? undefined : f(value)

/** The members that are neither null nor undefined. */
const given = <Fields extends object>(fields: Fields): { readonly [Key in keyof Fields]?: Present<Fields[Key]> } =>
  // What is left has the types that the result names.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    readonly [Key in keyof Fields]?: Present<Fields[Key]>
  }

const trimmed = (list: ReadonlyArray<string> | null | undefined): ReadonlyArray<string> =>
  (list ?? []).map((entry) => entry.trim())

const selector = (file: Pick<File, "only_bundle_ids" | "only_terminals">): Model.Selector => {
  const ids = trimmed(file.only_bundle_ids)
  return { ...(ids.length === 0 ? {} : { only_bundle_ids: ids }), only_terminals: file.only_terminals ?? false }
}

const sandbox = ({ exec, appleevents, signal, mach }: Present<File["sandbox"]>): Model.Sandbox => ({
  exec: exec ?? [],
  appleevents: appleevents ?? false,
  signal: signal ?? false,
  mach: mach ?? []
})

const source = ({ name, kind, priority, live }: Entry<"sources">): Model.Source => ({
  name,
  kind: kind ?? "default",
  priority: priority ?? "normal",
  live: live ?? false
})

const command = ({ command, subcommand, description, timeout_ms }: Entry<"commands">): Model.Command => ({
  command: command.trim().toLowerCase(),
  subcommand: subcommand.trim().toLowerCase(),
  ...given({ description, timeout_ms })
})

const bangs = ({ command, items }: Present<File["bangs"]>): Model.Bangs => ({
  command: command.trim().toLowerCase(),
  items: items.map(({ token, description, source }) => ({ token: token.trim(), ...given({ description, source }) }))
})

const mapping = ({ key, mode, command, repeat, ...rest }: Entry<"mappings">): Model.Mapping => ({
  key,
  mode: mode ?? "normal",
  command,
  ...selector(rest),
  repeat: repeat ?? false
})

const topic = ({ name, title, summary, body, aliases }: Topic): Model.Topic => ({
  name,
  title: title ?? name,
  ...given({ summary, body }),
  aliases: aliases ?? []
})

const bound = ([app, binding]: readonly [string, Apps[string]]): readonly [string, Binding] => {
  if (binding === false) return [app, Binding.Nothing()]
  if (typeof binding === "string") return [app, Binding.Chords({ chords: [binding] })]
  return [app, "menu" in binding ? Binding.Menu({ path: binding.menu }) : Binding.Chords({ chords: binding })]
}

/** A file's object by action as a map, in the order of the contract. */
const byAction = <A, B>(
  object: Readonly<Record<string, A | undefined>> | null | undefined,
  f: (value: A) => B
): ReadonlyMap<Model.Action, B> =>
  new Map(
    actions.flatMap((action): ReadonlyArray<readonly [Model.Action, B]> => {
      const value = object?.[action]
      return value === undefined ? [] : [[action, f(value)]]
    })
  )
