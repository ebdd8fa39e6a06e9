/**
 * The host as a handler sees it: everything a plugin may tell it or ask of it. What only tells returns at once. What waits
 * is an Effect: an Effect handler yields it, an async one awaits `host.run(…)` of it.
 */
import { type Catalog, type Event, type HostCalls, type Log, Methods } from "@lanyard/flash-protocol"
import { type Context, Effect } from "effect"
import type { Answer, CallOptions, Calls } from "./Calls.ts"
import type { Environment } from "./Environment.ts"
import type { Fields, Journal } from "./Journal.ts"
import type { Polls } from "./Polls.ts"
import { type Segment, toSegments } from "./Segment.ts"
import type { Store } from "./Store.ts"
import { current, Trace } from "./Trace.ts"

/** The host, for one handler. */
export interface Host extends Polls, Calls, Omit<Environment, "parent"> {
  /** Replaces the whole catalog; no rows are an answer too. */
  readonly publish: (rows: Catalog.Rows) => void
  /** Changes the segments that are named; empty text clears one. */
  readonly status: (segments: Readonly<Record<string, Segment>>) => void
  /** Writes a log line, under the trace of the request if it serves one. Nothing that a user typed belongs in it. */
  readonly log: (level: Log.Level, message: string, fields?: Fields) => void
  /** Reads an address that the manifest allows; waits ten seconds. */
  readonly fetch: (url: string, options?: CallOptions) => Effect.Effect<Answer<HostCalls.Reply<"host.fetch">>>
  readonly store: Store
  /** Milliseconds of a clock that only goes forward; what they count from means nothing. */
  readonly now: () => number
  /** The apps that run, as of the last `core:apps.changed` that the manifest listens for. */
  readonly apps: () => ReadonlyArray<Event.App>
  /** Runs what waits for an async handler. Stopping the handler early, and the end of the plugin, stop it and reject. */
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
}

/** What every handler's host has in common. */
export interface Core {
  readonly environment: Environment
  readonly polls: Polls
  readonly calls: Calls
  readonly store: Store
  readonly journal: Journal
  readonly notify: (method: string, params: unknown) => boolean
  readonly apps: Host["apps"]
  readonly now: Host["now"]
  readonly context: Context.Context<never>
}

/** A handler's host, and what ends the work it runs for an async handler. */
export interface Lent {
  readonly host: Host
  readonly stop: () => void
}

/** Returns how handlers get their host, each under the trace of its request. */
export const lend = ({ apps, calls, context, environment, journal, notify, now, polls, store }: Core) => {
  const { config, dataFolder, id, version } = environment
  const runPromise = Effect.runPromiseWith(context)
  const common: Omit<Host, "log" | "run"> = {
    ...polls,
    ...calls,
    id,
    version,
    dataFolder,
    config,
    store,
    apps,
    now,
    fetch: (url, options) => calls.ask("host.fetch", { url }, options),
    publish: (rows) => {
      notify(Methods.publish.method, Methods.publish.encodeParams(rows))
    },
    status: (segments) => {
      notify(Methods.status.method, Methods.status.encodeParams(toSegments(segments)))
    }
  }
  return (trace?: string): Lent => {
    let controller: AbortController | undefined
    return {
      host: {
        ...common,
        log: (level, message, fields) => journal.log(level, message, fields, trace ?? current()),
        run: (effect) => {
          controller ??= new AbortController()
          return runPromise(Effect.provideService(effect, Trace, trace), { signal: controller.signal })
        }
      },
      stop: () => controller?.abort()
    }
  }
}
