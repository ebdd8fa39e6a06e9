/**
 * Asks the host what a line asks, and waits for what comes of it. What a plugin does or fails to do is a reply; a request
 * fails only when there is nobody to ask.
 */
import { PluginHost, PluginManager } from "@lanyard/flash-host"
import { Commands, LiveSources } from "@lanyard/flash-protocol"
import { Data, Duration, Effect, Option } from "effect"
import { Killer } from "../Killer.ts"
import * as Listing from "../Listing.ts"
import { isSettled, Standings } from "../Standings.ts"
import { forms } from "./Line.ts"
import { Reply } from "./Reply.ts"
import type { Request } from "./Request.ts"

/** There is nobody to ask. */
export class RequestFailed extends Data.TaggedError("RequestFailed")<{ readonly message: string }> {}

/** How long `catalog` waits for the first rows of plugins that run. */
export const patience = Duration.seconds(1)

/** What can be asked of a host: everything but to leave it. */
export type Question = Exclude<Request, { readonly _tag: "Quit" }>

/** Answers a request; the trace names the interaction to the plugins it reaches. */
export const answer = Effect.fn("Answering.answer")(function* (request: Question, trace: string) {
  const host = yield* PluginHost
  switch (request._tag) {
    case "Evaluate": {
      const { query } = request
      return Reply.Answers({ evaluations: yield* host.evaluate({ query, scope: "all", surface: "flash" }, trace) })
    }
    case "Search":
      return yield* search(request.source, request.query, trace)
    case "Catalog":
      return yield* catalog(request.source)
    case "Perform": {
      const { command, subcommand, raw } = request
      if (Option.isNone(Commands.find(yield* host.roster, command, subcommand))) {
        return yield* fail(`no plugin has the command ${command} ${subcommand}`)
      }
      return Reply.Performed({ outcome: yield* host.command(command, subcommand, raw, trace) })
    }
    case "Action": {
      const { action } = request
      return Reply.Acted({ action, outcome: yield* host.action({ action, context: {} }, trace) })
    }
    case "Event":
      yield* host.tell(request.event)
      return Reply.Told({ event: request.event.name })
    case "Status":
      return yield* status
    case "Plugins":
      return Reply.Plugins({ plugins: yield* Listing.plugins })
    case "Reload":
      return yield* reload(request.plugin)
    case "Kill":
      return yield* kill(request.plugin)
    case "Help":
      return Reply.Help({ forms })
  }
})

const fail = (message: string) => new RequestFailed({ message })

const search = Effect.fnUntraced(function* (source: string, query: string, trace: string) {
  const host = yield* PluginHost
  const scope = LiveSources.Scope.Source({ name: source })
  if (LiveSources.searched(yield* host.roster, scope).length === 0) {
    return yield* fail(`no plugin has a live source ${source}`)
  }
  const found = yield* host.search(scope, { query, scope: "all" }, trace)
  return Reply.Rows({ rows: found.flatMap(({ plugin, rows }) => rows.map((row) => ({ plugin, row }))) })
})

const catalog = Effect.fnUntraced(function* (source: string | undefined) {
  const host = yield* PluginHost
  const standings = yield* Standings
  const publishers = (yield* host.roster).plugins.filter(({ sources }) =>
    sources.some(({ live, name }) => !live && (source === undefined || name === source))
  )
  if (source !== undefined && publishers.length === 0) return yield* fail(`no plugin publishes a source ${source}`)
  const running = new Set(
    (yield* standings.now).flatMap(({ plugin, state }) => (state._tag === "Running" ? [plugin] : []))
  )
  const awaited = publishers.flatMap(({ id }) => (running.has(id) ? [id] : []))
  yield* Effect.timeoutOption(standings.published(awaited), patience)
  const rows = [...(yield* host.catalogs)].flatMap(([plugin, rows]) =>
    rows.filter((row) => source === undefined || row.source === source).map((row) => ({ plugin, row }))
  )
  return Reply.Rows({ rows })
})

const status = Effect.gen(function* () {
  const host = yield* PluginHost
  const declared = (yield* host.roster).plugins.flatMap(({ id, status }) =>
    status.map((segment) => ({ plugin: id, segment }))
  )
  const segments = yield* Effect.forEach(declared, ({ plugin, segment }) =>
    Effect.map(host.rendered(plugin, segment), (markup) => ({ plugin, segment, markup }))
  )
  return Reply.Segments({ segments })
})

const reload = Effect.fnUntraced(function* (plugin: string) {
  const manager = yield* PluginManager
  const standings = yield* Standings
  yield* find(plugin)
  yield* manager.reload(plugin)
  yield* standings.until((all) => all.every((standing) => standing.plugin !== plugin || isSettled(standing)))
  return Reply.Reloaded({ plugin: yield* find(plugin) })
})

const kill = Effect.fnUntraced(function* (plugin: string) {
  const standings = yield* Standings
  const { standing } = yield* find(plugin)
  const pid = Option.flatMap(standing, ({ pid }) => pid)
  if (Option.isNone(standing) || Option.isNone(pid)) return yield* fail(`${plugin} is not running`)
  const { generation } = standing.value.state
  yield* (yield* Killer).kill(pid.value)
  yield* standings.until(
    (all) =>
      !all.some(({ plugin: id, state }) => id === plugin && state._tag === "Running" && state.generation === generation)
  )
  return Reply.Killed({ plugin: yield* find(plugin) })
})

const find = Effect.fnUntraced(function* (plugin: string) {
  const found = (yield* Listing.plugins).find((each) => each.plugin === plugin)
  return found ?? (yield* fail(`there is no plugin ${plugin}`))
})
