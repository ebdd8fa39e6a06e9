/**
 * Everything a plugin writes, in one lane: what is submitted first leaves first, so a status is there before the reply that
 * follows it. When the lane is full, notifications are dropped, replies of handlers wait, and any other reply closes the
 * connection, because it must not wait.
 */
import { Constants, Envelope, Refusal, Response } from "@lanyard/flash-protocol"
import { type Duplex, type DuplexReader, Json, type Limits, Peer } from "@lanyard/wire"
import { Deferred, Effect, Exit, Result, type Scope } from "effect"

/** The lane of one connection, and the peer at its end. */
export interface Lane {
  readonly peer: Peer.Peer<Response.Body>
  /** Sends a notification; false says that it was dropped, which stderr is told. */
  readonly notify: (method: string, params: unknown) => boolean
  /** Waits, behind everything that waits already, until this frame fits. */
  readonly room: (frame: unknown) => Effect.Effect<void>
  /** Writes what waits and ends the output; done when the pipe has taken all of it, or takes nothing any more. */
  readonly end: Effect.Effect<void>
}

/** What a lane is made of. */
export interface Options {
  readonly duplex: Duplex
  readonly handlers: Peer.Handlers<Response.Body>
  /** Takes a line for stderr. */
  readonly diagnose: (line: string) => void
}

const { plugin_host_calls, plugin_outbound_bytes, plugin_outbound_frames } = Constants.transport

const bounds: Limits = {
  frameBytes: Constants.quotas.frame_bytes,
  outboxFrames: plugin_outbound_frames,
  outboxBytes: plugin_outbound_bytes,
  pending: plugin_host_calls,
  // Handlers have a bound of their own, which leaves `ping` and `initialize` out.
  inboundRequests: Number.POSITIVE_INFINITY
}

/** Opens the lane until the scope closes. */
export const make = Effect.fnUntraced(function* ({
  diagnose,
  duplex,
  handlers
}: Options): Effect.fn.Return<Lane, never, Scope.Scope> {
  const ended = yield* Deferred.make<void>()
  const waiting = new Set<Waiting>()
  let isFull = false

  // Frames leave at the end of the turn that they were submitted in: while the pipe takes them, a burst is no backlog.
  const limits: Limits = {
    ...bounds,
    get outboxFrames() {
      return isFull ? bounds.outboxFrames : Number.POSITIVE_INFINITY
    }
  }

  const fits = (bytes: number): boolean => {
    const queued = peer.queued()
    return queued.frames < limits.outboxFrames && queued.bytes + bytes + 1 <= limits.outboxBytes
  }

  const admit = () => {
    for (const next of waiting) {
      if (!fits(next.bytes)) return
      waiting.delete(next)
      // Goes on at once and submits its frame, so the next one is measured against what is left.
      next.resume(Effect.void)
    }
  }

  const room = (frame: unknown) =>
    Effect.callback<void>((resume) => {
      const bytes = waiting.size === 0 && fits(bounds.frameBytes) ? 0 : sizeOf(frame)
      if (waiting.size === 0 && fits(bytes)) return resume(Effect.void)
      const next = { bytes, resume }
      waiting.add(next)
      return Effect.sync(() => waiting.delete(next))
    })

  const watched = watch(duplex, {
    moved: (takes) => {
      isFull = !takes
      if (waiting.size > 0) queueMicrotask(admit)
    },
    ended: () => Deferred.doneUnsafe(ended, Exit.void)
  })

  const peer: Peer.Peer<Response.Body> = yield* Peer.make<Response.Body>({
    duplex: watched,
    envelope: Envelope.plugin,
    limits,
    handlers,
    replies: {
      tooLong: Response.failure(Refusal.frameOverflow),
      defect: Response.failure(notEncodable),
      capacity: Response.failure(Refusal.requestCapacity)
    }
  })

  const notify = (method: string, params: unknown): boolean => {
    const sent = waiting.size > 0 ? full : Effect.runSyncExit(peer.notify(method, params))
    if (Exit.isFailure(sent)) diagnose(`dropped a ${method} notification that could not be sent`)
    return Exit.isSuccess(sent)
  }

  return { peer, notify, room, end: Effect.andThen(peer.end, Deferred.await(ended)) }
})

/** Answers a request whose handler returned what no JSON text can hold. */
const notEncodable = "response could not be encoded"

const full = Exit.fail(undefined)

interface Waiting {
  readonly bytes: number
  readonly resume: (go: Effect.Effect<void>) => void
}

/** What the lane hears of its pipe, after the peer did. */
interface Watcher {
  /** Some of what waited may have left; whether the pipe takes more. */
  readonly moved: (takes: boolean) => void
  /** The output is over: ended after its last frame, or broken. */
  readonly ended: () => void
}

const watch = (duplex: Duplex, { ended, moved }: Watcher): Duplex => ({
  open: (reader: DuplexReader) =>
    duplex.open({
      ...reader,
      drain: () => {
        moved(true)
        reader.drain()
      },
      broken: () => {
        reader.broken()
        ended()
      }
    }),
  write: (text) => {
    const taken = duplex.write(text)
    moved(taken)
    return taken
  },
  end: () => {
    duplex.end()
    ended()
  }
})

/** The bytes of a frame; one that cannot be sent is replaced by a short one. */
const sizeOf = (frame: unknown): number => Result.getOrElse(Json.byteSize(frame, bounds.frameBytes), () => 0)
