/** What crosses a line: round trips one by one, round trips side by side, notifications, and one very long line. */
import { Json, LineFraming } from "@lanyard/wire"
import { Deferred, Effect, Exit } from "effect"
import {
  atLeast,
  atMost,
  type Comparison,
  type Contenders,
  forScale,
  keepNothing,
  median,
  onSeveral
} from "./measure.ts"
import * as ours from "./ours.ts"
import { echo, notify } from "./programs.ts"
import * as raw from "./raw.ts"

const params = { q: "hello" }
const deadline = 5000

/** Calls before the counted ones: what is measured is compiled code. */
const WARM_UP = 3000

const BLOCK = 200
const PARALLEL = 20_000
const IN_FLIGHT = 64
const NOTIFICATIONS = 100_000

/** One call after another, or many at a time, over a child of its own. */
interface Client {
  readonly call: Effect.Effect<unknown, unknown>
  readonly close: () => Promise<void>
}

/** The kernel's. */
const peer = async (): Promise<Client> => {
  const kept = await ours.keep(Effect.flatMap(ours.start(process.execPath, [echo]), (child) => ours.peer(child)))
  return { call: kept.value.call("ping", params, { deadline }), close: kept.close }
}

/** The least that a call costs which a fiber waits for: the raw client, resumed by a callback. */
const bare = (coalesced: boolean) => async (): Promise<Client> => {
  const child = raw.start(process.execPath, [echo])
  const send = raw.requests(child, coalesced ? raw.coalesced(child) : undefined)
  const call = Effect.callback<unknown>((resume) => {
    const forget = send("ping", params, (result) => resume(Exit.succeed(result)))
    return Effect.sync(forget)
  })
  return { call, close: () => raw.kill(child) }
}

/**
 * Blocks of calls that take turns on two children which both stay: a machine at rest and a busy one differ by more than
 * the contenders do, and so both see the same machine.
 */
const sequential = (open: () => Promise<Client>) => async (): Promise<Contenders> => {
  const child = raw.start(process.execPath, [echo])
  const rawCall = raw.client(child)
  const { call, close } = await open()

  const rawBlock = async (size: number) => {
    const times: Array<number> = []
    for (let i = 0; i < size; i++) {
      const from = performance.now()
      await rawCall("ping", params)
      times.push(performance.now() - from)
    }
    return median(times) * 1000
  }
  const block = (size: number) =>
    Effect.gen(function* () {
      const times: Array<number> = []
      for (let i = 0; i < size; i++) {
        const from = performance.now()
        yield* call
        times.push(performance.now() - from)
      }
      return median(times) * 1000
    })

  await rawBlock(WARM_UP)
  await Effect.runPromise(block(WARM_UP))
  return {
    raw: () => rawBlock(BLOCK),
    ours: () => Effect.runPromise(block(BLOCK)),
    close: async () => {
      await raw.kill(child)
      await close()
    }
  }
}

const perSecond = (count: number, from: number) => (count / (performance.now() - from)) * 1000

