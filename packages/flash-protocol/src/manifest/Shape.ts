/**
 * A manifest as it stands in the file: every key, its type, and each rule that one value can break by itself. `Rules` has
 * those that several values break together. The JSON Schema comes from here.
 */
import { Schema } from "effect"
import { capabilities } from "../Constants.ts"
import * as FetchUrls from "../hostcalls/FetchUrls.ts"
import { ActionBindings, ActionConfirmations, performable } from "./ActionSections.ts"
import { Bangs, Command, Help, Hints, Mapping, Query, Sandbox, Source, selector } from "./Sections.ts"
import {
  Argument,
  ArgumentVector,
  distinct,
  Integer,
  list,
  NotBlank,
  object,
  oneOf,
  optional,
  required,
  rule,
  Text
} from "./Texts.ts"

const identity = {
  id: required(
    Text.check(
      rule(
        'lower-case letters, digits, ".", "_" and "-", not "." alone and no ".."',
        /^(?!\.$)(?!.*\.\.)[a-z0-9._-]+$/u
      )
    ),
    "The plugin's id, which also names its data folder."
  ),
  name: required(NotBlank, "Its name, for people."),
  version: required(Argument, "Its version, in any form; a new one runs install again."),
  description: required(NotBlank, "What it is, for people.")
}

const FetchUrl = Text.check(
  rule("an https address without credentials", /^\s*https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?\s*$/u),
  Schema.makeFilter((entry: string) => FetchUrls.admitsItself(entry.trim()), {
    expected: "an address that host.fetch can ask for"
  })
)

const process = {
  install: optional(
    Argument,
    "A shell command that runs once per version, in the plugin's folder; third-party plugins only."
  ),
  exec: optional(
    ArgumentVector,
    "The program and its arguments, started without a shell; without it there is no process, and the manifest may only have what the host serves alone."
  ),
  sandbox: optional(Sandbox, "Asks for the strict sandbox, which denies what is not allowed here."),
  capabilities: optional(distinct(oneOf(capabilities)), "What the plugin asks the host to allow; the rest is denied."),
  fetch_urls: optional(
    distinct(FetchUrl),
    "Addresses that host.fetch may read, and what lies below them; goes with the capability network_fetch."
  ),
  listen: optional(distinct(NotBlank), "Names of events to be told of; * stands for anything.")
}

const surfaces = {
  sources: optional(list(Source), "Where its rows come from: all published, or all live."),
  query: optional(Query, "Registers the evaluator of what is typed."),
  commands: optional(list(Command), "Its commands."),
  bangs: optional(Bangs, "Its flashlight bangs."),
  actions: optional(
    distinct(oneOf(performable, "the name of an action that a plugin can perform")),
    "The actions it performs itself."
  ),
  hints: optional(Hints, "Makes it a provider of hints."),
  navigation: optional(
    distinct(Text.check(rule("a scheme, without its colon", /^\s*[A-Za-z][A-Za-z0-9+.-]*\s*$/u))),
    "The schemes of the places it can go back to."
  ),
  status: optional(
    distinct(Text.check(rule('lower-case letters, digits, "_" and "-"', /^[a-z0-9_-]+$/u))),
    "The names of its status segments."
  )
}

const declarations = {
  action_bindings: optional(ActionBindings, "What each app does for an action: action, then bundle id, then binding."),
  action_confirmations: optional(ActionConfirmations, "What to ask before an action that this plugin performs."),
  mappings: optional(list(Mapping), "Key bindings."),
  terminal_emulators: optional(distinct(NotBlank), "Bundle ids of apps that are terminal emulators."),
  on_demand_hints: optional(
    distinct(NotBlank),
    "Bundle ids of apps whose accessibility tree is read only when asked for hints."
  ),
  help: optional(Help, "Pages of help.")
}

/** The whole file. */
export const File = object({
  ...identity,
  ...process,
  ...selector,
  priority: optional(Integer, "Which plugin comes first where two collide; higher wins. Default: 25."),
  ...surfaces,
  ...declarations
})
export type File = typeof File.Type

/** The keys that a manifest without a process may have. */
export const hostServed: ReadonlySet<string> = new Set([
  ...Object.keys(identity),
  ...Object.keys(selector),
  "priority",
  "mappings",
  "help",
  "action_bindings",
  "terminal_emulators",
  "on_demand_hints"
])

/** Reads the shape of a file and says everything that is wrong with it. */
export const decode = Schema.decodeUnknownResult(File, { onExcessProperty: "error", errors: "all" })
