/** What twenty idle children cost their host: turns of the event loop within twenty seconds. */
import { performance } from "node:perf_hooks"
import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { type Comparison, keepNothing } from "./measure.ts"
import * as ours from "./ours.ts"
import { echo } from "./programs.ts"
import * as raw from "./raw.ts"

const CHILDREN = 20
const SECONDS = 20

const turns = () => performance.nodeTiming.uvMetricsInfo.loopCount

const turnsDuring = async (seconds: number) => {
  const before = turns()
  await pause(seconds * 1000)
  return turns() - before
}

/** Turns within the period, once starting is over, without those that a wait takes when there is nothing else. */
const turnsWhileIdle = async () => {
  await pause(3000)
  return turnsDuring(SECONDS)
}

const alone = await turnsDuring(1)

const idleRaw = async () => {
  const children = Array.from({ length: CHILDREN }, () => raw.start(process.execPath, [echo]))
  await Promise.all(children.map((child) => raw.client(child)("ping", {})))
  const counted = (await turnsWhileIdle()) - alone
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
      return (yield* Effect.promise(turnsWhileIdle)) - alone
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
