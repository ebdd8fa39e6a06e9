/** What twenty idle children cost their host: turns of the event loop within twenty seconds. */
import { Effect } from "effect"
import { type Comparison, keepNothing } from "./measure.ts"
import * as ours from "./ours.ts"
import { echo } from "./programs.ts"
import * as raw from "./raw.ts"
import { whileIdle } from "./turns.ts"

const CHILDREN = 20
const SECONDS = 20

const idleRaw = async () => {
  const children = Array.from({ length: CHILDREN }, () => raw.start(process.execPath, [echo]))
  await Promise.all(children.map((child) => raw.client(child)("ping", {})))
  const counted = await whileIdle(SECONDS)
  await Promise.all(children.map(raw.kill))
  return counted
}

const idleOurs = () =>
  ours.run(
    Effect.gen(function* () {
      const one = Effect.gen(function* () {
        const peer = yield* ours.peer(yield* ours.start(process.execPath, [echo]))
        yield* peer.call("ping", {}, { deadline: "10 seconds" })
      })
      yield* Effect.all(
        Array.from({ length: CHILDREN }, () => one),
        { concurrency: "unbounded" }
      )
      return yield* Effect.promise(() => whileIdle(SECONDS))
    })
  )

const LIMIT = 2

export const idle: ReadonlyArray<Comparison> = [
  {
    name: `wake-ups in ${SECONDS} s with ${CHILDREN} idle children`,
    unit: "turns",
    rounds: 1,
    contenders: keepNothing(idleRaw, idleOurs),
    pinned: false,
    bound: { text: `ours at most ${LIMIT}`, holds: (found) => found <= LIMIT }
  }
]
