/** Turns of this process's event loop while nothing happens: what idle children cost their host. */
import { performance } from "node:perf_hooks"
import { setTimeout as pause } from "node:timers/promises"

const turns = () => performance.nodeTiming.uvMetricsInfo.loopCount

/** Turns within a period, once starting is over, without the one that ends the wait. */
export const whileIdle = async (seconds: number): Promise<number> => {
  await pause(3000)
  const before = turns()
  await pause(seconds * 1000)
  return turns() - before - 1
}
