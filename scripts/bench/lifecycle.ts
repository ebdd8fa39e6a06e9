/** What a child costs at its edges: from the start to its first word, and from the stop to the end of its group. */
import { once } from "node:events"
import { Deferred, Effect } from "effect"
import { atMost, type Comparison, keepNothing, within } from "./measure.ts"
import * as ours from "./ours.ts"
import type { Compiled } from "./programs.ts"
import * as raw from "./raw.ts"

const STARTS = 20

const readyRaw = (executable: string) => async () => {
  let spent = 0
  for (let i = 0; i < STARTS; i++) {
    const from = performance.now()
    const child = raw.start(executable)
    await raw.firstLine(child)
    spent += performance.now() - from
    await raw.kill(child)
  }
  return spent / STARTS
}

const firstNotification = (executable: string) =>
  Effect.gen(function* () {
    const child = yield* ours.start(executable)
    const ready = yield* Deferred.make<void>()
    yield* ours.peer(child, () => Deferred.doneUnsafe(ready, Effect.void))
    yield* Deferred.await(ready)
    return child
  })

const readyOurs = (executable: string) => () =>
  Effect.gen(function* () {
    let spent = 0
    for (let i = 0; i < STARTS; i++) {
      spent += yield* Effect.promise(() =>
        ours.run(
          Effect.suspend(() => {
            const from = performance.now()
            return Effect.map(firstNotification(executable), () => performance.now() - from)
          })
        )
      )
    }
    return spent / STARTS
  }).pipe(Effect.runPromise)

const stopRaw = (executable: string) => async () => {
  const child = raw.start(executable)
  await raw.firstLine(child)
  const from = performance.now()
  child.stdin.end()
  await once(child, "exit")
  return performance.now() - from
}

const stopOurs = (executable: string) => () =>
  ours.run(
    Effect.gen(function* () {
      const child = yield* firstNotification(executable)
      const from = performance.now()
      yield* child.stop
      return performance.now() - from
    })
  )

/** The shortest a tree that ignores everything but SIGKILL can take: the grace and the 500 ms after it. */
const LADDER = 1500

export const lifecycle = (programs: Compiled): ReadonlyArray<Comparison> => [
  {
    name: "start to ready of a small C child",
    unit: "ms",
    rounds: 9,
    contenders: keepNothing(readyRaw(programs.ready), readyOurs(programs.ready)),
    pinned: false,
    bound: atMost(1.1)
  },
  {
    name: "stop of a well-behaved child",
    unit: "ms",
    rounds: 15,
    contenders: keepNothing(stopRaw(programs.ready), stopOurs(programs.ready)),
    pinned: false,
    bound: within(5, "ms")
  },
  {
    name: "stop of a stubborn tree, to the ladder alone",
    unit: "ms",
    rounds: 3,
    contenders: keepNothing(() => Promise.resolve(LADDER), stopOurs(programs.stubborn)),
    pinned: false,
    bound: within(50, "ms")
  }
]
