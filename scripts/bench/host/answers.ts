/** What twenty evaluators cost together: an input's merged answer, to the slowest of as many round trips by hand. */
import { Effect } from "effect"
import { atMost, type Comparison, type Contenders } from "../measure.ts"
import * as fleet from "./fleet.ts"

const PLUGINS = 20
const WARM_UP = 500

/** Inputs a round; the figure is their 99th percentile. */
const INPUTS = 200

const params = { query: "6 * 7", scope: "all", surface: "bench" } as const

const slow = (times: ReadonlyArray<number>) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!

const contenders = async (): Promise<Contenders> => {
  const byHand = await fleet.startRaw(PLUGINS)
  const { close, host } = await fleet.open(fleet.specs(PLUGINS))
  await fleet.start(host, PLUGINS)

  const timesRaw = async (inputs: number) => {
    const times: Array<number> = []
    for (let input = 0; input < inputs; input++) {
      const from = performance.now()
      let slowest = 0
      const noted = byHand.calls.map(async (call) => {
        await call("evaluate", params)
        slowest = Math.max(slowest, performance.now() - from)
      })
      await Promise.all(noted)
      times.push(slowest)
    }
    return times
  }
  const timesOurs = (inputs: number) =>
    Effect.gen(function* () {
      const times: Array<number> = []
      for (let input = 0; input < inputs; input++) {
        const from = performance.now()
        const evaluations = yield* host.evaluate(params)
        times.push(performance.now() - from)
        if (evaluations.length !== PLUGINS) throw new Error(`only ${evaluations.length} of ${PLUGINS} answered`)
      }
      return times
    })

  await timesRaw(WARM_UP)
  await Effect.runPromise(timesOurs(WARM_UP))
  return {
    raw: async () => slow(await timesRaw(INPUTS)),
    ours: async () => slow(await Effect.runPromise(timesOurs(INPUTS))),
    close: async () => {
      await byHand.close()
      await close()
    }
  }
}

export const answers: ReadonlyArray<Comparison> = [
  {
    name: `merged answer of ${PLUGINS} evaluators, p99, to the slowest`,
    unit: "ms",
    rounds: 31,
    contenders,
    pinned: true,
    bound: atMost(1.5)
  }
]
