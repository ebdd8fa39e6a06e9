/**
 * The repositories that a configuration names, on their way to being folders. Nobody waits for one: it is told when it is there,
 * or why it is not, and one that is named no more is given up and never told.
 */
import { Data, Effect, Equal, Fiber, FiberSet, Result, type Scope, Semaphore } from "effect"
import { Materializer, type NotMaterialised, type Repository } from "./Materializer.ts"
import { print } from "./ThirdParty.ts"

/** A repository is still on its way. */
export class RepositoryAwaited extends Data.TaggedError("RepositoryAwaited")<{
  /** The entry, as a configuration has it. */
  readonly entry: string
}> {
  override get message(): string {
    return `${this.entry} is being fetched`
  }
}

/** Why there is no folder of a repository now. */
export type Absence = NotMaterialised | RepositoryAwaited

/** Repositories by their entries. */
export interface Arrivals {
  /**
   * Asks for these and gives up all others; what was found of one earlier counts until it is asked for to the end. One that has just
   * failed is not tried again before that was told.
   */
  readonly ask: (repositories: ReadonlyArray<Repository>) => void
  /** What is known of an entry now. */
  readonly find: (entry: string) => Result.Result<string, Absence>
  /** Waits until nothing that is asked for is on its way, and all of it was told. */
  readonly settled: Effect.Effect<void>
}

/**
 * Makes arrivals that the scope owns, four on their way at a time. `told` takes an entry of which something else is known than
 * before; the entry counts as on its way until it settles.
 */
export const make = Effect.fnUntraced(function* (
  told: (entry: string) => Effect.Effect<void>
): Effect.fn.Return<Arrivals, never, Materializer | Scope.Scope> {
  const materializer = yield* Materializer
  const run = yield* FiberSet.makeRuntime()
  const places = yield* Semaphore.make(4)
  const found = new Map<string, Result.Result<string, NotMaterialised>>()
  const coming = new Map<string, Fiber.Fiber<void>>()

  const come = Effect.fnUntraced(function* (repository: Repository) {
    const entry = print(repository)
    const result = yield* places.withPermit(Effect.result(materializer.folder(repository)))
    const isNews = !Equal.equals(found.get(entry), result)
    found.set(entry, result)
    if (isNews) yield* told(entry)
  })

  const begin = (repository: Repository) => {
    const entry = print(repository)
    if (coming.has(entry)) return
    const fiber = run(come(repository))
    coming.set(entry, fiber)
    fiber.addObserver(() => {
      if (coming.get(entry) === fiber) coming.delete(entry)
    })
  }

  const settled: Effect.Effect<void> = Effect.suspend(() =>
    coming.size === 0 ? Effect.void : Effect.andThen(Effect.forEach([...coming.values()], Fiber.await), settled)
  )

  return {
    ask: (repositories) => {
      const named = new Set(repositories.map(print))
      for (const [entry, fiber] of coming) {
        if (named.has(entry)) continue
        coming.delete(entry)
        fiber.interruptUnsafe()
      }
      for (const entry of found.keys()) if (!named.has(entry)) found.delete(entry)
      for (const repository of repositories) begin(repository)
    },
    find: (entry) => found.get(entry) ?? Result.fail(new RepositoryAwaited({ entry })),
    settled
  }
})
