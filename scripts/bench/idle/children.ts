/** Twenty idle children, by hand and through the kernel; resolves to the turns of the event loop that they cost. */
import { Effect } from "effect"
import * as kernel from "../ours.ts"
import { echo } from "../programs.ts"
import * as hand from "../raw.ts"
import { whileIdle } from "./turns.ts"

export const CHILDREN = 20
export const SECONDS = 20

export const raw = async () => {
  const children = Array.from({ length: CHILDREN }, () => hand.start(process.execPath, [echo]))
  await Promise.all(children.map((child) => hand.client(child)("ping", {})))
  const counted = await whileIdle(SECONDS)
  await Promise.all(children.map(hand.kill))
  return counted
}

export const ours = () =>
  kernel.run(
    Effect.gen(function* () {
      const one = Effect.gen(function* () {
        const peer = yield* kernel.peer(yield* kernel.start(process.execPath, [echo]))
        yield* peer.call("ping", {}, { deadline: "10 seconds" })
      })
      yield* Effect.all(
        Array.from({ length: CHILDREN }, () => one),
        { concurrency: "unbounded" }
      )
      return yield* Effect.promise(() => whileIdle(SECONDS))
    })
  )
