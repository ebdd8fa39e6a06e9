import { PassThrough } from "node:stream"
import { describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { fromStreams } from "../src/node.ts"
import { farSide, MemoryDuplex, peerSuite } from "../src/testing/index.ts"

const memory = (options: MemoryDuplex.PairOptions) =>
  Effect.gen(function* () {
    const [near, far] = MemoryDuplex.pair(options)
    yield* Effect.forkScoped(farSide.serve(far.duplex), { startImmediately: true })
    return near.duplex
  })

const streams = Effect.gen(function* () {
  const [toFar, toNear] = [new PassThrough(), new PassThrough()]
  yield* Effect.forkScoped(farSide.serve(fromStreams(toFar, toNear)), { startImmediately: true })
  return fromStreams(toNear, toFar)
})

describe.each([
  ["memory", memory({})],
  ["memory in chunks of 100 bytes, full after 1 KiB", memory({ chunkBytes: 100, highWaterMark: 1024 })],
  ["streams of this process", streams]
] as const)("Peer over %s", (_name, connect) => {
  for (const { title, run } of peerSuite(connect)) it.live(title, () => Effect.provide(run, Logger.layer([])))
})
