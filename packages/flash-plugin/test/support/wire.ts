/** A plugin served in memory: the test is its host, frame by frame. */
import { assert } from "@effect/vitest"
import { LineFraming } from "@lanyard/wire"
import { MemoryDuplex } from "@lanyard/wire/testing"
import { Deferred, Effect, Fiber, Queue, type Scope } from "effect"
import * as Environment from "../../src/Environment.ts"
import type { Handlers, Manifest } from "../../src/Handlers.ts"
import * as Serve from "../../src/Serve.ts"

/** A frame, as JSON has it. */
export type Frame = Readonly<Record<string, unknown>>

/** The host's end. */
export interface Wire {
  readonly send: (frame: Frame) => void
  readonly sendText: (text: string) => void
  readonly sendBytes: (bytes: Uint8Array) => void
  /** Waits for the next frame. */
  readonly receive: Effect.Effect<Frame>
  /** Waits for the reply to a request; what comes before it is passed over. */
  readonly reply: (id: number) => Effect.Effect<Frame>
  /** Waits for a notification and returns its params; what comes before it is passed over. */
  readonly notification: (method: string) => Effect.Effect<Frame>
  /** Returns what comes before the reply to a ping that is sent now. */
  readonly untilPong: Effect.Effect<ReadonlyArray<Frame>>
  /** Ends the plugin's input. */
  readonly close: () => void
  readonly ended: Effect.Effect<Serve.Ended>
  readonly isEnded: () => boolean
  /** The plugin's end of the pipe. */
  readonly pipe: MemoryDuplex.MemoryEnd
  readonly far: MemoryDuplex.MemoryEnd
  readonly diagnosed: ReadonlyArray<string>
}

/** What a test may set. */
export interface Options extends MemoryDuplex.PairOptions, Pick<Serve.Options, "orphaned" | "flushed"> {
  readonly variables?: Environment.Variables
  readonly manifest?: Manifest
}

/** Everything declared, so that any handler fits. */
export const everything: Manifest = {
  sources: [{ live: true }],
  query: {},
  commands: [{}],
  actions: ["tab_new"],
  navigation: ["x"],
  hints: {},
  listen: ["core:*"]
}

/** Fills in the handlers that `everything` asks for. */
export const handling = (handlers: Handlers): Handlers => ({
  search: () => [],
  evaluate: () => [],
  command: () => undefined,
  action: () => undefined,
  navigate: () => undefined,
  hints: () => ({ targets: [] }),
  ...handlers
})

/** Serves handlers until the scope closes; nothing was sent yet. */
export const serve = Effect.fnUntraced(function* (
  handlers: Handlers,
  { variables = {}, manifest = everything, orphaned, flushed, ...pair }: Options = {}
): Effect.fn.Return<Wire, never, Scope.Scope> {
  const [pipe, far] = MemoryDuplex.pair(pair)
  const frames = yield* Queue.unbounded<Frame>()
  const diagnosed: Array<string> = []
  let framer = LineFraming.make(64 * 1024 * 1024)
  far.duplex.open({
    chunk: (bytes) => {
      const [next, found] = LineFraming.push(framer, bytes)
      framer = next
      for (const run of found) {
        assert(run !== LineFraming.tooLong)
        for (const line of new TextDecoder().decode(run).split("\n")) Queue.offerUnsafe(frames, JSON.parse(line))
      }
    },
    end: () => {},
    drain: () => {},
    broken: () => {}
  })
  const plugin = { manifest, handlers: manifest === everything ? handling(handlers) : handlers }
  const fiber = yield* Effect.forkScoped(
    Effect.orDie(
      Serve.serve(plugin, {
        duplex: pipe.duplex,
        environment: Environment.read(variables),
        diagnose: (line) => diagnosed.push(line),
        ...(orphaned === undefined ? {} : { orphaned }),
        ...(flushed === undefined ? {} : { flushed })
      })
    ),
    { startImmediately: true }
  )

  const sendText = (text: string) => {
    far.duplex.write(text)
  }
  const send = (frame: Frame) => sendText(`${JSON.stringify(frame)}\n`)
  const receive = Queue.take(frames)
  const until = (isIt: (frame: Frame) => boolean): Effect.Effect<Frame> =>
    Effect.filterOrElse(receive, isIt, () => until(isIt))
  const before = (id: number, seen: ReadonlyArray<Frame>): Effect.Effect<ReadonlyArray<Frame>> =>
    Effect.flatMap(receive, (frame) =>
      frame.id === id && "result" in frame ? Effect.succeed(seen) : before(id, [...seen, frame])
    )
  let pings = 900_000

  return {
    send,
    sendText,
    sendBytes: (bytes) => pipe.deliver(bytes),
    receive,
    reply: (id) =>
      Effect.map(
        until((frame) => frame.id === id && "result" in frame),
        ({ result }) => result as Frame
      ),
    notification: (method) =>
      Effect.map(
        until((frame) => frame.method === method),
        ({ params }) => params as Frame
      ),
    untilPong: Effect.suspend(() => {
      send({ id: ++pings, method: "ping" })
      return before(pings, [])
    }),
    close: far.duplex.end,
    ended: Fiber.join(fiber),
    isEnded: () => fiber.pollUnsafe() !== undefined,
    pipe,
    far,
    diagnosed
  }
})

export const initialize: Frame = { id: 1, method: "initialize", params: { protocol_version: 1 } }

/** Serves handlers and gets through the handshake and through `start`, as far as that does not wait. */
export const started = Effect.fnUntraced(function* (handlers: Handlers, options?: Options) {
  const begun = yield* Deferred.make<void>()
  const start: Handlers["start"] = (host) => {
    const work = handlers.start?.(host)
    Deferred.doneUnsafe(begun, Effect.void)
    return work
  }
  const wire = yield* serve({ ...handlers, start }, options)
  wire.send(initialize)
  assert.deepStrictEqual(yield* wire.receive, { id: 1, result: { ok: true, protocol_version: 1 } })
  yield* Deferred.await(begun)
  // Whatever it said so far is passed over.
  yield* wire.untilPong
  return wire
})
