/** The same jobs through the kernel: an owned child, and a peer on its pipes. */
import { type Child, Environment, OwnedChild } from "@lanyard/process"
import { layer } from "@lanyard/process/node"
import { type Envelope, type Notification, Peer } from "@lanyard/wire"
import { Effect, Exit, Scope } from "effect"

/** Runs a scoped job on real children. */
export const run = <A, E>(job: Effect.Effect<A, E, Scope.Scope | Child.Spawner>): Promise<A> =>
  Effect.runPromise(Effect.scoped(job).pipe(Effect.provide(layer)))

/** Opens what a scoped job makes, for as long as it is kept. */
export const keep = async <A, E>(job: Effect.Effect<A, E, Scope.Scope | Child.Spawner>) => {
  const scope = await Effect.runPromise(Scope.make())
  const value = await Effect.runPromise(Scope.provide(job, scope).pipe(Effect.provide(layer)))
  return { value, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** Starts a program that the scope owns. */
export const start = (executable: string, args: ReadonlyArray<string> = []) =>
  OwnedChild.spawn({ executable, args, cwd: "/", environment: Environment.empty })

// As small as an envelope can be, so that the figures are the peer's own.
const envelope: Envelope<unknown> = {
  decode: ({ id, method, params, result }) =>
    typeof method === "string"
      ? { _tag: "Notification", method, params }
      : { _tag: "Reply", id: id as number, body: result },
  request: (id, method, params) => ({ id, method, params }),
  notification: (method, params) => ({ method, params }),
  reply: (id, body) => ({ id, result: body })
}

const megabytes = 1024 * 1024

/** Puts a peer with generous limits on a child's pipes. */
export const peer = (child: Child.Child, notification: (notification: Notification) => void = () => {}) =>
  Peer.make({
    duplex: child.stdio,
    envelope,
    limits: {
      frameBytes: 16 * megabytes,
      outboxFrames: 1024,
      outboxBytes: 64 * megabytes,
      pending: 1024,
      inboundRequests: 64
    },
    handlers: { request: () => Effect.succeed(null), notification, violation: () => "fail" },
    replies: { tooLong: null, defect: null, capacity: null }
  })
