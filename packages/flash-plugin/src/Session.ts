/**
 * What a plugin is after the handshake: the host that its handlers see, and the surfaces they serve. The codecs come with
 * this module, so it is loaded when the handshake has been answered, or when something else needs it.
 */
import type { Response } from "@lanyard/flash-protocol"
import type { Request } from "@lanyard/wire"
import { Cause, type Clock, type Context, Effect } from "effect"
import * as Calls from "./Calls.ts"
import type { Environment } from "./Environment.ts"
import * as Events from "./Events.ts"
import type { Handlers } from "./Handlers.ts"
import * as Host from "./Host.ts"
import type { Journal } from "./Journal.ts"
import type { Lane } from "./Lane.ts"
import * as Polls from "./Polls.ts"
import * as Requests from "./Requests.ts"
import * as Store from "./Store.ts"
import type { Tasks } from "./Tasks.ts"
import * as Work from "./Work.ts"

/** What a session is made of. */
export interface Parts {
  readonly handlers: Handlers
  readonly environment: Environment
  readonly lane: Lane
  readonly journal: Journal
  readonly tasks: Tasks
  readonly clock: Clock.Clock
  readonly context: Context.Context<never>
}

/** A plugin that serves. Nothing in it fails. */
export interface Session {
  readonly start: Effect.Effect<void>
  /** Answers one of the four requests that author's code answers. */
  readonly answer: (request: Request) => Effect.Effect<Response.Body>
  /** Takes the params of an event that came in at most `frameBytes`. */
  readonly receive: (params: unknown, frameBytes: number) => void
  /** Ends what handlers still wait for through `host.run`, then cleans up. */
  readonly shutdown: Effect.Effect<void>
}

/** Makes a session. */
export const make = ({ clock, context, environment, handlers, journal, lane, tasks }: Parts): Session => {
  /** Runs the author's work; a failure is logged under the name of its part. */
  const attempt = (part: string, work: () => Work.Work<unknown>): Effect.Effect<void> =>
    Effect.matchCause(Work.run(work), {
      onSuccess: () => undefined,
      onFailure: (cause) => journal.failed(part, Cause.squash(cause))
    })

  const calls = Calls.make(lane, journal)
  const [polls, tick] = Polls.make({
    publish: (params) => lane.notify("poll", params),
    refused: (reason) => journal.warn(`poll registration refused: ${reason}`),
    run: (work, done) => tasks.run(attempt("poll callback", work)).addObserver(done)
  })
  const events = Events.make({
    tick,
    tasks,
    journal,
    handle: (event) => attempt("event", () => handlers.event?.(event, host))
  })
  const lend = Host.lend({
    environment,
    polls,
    calls,
    journal,
    context,
    notify: lane.notify,
    store: Store.make(calls),
    apps: events.apps,
    now: () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
  })
  const { host, stop } = lend()

  return {
    start: attempt("start", () => handlers.start?.(host)),
    answer: Requests.make({ handlers, lend, journal, tasks, room: lane.room }),
    receive: events.receive,
    shutdown: Effect.suspend(() => {
      stop()
      return attempt("shutdown", () => handlers.shutdown?.(lend().host))
    })
  }
}
