/** Ten thousand events to twenty plugins: what the others notice of one that never reads. */
import { Effect } from "effect"
import { atMost, type Comparison, keepNothing } from "../measure.ts"
import * as fleet from "./fleet.ts"

const PLUGINS = 20
const EVENTS = 10_000

/** Events told at once. They queue up at the one that does not read until it is replaced. */
const BURST = 50

const launched = {
  name: "core:apps.launched",
  payload: { bundle_id: "com.example.app", localized_name: "App", pid: 4242 }
} as const

/**
 * Tells all events; returns the milliseconds from a burst to the moment at which the first nineteen have handled it, which
 * their answer to a probe behind it shows, on average.
 */
const delay = (deaf: number) => async () => {
  const { close, host } = await fleet.open(fleet.specs(PLUGINS, deaf))
  await fleet.start(host, PLUGINS)
  const others = Array.from({ length: PLUGINS - 1 }, (_, at) => host.ping(`bench-${at}`))
  const burst = Effect.andThen(
    Effect.repeat(host.tell(launched), { times: BURST - 1 }),
    Effect.all(others, { concurrency: "unbounded" })
  )
  const bursts = EVENTS / BURST
  const spent = await Effect.runPromise(
    Effect.gen(function* () {
      // Compiled code is what is measured.
      for (let warm = 0; warm < 20; warm++) yield* burst
      const from = performance.now()
      for (let told = 0; told < bursts; told++) {
        const alive = yield* burst
        if (alive.includes(false)) throw new Error("a plugin that reads was lost")
      }
      return performance.now() - from
    })
  )
  await close()
  return spent / bursts
}

export const events: ReadonlyArray<Comparison> = [
  {
    name: `a burst of events past one that never reads, to none`,
    unit: "ms",
    rounds: 5,
    contenders: keepNothing(delay(0), delay(1)),
    pinned: true,
    bound: atMost(1.1)
  }
]
