/**
 * A plugin's context without framing, for tests of what handlers do: the test is told what the plugin said and answers what it
 * asked. It stands on two functions that an SDK's context writes to, so it fits any SDK that can be built over them.
 */
import { Event, Methods, type Response } from "@lanyard/flash-protocol"
import { type Duplex, PeerFailure } from "@lanyard/wire"
import { Deferred, Duration, Effect, Exit, type Scope } from "effect"
import * as ByteDuplex from "./ByteDuplex.ts"
import * as Heard from "./Heard.ts"
import * as Inbox from "./Inbox.ts"
import type { NothingCame } from "./NothingCame.ts"
import * as ScriptedHost from "./ScriptedHost.ts"

/** Where a context's words go. */
export interface Outlet {
  /** Takes a notification; always true, for there is no pipe that could be full. */
  readonly notify: (method: string, params: unknown) => boolean
  /** Asks the host; the test replies, or the deadline passes on the Effect clock. */
  readonly call: (
    method: string,
    params: unknown,
    options: { readonly deadline: Duration.Input }
  ) => Effect.Effect<Response.Body, PeerFailure.CallFailure>
}

/** A context that was built over an outlet, and the way for events to reach it. */
export interface Built<Context> {
  readonly context: Context
  /** Hands over the params of an `event` notification, poll ticks included. */
  readonly deliver: (params: Response.Body) => Effect.Effect<void>
}

/** A call that waits for the test. */
export interface HostCall {
  readonly id: number
  readonly method: string
  readonly params: unknown
}

/** A context under test. */
export interface Harness<Context> extends Heard.Heard {
  readonly context: Context
  /** Tells the plugin of an event. */
  readonly tell: (event: Event.Event) => Effect.Effect<void>
  /** Tells the plugin that a registration is due. */
  readonly tick: (registration: string) => Effect.Effect<void>
  /** Takes the next call of the plugin, or waits for it. */
  readonly nextHostCall: (method?: string, options?: Inbox.Patience) => Effect.Effect<HostCall, NothingCame>
  /** Answers a call that was taken; one that is answered, or was given up, hears nothing. */
  readonly reply: (id: number, body: Response.Body) => Effect.Effect<void>
  /** Takes the next notification of that method, or waits for it. */
  readonly next: (method: string, options?: Inbox.Patience) => Effect.Effect<Heard.Told, NothingCame>
  /** The host is gone: every waiting call fails, and so does every later one. */
  readonly hangUp: Effect.Effect<void>
}

/** What of a manifest decides how notifications are read, and how long waits last. */
export interface Options extends Inbox.Patience {
  readonly manifest?: Partial<Heard.Declared>
}

/** Builds a context over an outlet of the test's own. */
export const make = Effect.fn("Harness.make")(function* <Context, E, R>(
  build: (outlet: Outlet) => Effect.Effect<Built<Context>, E, R>,
  { manifest = {}, ...patience }: Options = {}
): Effect.fn.Return<Harness<Context>, E, R | Scope.Scope> {
  const listener = Heard.make({ sources: manifest.sources ?? [], status: manifest.status ?? [] }, patience)
  const asked = Inbox.make<HostCall>(patience)
  const waiting = new Map<number, Deferred.Deferred<Response.Body, PeerFailure.CallFailure>>()
  let nextId = 1
  let isGone = false

  const outlet: Outlet = {
    notify: (method, params) => {
      listener.hear({ method, params })
      return true
    },
    call: (method, params, { deadline }) =>
      Effect.suspend(() => {
        if (isGone) return Effect.fail(gone)
        const id = nextId++
        const replied = Deferred.makeUnsafe<Response.Body, PeerFailure.CallFailure>()
        waiting.set(id, replied)
        asked.put({ id, method, params })
        const millis = Duration.toMillis(deadline)
        return Deferred.await(replied).pipe(
          Effect.timeoutOrElse({
            duration: millis,
            orElse: () => Effect.fail(new PeerFailure.DeadlineExceeded({ millis }))
          }),
          Effect.ensuring(Effect.sync(() => waiting.delete(id)))
        )
      })
  }

  const { context, deliver } = yield* build(outlet)

  return {
    ...listener.heard,
    context,
    tell: (event) => deliver(Event.encode(event)),
    tick: (registration) => deliver(Event.encode(Event.tick(registration))),
    nextHostCall: (method, given) =>
      asked.take({
        ...given,
        fits: (call) => call.method === (method ?? call.method),
        waitedFor: method === undefined ? "a host call" : `the host call ${method}`
      }),
    reply: (id, body) =>
      Effect.sync(() => {
        const replied = waiting.get(id)
        if (replied !== undefined) Deferred.doneUnsafe(replied, Exit.succeed(body))
      }),
    next: (method, given) =>
      listener.told.take({ ...given, fits: (told) => told.method === method, waitedFor: `a ${method} notification` }),
    hangUp: Effect.sync(() => {
      isGone = true
      for (const replied of waiting.values()) Deferred.doneUnsafe(replied, Exit.fail(gone))
    })
  }
})

/**
 * Serves any plugin loop in memory and gets it through the handshake: the same harness where an SDK has no context to build over
 * an outlet. What the plugin says arrives a moment later, so wait for it with `next`. The context asks as a host does.
 */
export const serving = <E, R>(
  serve: (duplex: Duplex) => Effect.Effect<unknown, E, R>,
  options: Options = {}
): Effect.Effect<Harness<ScriptedHost.ScriptedHost>, PeerFailure.CallFailure, R | Scope.Scope> =>
  make(
    Effect.fnUntraced(function* ({ call, notify }: Outlet) {
      const [held, tested] = ByteDuplex.pair()
      yield* Effect.forkScoped(serve(tested), { startImmediately: true })
      const host = yield* ScriptedHost.make(held, {
        ...options,
        answering: (method, params) =>
          // The plugin has a deadline of its own, and a host that hangs up ends its input.
          Effect.catch(call(method, params, { deadline: "1 day" }), () => Effect.never),
        hears: ({ method, params }) => notify(method, params)
      })
      yield* host.initialize
      return { context: host, deliver: (params) => Effect.ignore(host.send(Methods.event.method, params)) }
    }),
    options
  )

const gone = new PeerFailure.ConnectionClosed({ reason: "EndOfInput" })
