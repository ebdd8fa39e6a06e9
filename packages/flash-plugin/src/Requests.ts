/**
 * The four requests that author's code answers. Search and hints are stopped before their deadline, evaluate and perform
 * run to completion.
 */
import {
  Answer,
  Deadlines,
  Envelope,
  Hint,
  Methods,
  Perform,
  type PerformParams,
  Refusal,
  Response,
  Search
} from "@lanyard/flash-protocol"
import { Json, type Request } from "@lanyard/wire"
import { Cause, Effect, Exit, Fiber, Option, Result } from "effect"
import type { Handlers } from "./Handlers.ts"
import type { Host, Lent } from "./Host.ts"
import type { Journal } from "./Journal.ts"
import type { Lane } from "./Lane.ts"
import type { Tasks } from "./Tasks.ts"
import * as Work from "./Work.ts"

/** What requests need of the plugin around them. */
export interface Surroundings {
  readonly handlers: Handlers
  /** Gives a handler its host. */
  readonly lend: (trace: string | undefined) => Lent
  readonly tasks: Tasks
  /** Waits until the lane has room for a frame. */
  readonly room: Lane["room"]
  readonly journal: Journal
}

/** Answers a request. */
export type Requests = (request: Request) => Effect.Effect<Response.Body>

/** What a request comes down to: the author's work, and how its value is answered. */
type Prepared = (host: Host) => Effect.Effect<Response.Body, unknown>

interface Surface {
  /** Reads params; the failure is the refusal to answer with. */
  readonly prepare: (params: unknown) => Result.Result<Prepared, string>
  /** Whether it is stopped before its deadline. */
  readonly stops: boolean
}

/** Makes the answers of one plugin. */
export const make = (surroundings: Surroundings): Requests => {
  const surfaces = surfacesOf(surroundings.handlers)
  return (request) => {
    const surface = surfaces.get(request.method)
    if (surface === undefined) return Effect.succeed(Response.failure(Refusal.unknownMethod(request.method)))
    const prepared = surface.prepare(request.params)
    return Result.isFailure(prepared)
      ? Effect.succeed(Response.failure(prepared.failure))
      : answer(surroundings, request, prepared.success, surface.stops)
  }
}

const answer = Effect.fnUntraced(function* (
  { journal, lend, room, tasks }: Surroundings,
  { id, method, deadline, trace }: Request,
  prepared: Prepared,
  stops: boolean
) {
  const { host, stop } = lend(trace)
  const fiber = tasks.run(prepared(host), trace)
  const ended = Fiber.await(fiber)
  const limit = stops ? deadline : undefined
  const exit =
    limit === undefined ? Option.some(yield* ended) : yield* Effect.timeoutOption(ended, Deadlines.earlyStop(limit))
  // The plugin is ending, and nothing is owed any more.
  if (tasks.isStopped()) return yield* Effect.never
  if (Option.isNone(exit)) {
    // Not waited for: the answer goes out now, whatever the handler does about it.
    fiber.interruptUnsafe()
    stop()
    journal.warn(`${method} exceeded its deadline`, { method, deadline_ms: limit ?? 0 }, trace)
  }
  const body = Option.match(exit, {
    onNone: () => Response.failure(Refusal.deadlineExceeded),
    onSome: Exit.match({
      onSuccess: (answered) => answered,
      onFailure: (cause) => {
        journal.failed(method, Cause.squash(cause), trace)
        return Response.failure(`${method} failed`)
      }
    })
  })
  yield* room(Envelope.plugin.reply(id, body))
  return body
})

const surfacesOf = (handlers: Handlers): ReadonlyMap<string, Surface> =>
  new Map<string, Surface>([
    [
      "evaluate",
      {
        stops: false,
        prepare: (params) =>
          Result.map(
            Methods.evaluate.decodeParams(params),
            (request) => (host) =>
              Effect.map(
                Work.run(() => handlers.evaluate?.(request, host) ?? []),
                Answer.reply
              )
          )
      }
    ],
    [
      "search",
      {
        stops: true,
        prepare: (params) =>
          Result.map(
            Methods.search.decodeParams(params),
            (request) => (host) =>
              Effect.map(
                Work.run(() => handlers.search?.(request, host) ?? []),
                Search.reply
              )
          )
      }
    ],
    [
      "hints",
      {
        stops: true,
        prepare: (params) =>
          Result.map(
            Methods.hints.decodeParams(params),
            (request) => (host) =>
              Effect.map(
                Work.run(() => handlers.hints?.(request, host) ?? { targets: [] }),
                (found) => Hint.reply(found, request)
              )
          )
      }
    ],
    [
      "perform",
      {
        stops: false,
        prepare: (params) =>
          Result.map(
            Methods.perform.decodeParams(params),
            (request) => (host) =>
              Effect.map(
                Work.run(() => perform(handlers, request, host)),
                (outcome) => encodable(Perform.reply(outcome ?? Perform.Outcome.Performed({})))
              )
          )
      }
    ]
  ])

const perform = (handlers: Handlers, params: PerformParams.Params, host: Host) => {
  const unhandled = Perform.Outcome.Unhandled()
  switch (params.kind) {
    case "resolve":
      return handlers.resolve === undefined ? unhandled : handlers.resolve(params.row, host)
    case "command":
      return handlers.command === undefined ? unhandled : handlers.command(params, host)
    case "action":
      return handlers.action === undefined ? unhandled : handlers.action(params, host)
    case "navigate":
      return handlers.navigate === undefined ? unhandled : handlers.navigate(params.url, host)
  }
}

/** Half of a surrogate pair is text that no frame can hold. */
const encodable = (body: Response.Body): Response.Body =>
  Result.match(Json.byteSize(body), {
    onFailure: () => Response.failure(Refusal.performNotEncodable),
    onSuccess: () => body
  })
