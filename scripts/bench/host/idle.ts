/** What twenty idle plugins cost their host, to the same processes by hand. */
import { type Comparison, keepNothing, within } from "../measure.ts"
import { whileIdle } from "../turns.ts"
import * as fleet from "./fleet.ts"

const PLUGINS = 20

/** Long enough for one sweep that looks for silent plugins, and shorter than the silence after which they are probed. */
const SECONDS = 45

const idleRaw = async () => {
  const { close } = await fleet.startRaw(PLUGINS)
  const turns = await whileIdle(SECONDS)
  await close()
  return turns
}

const idleOurs = async () => {
  const { close, host } = await fleet.open(fleet.specs(PLUGINS))
  await fleet.start(host, PLUGINS)
  const turns = await whileIdle(SECONDS)
  await close()
  return turns
}

/** One wake-up in thirty seconds, which takes two turns: one for the timer, one for what it resumes. */
const LIMIT = 2

export const idlePlugins: ReadonlyArray<Comparison> = [
  {
    name: `turns in ${SECONDS} s with ${PLUGINS} idle plugins`,
    unit: "turns",
    rounds: 1,
    contenders: keepNothing(idleRaw, idleOurs),
    pinned: false,
    bound: within(LIMIT, "turns")
  }
]
