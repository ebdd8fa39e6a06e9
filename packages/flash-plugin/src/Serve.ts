/**
 * A plugin at work: it answers the handshake at once and starts afterwards, serves what comes, and ends with its input.
 * Whatever the author's code does wrong costs one answer, and never the plugin.
 */
import { Constants, Initialize, Ping, Refusal, Response } from "@lanyard/flash-protocol"
import type { Duplex, PeerFailure, Request, Violation } from "@lanyard/wire"
import { Clock, Deferred, Effect, Exit, Fiber } from "effect"
import * as Backlog from "./Backlog.ts"
import * as Capacity from "./Capacity.ts"
import type { Environment } from "./Environment.ts"
import * as Journal from "./Journal.ts"
import * as Lane from "./Lane.ts"
import * as Plugin from "./Plugin.ts"
import type { Session } from "./Session.ts"
import * as Tasks from "./Tasks.ts"

/** Why a plugin is done. All but `overflow` are ordinary ends. */
export type Ended =
  /** The host ended our input, or is gone. */
  | "end of input"
  /** The host speaks another version, and was told so. */
  | "version mismatch"
  /** The host takes no output any more. */
  | "output closed"
  /** The host does not read, and an answer that must not wait found no room. */
  | "overflow"

/** Where a plugin is served. */
export interface Options {
  readonly duplex: Duplex
  readonly environment: Environment
  /** Takes lines for stderr, free of what the user typed. */
  readonly diagnose: (line: string) => void
  /** Completes when the host's process is gone, whatever its pipes say; never, where nobody watches it. */
  readonly orphaned?: Effect.Effect<void>
  /** Completes when the system has taken everything that was written; at once, where writing is as much as that. */
  readonly flushed?: Effect.Effect<void>
}

/** Serves a plugin to its end; everything was written by then, as far as the host took it. */
export const serve = (plugin: Plugin.Plugin, options: Options): Effect.Effect<Ended, Plugin.PluginRejected> =>
  Effect.andThen(Plugin.check(plugin, options.diagnose), Effect.scoped(run(plugin, options)))

const run = Effect.fnUntraced(function* (
  { handlers }: Plugin.Plugin,
  { diagnose, duplex, environment, orphaned = Effect.never, flushed = Effect.void }: Options
) {
  const context = yield* Effect.context<never>()
  const clock = yield* Clock.Clock
  const fork = Effect.runForkWith(context)
  const tasks = yield* Tasks.make
  const capacity = Capacity.make()
  const mismatched = yield* Deferred.make<Ended>()
  const ready = yield* Deferred.make<Session>()
  const early = Backlog.make<readonly [params: unknown, frameBytes: number]>()
  let session: Session | undefined
  let isLoading = false
  let isInitialized = false

  const journal = Journal.make((method, params) => lane.notify(method, params), diagnose)

  /** Loads the session, once. */
  const load = () => {
    if (isLoading) return
    isLoading = true
    fork(Effect.onExit(loaded, (exit) => Effect.sync(() => Deferred.doneUnsafe(ready, exit))))
  }

  const opened = Effect.andThen(Effect.sync(load), Deferred.await(ready))

  const loaded = Effect.map(
    Effect.promise(() => import("./Session.ts")),
    ({ make }) => {
      session = make({ handlers, environment, lane, journal, tasks, clock, context })
      for (let held = Backlog.take(early); held !== undefined; held = Backlog.take(early)) session.receive(...held)
      return session
    }
  )

  const initialize = (params: unknown): Effect.Effect<Response.Body> => {
    const { next, reply } = Initialize.answer(params, isInitialized)
    if (next === "start") {
      isInitialized = true
      // Begins in a later turn; the reply is submitted in this one.
      tasks.run(
        Effect.andThen(
          Effect.yieldNow,
          Effect.flatMap(opened, ({ start }) => start)
        )
      )
    }
    if (next === "exit") queueMicrotask(() => Deferred.doneUnsafe(mismatched, Exit.succeed("version mismatch")))
    return Effect.succeed(reply)
  }

  const handle = (request: Request, frameBytes: number): Effect.Effect<Response.Body> => {
    if (!capacity.take(frameBytes)) return Effect.succeed(Response.failure(Refusal.requestCapacity))
    const answered = session?.answer(request) ?? Effect.flatMap(opened, ({ answer }) => answer(request))
    return Effect.ensuring(
      answered,
      Effect.sync(() => capacity.release(frameBytes))
    )
  }

  const request = (received: Request, frameBytes: number): Effect.Effect<Response.Body> => {
    switch (received.method) {
      case "initialize":
        return initialize(received.params)
      case "ping":
        return Effect.succeed(Ping.reply)
      case "evaluate":
      case "search":
      case "hints":
      case "perform":
        return handle(received, frameBytes)
      default:
        return Effect.succeed(Response.failure(Refusal.unknownMethod(received.method)))
    }
  }

  const receive = (params: unknown, frameBytes: number) => {
    if (session !== undefined) return session.receive(params, frameBytes)
    if (!Backlog.offer(early, [params, frameBytes], frameBytes)) journal.warn(Journal.eventDropped)
    load()
  }

  const lane: Lane.Lane = yield* Lane.make({
    duplex,
    diagnose,
    handlers: {
      request,
      notification: ({ method, params }, frameBytes) => {
        if (method === "event") receive(params, frameBytes)
      },
      violation: (violation) => {
        const dropped = droppedAs(violation)
        if (dropped !== undefined) journal.warn(dropped)
        return "drop"
      }
    }
  })

  const ended = yield* Effect.raceAllFirst([
    Deferred.await(mismatched),
    Effect.map(Deferred.await(lane.peer.closed), ({ _tag }) => endOf[_tag]),
    Effect.as(orphaned, "end of input" as const)
  ])
  tasks.stop()
  const isCleaned = ended === "version mismatch" || handlers.shutdown === undefined
  // Its own fiber, because it may refuse to end and must not hold up the exit.
  const cleanup = fork(isCleaned ? Effect.void : Effect.flatMap(opened, ({ shutdown }) => shutdown))
  yield* Fiber.await(cleanup).pipe(
    Effect.andThen(lane.end),
    Effect.andThen(flushed),
    Effect.timeoutOption(Constants.plugin.shutdown_budget)
  )
  cleanup.interruptUnsafe()
  return ended
})

const endOf: Readonly<Record<PeerFailure.CloseReason["_tag"], Ended>> = {
  EndOfInput: "end of input",
  Released: "end of input",
  Violated: "end of input",
  BrokenPipe: "output closed",
  Overflowed: "overflow"
}

/** What is told of a line that was dropped; the rest is dropped silently. */
const droppedAs = (violation: Violation): string | undefined => {
  switch (violation._tag) {
    case "LineTooLong":
      return "dropped oversized inbound frame"
    case "NotUtf8":
    case "ByteOrderMark":
    case "NotJson":
    case "LoneSurrogate":
    case "NumberOverflow":
    case "TooDeep":
      return "dropped undecodable frame"
    default:
      return undefined
  }
}
