/** Fifty plugins that start together: how long the host is deaf to everything else, and how long it takes. */
import { atMost, type Comparison, keepNothing } from "../measure.ts"
import * as fleet from "./fleet.ts"

const PLUGINS = 50

/** The longest stall that a person at a keyboard does not notice. */
const LIMIT = 40

/** Milliseconds between two looks; a stall is what they are apart beyond it. */
const LOOK = 1

/** Does something; returns how long the event loop stood still at the worst moment. */
const longestStall = async (job: () => Promise<unknown>) => {
  let longest = 0
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last - LOOK)
    last = now
  }
  const looking = setInterval(look, LOOK)
  await job()
  look()
  clearInterval(looking)
  return longest
}

const millis = async (job: () => Promise<unknown>) => {
  const from = performance.now()
  await job()
  return performance.now() - from
}

type Measure = (job: () => Promise<unknown>) => Promise<number>

const startRaw = (measure: Measure) => async () => {
  let close = async () => {}
  const figure = await measure(async () => {
    ;({ close } = await fleet.startRaw(PLUGINS))
  })
  await close()
  return figure
}

const startOurs = (measure: Measure) => async () => {
  const { close, host } = await fleet.open(fleet.specs(PLUGINS))
  const figure = await measure(() => fleet.start(host, PLUGINS))
  await close()
  return figure
}

export const starts: ReadonlyArray<Comparison> = [
  {
    name: `start of ${PLUGINS} plugins, to all at once`,
    unit: "ms",
    rounds: 7,
    contenders: keepNothing(startRaw(millis), startOurs(millis)),
    pinned: false,
    bound: atMost(1.1)
  },
  {
    name: `longest stall meanwhile, to all at once`,
    unit: "ms",
    rounds: 7,
    contenders: keepNothing(startRaw(longestStall), startOurs(longestStall)),
    pinned: false,
    bound: { text: `ours at most ${LIMIT}`, holds: (ours) => ours <= LIMIT }
  }
]
