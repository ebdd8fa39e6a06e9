/**
 * A plugin's real serve-loop over memory: the test is the host and writes what it likes. It takes any loop that runs over a
 * duplex, whoever wrote it, and under a test clock the plugin's time stands still until the test moves it.
 */
import type { Duplex, JsonObject } from "@lanyard/wire"
import { Effect, Exit, Fiber, type Scope } from "effect"
import * as ByteDuplex from "./ByteDuplex.ts"
import * as HeldEnd from "./HeldEnd.ts"
import type * as Inbox from "./Inbox.ts"
import type { NothingCame } from "./NothingCame.ts"

/** A plugin under test; `E` is what its loop fails with. */
export interface WireHarness<E = never>
  extends Pick<
    HeldEnd.HeldEnd,
    | "send"
    | "sendRaw"
    | "receive"
    | "receiveResponse"
    | "receiveNotification"
    | "receiveRequest"
    | "unread"
    | "transcript"
  > {
  /** Sends a request and takes its reply's `result`; ids are counted up from 1. */
  readonly ask: (method: string, params?: unknown, extra?: JsonObject) => Effect.Effect<unknown, NothingCame>
  /** Ends the plugin's input, which is the signal to leave. */
  readonly closeStdin: Effect.Effect<void>
  /** Waits until the loop has returned; returns the frames that nobody took, oldest first. */
  readonly finished: (options?: Inbox.Patience) => Effect.Effect<ReadonlyArray<JsonObject>, E | NothingCame>
}

/** How the harness is made. */
export interface Options extends Inbox.Patience {
  /** Largest chunk in which the plugin reads; unlimited if not given. */
  readonly chunkBytes?: number
}

/** Runs a loop until the scope closes, which interrupts it. */
export const make = Effect.fn("WireHarness.make")(function* <E, R>(
  serve: (duplex: Duplex) => Effect.Effect<unknown, E, R>,
  { chunkBytes, ...options }: Options = {}
): Effect.fn.Return<WireHarness<E>, never, R | Scope.Scope> {
  const [held, tested] = ByteDuplex.pair(chunkBytes === undefined ? {} : { chunkBytes })
  const end = yield* HeldEnd.make(held, options)
  const loop = yield* Effect.forkScoped(serve(tested), { startImmediately: true })
  // What the loop wrote last is still on its way when it returns.
  yield* Effect.forkScoped(Effect.andThen(Fiber.await(loop), Effect.andThen(Effect.yieldNow, end.over)))
  let nextId = 1

  return {
    ...end,
    ask: (method, params = {}, extra = {}) =>
      Effect.suspend(() => {
        const id = nextId++
        return end.send({ id, method, params, ...extra }).pipe(
          Effect.andThen(end.receiveResponse(id)),
          Effect.map(({ result }) => result)
        )
      }),
    closeStdin: end.end,
    finished: (given) =>
      Effect.gen(function* () {
        const returned = yield* end.within(Fiber.await(loop), "the plugin to finish", given)
        yield* Effect.yieldNow
        yield* Exit.asVoid(returned)
        return end.unread()
      })
  }
})
