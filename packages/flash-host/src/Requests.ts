/**
 * What a host asks and tells a running plugin, typed. Whatever goes wrong with a request is its outcome; what ends the
 * attempt as well is told to its owner.
 */
import {
  type Answer,
  type Catalog,
  type Deadlines,
  Event,
  type Hint,
  Methods,
  Perform,
  type PerformParams,
  type Response,
  Search,
  Slices
} from "@lanyard/flash-protocol"
import type { Peer, PeerFailure } from "@lanyard/wire"
import { Data, Effect, FiberSet, type Scope } from "effect"
import { PingMissed, TransportOverflowed } from "./AttemptFailure.ts"

/** A perform never left the host, so that its effect cannot have happened. */
export class NotSent extends Data.TaggedError("NotSent")<{
  /** The session is over, or the params fit no frame. */
  readonly reason: "session" | "params"
}> {}

/** The requests and events of one attempt. A trace names the interaction that caused a request. */
export interface Requests {
  /** Answers of the evaluator, or why there are none. Not sent again, whatever happens. */
  readonly evaluate: (
    params: Answer.Params,
    trace?: string
  ) => Effect.Effect<ReadonlyArray<Answer.Answer>, PeerFailure.CallFailure | Answer.EvaluateFailure>
  /** Rows of the live sources, or why there are none. */
  readonly search: (
    params: Search.Params,
    trace?: string
  ) => Effect.Effect<Catalog.Rows, PeerFailure.CallFailure | Search.SearchFailure>
  /** Targets of a window, or why there are none. */
  readonly hints: (
    params: Hint.Params,
    trace?: string
  ) => Effect.Effect<ReadonlyArray<Hint.Hint>, PeerFailure.CallFailure | Hint.HintsFailure>
  /** Performs; `deadline` in milliseconds. The outcome of one that may have been sent is `Failed` without a reply. */
  readonly perform: (
    params: PerformParams.Params,
    deadline: number,
    trace?: string
  ) => Effect.Effect<Perform.Outcome, NotSent>
  /** Whether the plugin answered the probe in time; if it did not, this life is over. */
  readonly ping: Effect.Effect<boolean>
  /** Queues an event, in the turn of its call. An unsent one that it supersedes is dropped. */
  readonly send: (event: Event.Event) => void
}

/** What requests are made with. */
export interface Options {
  readonly peer: Peer.Peer<Response.Body>
  /** The deadlines of calls that begin now. */
  readonly deadlines: () => Deadlines.Deadlines
  /** Names of the sources that rows may come from. */
  readonly sources: ReadonlySet<string>
  /** Ends the attempt. */
  readonly doom: (failure: TransportOverflowed | PingMissed) => void
  /** Told that an event fits no frame, and why. */
  readonly unsent: (reason: string) => void
}

/** Makes the requests of one attempt; events are queued until the scope closes. */
export const make = Effect.fnUntraced(function* ({
  peer,
  deadlines,
  sources,
  doom,
  unsent
}: Options): Effect.fn.Return<Requests, never, Scope.Scope> {
  const run = yield* FiberSet.makeRuntime()

  const ask = (method: Named, params: unknown, trace?: string, deadline = deadlines()[method.deadline]) =>
    peer
      .call(method.method, params, { deadline, ...(trace === undefined ? {} : { trace }) })
      .pipe(Effect.tapErrorTag("OutboxOverflow", overflowed))
  const overflowed = ({ frames, bytes }: PeerFailure.OutboxOverflow) =>
    Effect.sync(() => doom(new TransportOverflowed({ frames, bytes })))
  const miss = (reason: PingMissed["reason"]) => Effect.sync(() => doom(new PingMissed({ reason })))

  return {
    evaluate: (params, trace) =>
      Effect.flatMap(ask(Methods.evaluate, Methods.evaluate.encodeParams(params), trace), (body) =>
        Effect.fromResult(Methods.evaluate.decodeReply(body))
      ),
    search: (params, trace) =>
      ask(Methods.search, Methods.search.encodeParams(params), trace).pipe(
        Effect.flatMap((body) => Slices.inTurns(Search.reading(body, sources))),
        Effect.flatMap(Effect.fromResult)
      ),
    hints: (params, trace) =>
      Effect.flatMap(ask(Methods.hints, Methods.hints.encodeParams(params), trace), (body) =>
        Effect.fromResult(Methods.hints.decodeReply(body, params.pid))
      ),
    perform: (params, deadline, trace) =>
      Effect.suspend(() => {
        const id = peer.nextId()
        return ask(Methods.perform, Methods.perform.encodeParams(params), trace, deadline).pipe(
          Effect.map(Methods.perform.decodeReply),
          // An id is used up only by a request that was queued.
          Effect.catch((failure) => unanswered(failure, peer.nextId() > id))
        )
      }),
    ping: ask(Methods.ping, Methods.ping.encodeParams()).pipe(
      Effect.map(Methods.ping.decodeReply),
      Effect.tap((alive) => (alive ? Effect.void : miss("bad reply"))),
      Effect.tapErrorTag("MalformedReply", () => miss("bad reply")),
      Effect.tapErrorTag("DeadlineExceeded", () => miss("no reply")),
      Effect.orElseSucceed(() => false)
    ),
    send: (event) => {
      const key = Event.coalescingKey(event)
      const queued = peer.notify(
        Methods.event.method,
        Methods.event.encodeParams(event),
        key === undefined ? {} : { key }
      )
      run(
        queued.pipe(
          Effect.tapErrorTag("OutboxOverflow", overflowed),
          Effect.catchTags({
            FrameTooLong: ({ _tag }) => Effect.sync(() => unsent(_tag)),
            NotEncodable: ({ _tag }) => Effect.sync(() => unsent(_tag))
          }),
          // An attempt that is over, or about to be, hears nothing more.
          Effect.ignore
        )
      )
    }
  }
})

/** What a request is sent by: its name, and the row of the deadline table. */
type Named = Pick<Methods.Method<never, unknown, unknown, never>, "method" | "deadline">

const unanswered = (failure: PeerFailure.CallFailure, sent: boolean): Effect.Effect<Perform.Outcome, NotSent> => {
  switch (failure._tag) {
    case "ConnectionClosed":
      return sent ? Effect.succeed(Perform.noReply) : Effect.fail(new NotSent({ reason: "session" }))
    case "FrameTooLong":
    case "NotEncodable":
      return Effect.fail(new NotSent({ reason: "params" }))
    // By contract too much at once counts as no reply, although it was not sent.
    case "PendingFull":
    case "OutboxOverflow":
    case "DeadlineExceeded":
    case "MalformedReply":
      return Effect.succeed(Perform.noReply)
  }
}