const parallelRaw = (coalesced: boolean) => async () => {
  const child = raw.start(process.execPath, [echo])
  const call = coalesced ? raw.client(child, raw.coalesced(child)) : raw.client(child)
  for (let i = 0; i < WARM_UP; i++) await call("ping", params)
  const from = performance.now()
  let sent = 0
  const worker = async () => {
    while (sent++ < PARALLEL) await call("ping", params)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  const rate = perSecond(PARALLEL, from)
  await raw.kill(child)
  return rate
}

const parallel = (open: () => Promise<Client>) => async () => {
  const { call, close } = await open()
  return Effect.runPromise(
    Effect.gen(function* () {
      for (let i = 0; i < WARM_UP; i++) yield* call
      const from = performance.now()
      let sent = 0
      const worker = Effect.gen(function* () {
        while (sent++ < PARALLEL) yield* call
      })
      yield* Effect.all(
        Array.from({ length: IN_FLIGHT }, () => worker),
        { concurrency: "unbounded", discard: true }
      )
      return perSecond(PARALLEL, from)
    }).pipe(Effect.ensuring(Effect.promise(close)))
  )
}

const inboundRaw = async () => {
  const child = raw.start(process.execPath, [notify, String(NOTIFICATIONS)])
  const { promise, resolve } = Promise.withResolvers<void>()
  let seen = 0
  child.stdout.on(
    "data",
    raw.lines((line) => {
      const { method } = JSON.parse(line) as { readonly method: string }
      if (method === "log" && ++seen === NOTIFICATIONS) resolve()
    })
  )
  const from = performance.now()
  child.stdin.write("go\n")
  await promise
  const rate = perSecond(NOTIFICATIONS, from)
  await raw.kill(child)
  return rate
}

const inboundOurs = () =>
  ours.run(
    Effect.gen(function* () {
      const child = yield* ours.start(process.execPath, [notify, String(NOTIFICATIONS)])
      const all = yield* Deferred.make<void>()
      let seen = 0
      yield* ours.peer(child, ({ method }) => {
        if (method === "log" && ++seen === NOTIFICATIONS) Deferred.doneUnsafe(all, Effect.void)
      })
      const from = performance.now()
      child.stdio.write("go\n")
      yield* Deferred.await(all)
      return perSecond(NOTIFICATIONS, from)
    })
  )

/** A buffer, as every chunk from a pipe is. */
const longLine = Buffer.from(`{"method":"log","params":{"text":"${"x".repeat(10 * 1024 * 1024 - 40)}"}}\n`)

/** From bytes to a value, as a peer reads it. */
const reading = (chunkBytes: number) => async () => {
  const from = performance.now()
  for (let round = 0; round < 5; round++) {
    let framer = LineFraming.make(longLine.length)
    for (let at = 0; at < longLine.length; at += chunkBytes) {
      const [next, found] = LineFraming.push(framer, longLine.subarray(at, at + chunkBytes))
      framer = next
      for (const framed of found) if (framed !== LineFraming.tooLong) Json.parseLines(framed)
    }
  }
  return (performance.now() - from) / 5
}

export const traffic: ReadonlyArray<Comparison> = [
  {
    name: "sequential round trip, p50",
    unit: "µs",
    rounds: 101,
    contenders: onSeveral(5, sequential(peer)),
    pinned: true,
    bound: atMost(1.15)
  },
  {
    name: "sequential, a bare callback of Effect",
    unit: "µs",
    rounds: 101,
    contenders: onSeveral(5, sequential(bare(false))),
    pinned: true,
    bound: forScale
  },
  {
    name: "64 in flight",
    unit: "calls/s",
    rounds: 9,
    contenders: keepNothing(parallelRaw(false), parallel(peer)),
    pinned: true,
    bound: atLeast(2)
  },
  {
    name: "64 in flight, to writes coalesced by hand",
    unit: "calls/s",
    rounds: 9,
    contenders: keepNothing(parallelRaw(true), parallel(peer)),
    pinned: true,
    bound: forScale
  },
  {
    name: "64 in flight, bare callbacks of Effect, coalesced",
    unit: "calls/s",
    rounds: 9,
    contenders: keepNothing(parallelRaw(false), parallel(bare(true))),
    pinned: true,
    bound: forScale
  },
  {
    name: "100,000 inbound notifications",
    unit: "lines/s",
    rounds: 9,
    contenders: keepNothing(inboundRaw, inboundOurs),
    pinned: true,
    bound: atLeast(0.8)
  },
  {
    name: "10 MiB line in 4 KiB chunks, to one chunk",
    unit: "ms",
    rounds: 9,
    contenders: keepNothing(reading(longLine.length), reading(4096)),
    pinned: true,
    bound: atMost(2)
  }
]
