/** Holds a plugin's handlers to its manifest: what is declared is handled, and what is handled can be reached. */
import type { Handlers, Manifest } from "./Handlers.ts"

/** How handlers and manifest differ, in one sentence each. */
export interface Differences {
  /** What is declared and not handled. */
  readonly missing: ReadonlyArray<string>
  /** What is handled and can never be asked for. */
  readonly unreachable: ReadonlyArray<string>
}

/** Compares handlers with their manifest. */
export const compare = (manifest: Manifest, handlers: Handlers): Differences => {
  const all = rules(manifest)
  const handles = ({ handler }: Rule) => handlers[handler] !== undefined
  return {
    missing: all
      .filter((rule) => rule.isDeclared && !handles(rule))
      .map(({ because, handler }) => `the manifest declares ${because}, and there is no ${handler} handler`),
    unreachable: all
      // Anything may want to start, whatever it declares.
      .filter((rule) => handles(rule) && !rule.isDeclared && rule.handler !== "start")
      .map(({ because, handler }) => `there is a ${handler} handler, and the manifest declares no ${because}`)
  }
}

interface Rule {
  readonly handler: keyof Handlers
  readonly because: string
  readonly isDeclared: boolean
}

const rules = ({ actions, bangs, commands, hints, navigation, query, sources }: Manifest): ReadonlyArray<Rule> => {
  const has = (list: ReadonlyArray<unknown> | null | undefined) => list != null && list.length > 0
  return [
    { handler: "start", because: "warm sources", isDeclared: sources?.some(({ live }) => live !== true) === true },
    { handler: "search", because: "live sources", isDeclared: sources?.some(({ live }) => live === true) === true },
    { handler: "evaluate", because: "query", isDeclared: query != null },
    { handler: "command", because: "commands or bangs", isDeclared: has(commands) || bangs != null },
    { handler: "action", because: "actions", isDeclared: has(actions) },
    { handler: "navigate", because: "navigation", isDeclared: has(navigation) },
    { handler: "hints", because: "hints", isDeclared: hints != null }
  ]
}
