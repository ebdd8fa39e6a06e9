/** The sections of a manifest that are objects or lists of objects, as they stand in the file. */
import { manifest, priorities } from "../Constants.ts"
import {
  Argument,
  ArgumentVector,
  distinct,
  Flag,
  list,
  NotBlank,
  object,
  oneOf,
  optional,
  PositiveInteger,
  required,
  rule,
  Text,
  Word
} from "./Texts.ts"

/** The keys that say which apps something is for. */
export const selector = {
  only_bundle_ids: optional(distinct(NotBlank), "Bundle ids of the apps it is for; an empty list is no restriction."),
  only_terminals: optional(Flag, "Only for apps that some plugin declares as terminal emulators. Default: false.")
}

/** What the sandbox allows. */
export const Sandbox = object({
  exec: optional(
    distinct(Argument.check(rule("an absolute path or a bare name", /^(?:\/|[^/]+$)/u))),
    "Programs it may start: absolute paths, or bare names for the PATH."
  ),
  appleevents: optional(Flag, "Whether it may send Apple Events. Default: false."),
  signal: optional(Flag, "Whether it may send signals. Default: false."),
  mach: optional(distinct(NotBlank), "Mach services it may look up, by their global names.")
})

/** A source of rows. */
export const Source = object({
  name: required(NotBlank, "What rows name as their source, to the letter."),
  kind: optional(oneOf(manifest.source_kinds), 'What its rows are. Default: "default".'),
  priority: optional(oneOf(priorities), 'Its weight beside other sources in one match tier. Default: "normal".'),
  live: optional(Flag, "Whether it is asked by search on every keystroke instead of published. Default: false.")
})

/** The per-input evaluator. */
export const Query = object({
  prefixes: optional(
    distinct(Text.check(rule("text without white space", /^\S+$/u))),
    "Literal markers; input that starts with one goes to this evaluator only."
  )
})

/** A registration of `flash <command> <subcommand>`. */
export const Command = object({
  command: required(Word, "The first word of `flash <command> <subcommand>`."),
  subcommand: required(Word, "The second word, or * for whatever is typed."),
  description: optional(Text, "What it does, for people."),
  timeout_ms: optional(PositiveInteger, "Milliseconds to wait for its outcome, in place of the deadline of perform.")
})

/** Bangs and the command that they are performed as. */
export const Bangs = object({
  command: required(Text, "The command that a bang is performed as; blank leaves all of them without effect."),
  items: required(
    list(
      object({
        token: required(NotBlank, "What is typed after the bang, or * for whatever no other bang takes."),
        description: optional(Text, "What it does, for people."),
        source: optional(Text, "The source of this manifest that completes its query.")
      })
    ),
    "The bangs."
  )
})

/** The hint provider. */
export const Hints = object({
  fallback_on_empty: optional(Flag, "Whether an empty answer means that another provider may be asked. Default: false.")
})

/** A key binding. */
export const Mapping = object({
  key: required(NotBlank, "The keys, in the syntax of the configuration; in command mode one chord with a modifier."),
  mode: optional(oneOf(manifest.mapping_modes), 'The mode in which the keys are read. Default: "normal".'),
  command: required(ArgumentVector, 'What to run: ["flash", verb, "--name=value"] inside Flash, else a program.'),
  ...selector,
  repeat: optional(Flag, "Whether pressing the final key again repeats the sequence. Default: false.")
})

/** Pages of help. */
export const Help = object({
  topics: required(
    list(
      object({
        name: required(NotBlank, "The topic's name; a topic of the host with the same name wins."),
        title: optional(NotBlank, "Its title. Default: the name."),
        summary: optional(Text, "One line on it."),
        body: optional(Text, "Its text, in Markdown."),
        aliases: optional(distinct(NotBlank), "Other names for it.")
      })
    ),
    "The topics."
  )
})
