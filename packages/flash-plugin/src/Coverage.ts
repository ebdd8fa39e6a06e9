/** Holds a plugin's handlers to its manifest: what is declared is handled, and what is handled can be reached. */
import type { Handlers, Manifest } from "./Handlers.ts"

/** Says what is missing or out of reach; nothing where handlers and manifest agree. */
export const problems = (manifest: Manifest, handlers: Handlers): ReadonlyArray<string> =>
  rules(manifest).flatMap(({ handler, because, isDeclared }) => {
    const isHandled = handlers[handler] !== undefined
    if (isDeclared && !isHandled) return [`the manifest declares ${because}, and there is no ${handler} handler`]
    // Anything may want to start, whatever it declares.
    if (isHandled && !isDeclared && handler !== "start") {
      return [`there is a ${handler} handler, and the manifest declares no ${because}`]
    }
    return []
  })

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
