/**
 * The author's work that runs: each piece is a fiber of its own. Stopping asks all of it to end and waits for none, since
 * code that refuses to end must hold up neither a reply nor the exit of the process.
 */
import { type Context, Effect, type Fiber, type Scope } from "effect"
import { Trace } from "./Trace.ts"

/** The author's work of one plugin. */
export interface Tasks {
  /** Starts a piece of work at once, under a trace if it serves one. After the stop it ends before it begins. */
  readonly run: <A>(work: Effect.Effect<A, unknown>, trace?: string) => Fiber.Fiber<A, unknown>
  readonly isStopped: () => boolean
  /** Ends all work; more than once changes nothing. */
  readonly stop: () => void
}

/** Makes room for work that the scope ends. */
export const make: Effect.Effect<Tasks, never, Scope.Scope> = Effect.gen(function* () {
  const context: Context.Context<never> = yield* Effect.context<never>()
  const fork = Effect.runForkWith(context)
  const running = new Set<Fiber.Fiber<unknown, unknown>>()
  let isStopped = false

  const tasks: Tasks = {
    run: (work, trace) => {
      const fiber = fork(Effect.provideService(isStopped ? Effect.interrupt : work, Trace, trace))
      running.add(fiber)
      fiber.addObserver(() => running.delete(fiber))
      return fiber
    },
    isStopped: () => isStopped,
    stop: () => {
      isStopped = true
      for (const fiber of running) fiber.interruptUnsafe()
    }
  }
  return yield* Effect.acquireRelease(Effect.succeed(tasks), ({ stop }) => Effect.sync(stop))
})
