/**
 * A plugin at work: it answers the handshake at once and starts afterwards, answers requests, hears events, and ends with
 * its input. Everything that the author's code does wrong costs one answer, and never the plugin.
 */
import { Constants, Initialize, Ping, Refusal, Response } from "@lanyard/flash-protocol"
import type { Duplex, PeerFailure, Request, Violation } from "@lanyard/wire"
import { Cause, Clock, Deferred, Effect, Exit, Fiber } from "effect"
import * as Calls from "./Calls.ts"
import * as Capacity from "./Capacity.ts"
import type { Environment } from "./Environment.ts"
import * as Events from "./Events.ts"
import * as Host from "./Host.ts"
import * as Journal from "./Journal.ts"
import * as Lane from "./Lane.ts"
import * as Plugin from "./Plugin.ts"
import * as Polls from "./Polls.ts"
import * as Requests from "./Requests.ts"
import * as Store from "./Store.ts"
import * as Tasks from "./Tasks.ts"
import * as Work from "./Work.ts"

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
  Effect.andThen(Plugin.check(plugin), Effect.scoped(run(plugin, options)))

const run = Effect.fnUntraced(function* (
  { handlers }: Plugin.Plugin,
  { diagnose, duplex, environment, orphaned = Effect.never, flushed = Effect.void }: Options
) {
  const context = yield* Effect.context<never>()
  const clock = yield* Clock.Clock
  const tasks = yield* Tasks.make
  const mismatched = yield* Deferred.make<Ended>()
  let isInitialized = false

  const notify: Lane.Lane["notify"] = (method, params) => lane.notify(method, params)
  const journal = Journal.make(notify, diagnose)

  /** Runs the author's work; what it fails with is logged under that name. */
  const attempt = (part: string, work: () => Work.Work<unknown>): Effect.Effect<void> =>
    Effect.asVoid(
      Effect.catchCause(Work.run(work), (cause) => Effect.sync(() => journal.failed(part, Cause.squash(cause))))
    )

  const initialize = (params: unknown): Effect.Effect<Response.Body> => {
    const { next, reply } = Initialize.answer(params, isInitialized)
    if (next === "start") {
      isInitialized = true
      // The reply is submitted in this turn, before the start can say anything.
      tasks.run(
        Effect.andThen(
          Effect.yieldNow,
          attempt("start", () => handlers.start?.(host))
        )
      )
    }
    if (next === "exit") queueMicrotask(() => Deferred.doneUnsafe(mismatched, Exit.succeed("version mismatch")))
    return Effect.succeed(reply)
  }

  const request = (received: Request, frameBytes: number): Effect.Effect<Response.Body> => {
    switch (received.method) {
      case "initialize":
        return initialize(received.params)
      case "ping":
        return Effect.succeed(Ping.reply)
      default:
        return (
          requests(received, frameBytes) ?? Effect.succeed(Response.failure(Refusal.unknownMethod(received.method)))
        )
    }
  }

  const lane: Lane.Lane = yield* Lane.make({
    duplex,
    diagnose,
    handlers: {
      request,
      notification: ({ method, params }, frameBytes) => {
        if (method === "event") events.receive(params, frameBytes)
      },
      violation: (violation) => {
        const dropped = droppedAs(violation)
        if (dropped !== undefined) journal.warn(dropped)
        return "drop"
      }
    }
  })
  const calls = Calls.make(lane, journal)
  const [polls, tick] = Polls.make({
    publish: (params) => {
      notify("poll", params)
    },
    refused: (reason) => journal.warn(`poll registration refused: ${reason}`),
    run: (work, done) => {
      tasks.run(attempt("poll callback", work)).addObserver(done)
    }
  })
  const events = Events.make({ handlers, journal, tasks, tick, host: () => host })
  const lend = Host.lend({
    environment,
    polls,
    calls,
    journal,
    notify,
    context,
    store: Store.make(calls),
    apps: events.apps,
    now: () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
  })
  const { host, stop } = lend()
  const requests = Requests.make({ handlers, lend, journal, tasks, capacity: Capacity.make(), room: lane.room })

  const ended = yield* Effect.raceAllFirst([
    Deferred.await(mismatched),
    Effect.map(Deferred.await(lane.peer.closed), ({ _tag }) => endOf[_tag]),
    Effect.as(orphaned, "end of input" as const)
  ])
  tasks.stop()
  stop()
  // Its own fiber, because it may refuse to end and must not hold up the exit.
  const cleanup =
    ended === "version mismatch" ? Effect.void : attempt("shutdown", () => handlers.shutdown?.(lend().host))
  const shutdown = Effect.runForkWith(context)(cleanup)
  yield* Fiber.await(shutdown).pipe(
    Effect.andThen(lane.end),
    Effect.andThen(flushed),
    Effect.timeoutOption(Constants.plugin.shutdown_budget)
  )
  shutdown.interruptUnsafe()
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
