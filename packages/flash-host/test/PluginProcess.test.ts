import { assert, describe, it } from "@effect/vitest"
import { Perform, type PerformParams } from "@lanyard/flash-protocol"
import { Script } from "@lanyard/process/testing"
import { Effect, Fiber } from "effect"
import { advance, host, serving } from "./support/scripted.ts"

const command = (subcommand: string): PerformParams.Params => ({
  kind: "command",
  command: "scripted",
  subcommand,
  args: [],
  raw: ""
})
const run = command("run")
const done = '{"ok":true,"message":"done"}'
const performs: Script.Script = { answers: serving((method) => (method === "perform" ? done : undefined)) }
const performed = Perform.Outcome.Performed({ message: "done" })
const unhandled = Perform.Outcome.Unhandled()
const query = { query: "1", scope: "all", surface: "test" } as const
const row = '{"source":"scripted.items","title":"one"}'
const publish = (rows: string): Script.Emission => ({
  at: 10,
  text: `{"method":"publish","params":{"rows":${rows}}}\n`
})

describe("Restarts", () => {
  it.effect("come after 1, 2, 3, 4 and 5 s; the sixth failure within 300 s parks and drops the catalog", () =>
    Effect.gen(function* () {
      const { plugins, times, state } = yield* host(() => ({
        answers: serving(),
        emits: [publish(`[${row}]`)],
        ends: Script.exits(20)
      }))
      yield* plugins.start
      yield* advance(15_000)
      assert.strictEqual((yield* plugins.catalog("scripted")).length, 1)
      yield* advance("1 hour")
      assert.deepStrictEqual(times("started"), [0, 1020, 3040, 6060, 10_080, 15_100])
      assert.strictEqual((yield* state)?._tag, "Parked")
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [])
    })
  )

  it.effect("follow an exit with status 0 too (F1)", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* host(() => ({ answers: serving(), ends: Script.exits(50, 0) }))
      yield* plugins.start
      yield* advance(300)
      assert.deepInclude(of("AttemptFailed")[0]?.failure, { _tag: "PluginExited", ready: true })
    })
  )

  it.effect("do not follow a planned stop, however fast the exit (B073)", () =>
    Effect.gen(function* () {
      const { plugins, times, of, state } = yield* host(() => performs)
      yield* plugins.start
      yield* advance(100)
      const stopping = yield* Effect.forkChild(plugins.stop)
      yield* advance("1 minute")
      yield* Fiber.join(stopping)
      assert.deepStrictEqual(times("started"), [0])
      assert.deepStrictEqual(of("AttemptFailed"), [])
      assert.strictEqual((yield* state)?._tag, "Stopped")
    })
  )
})

describe("perform", () => {
  it.effect("returns the plugin's outcome", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => performs)
      yield* plugins.start
      yield* advance(0)
      const performing = yield* Effect.forkChild(plugins.perform("scripted", run))
      yield* advance(0)
      assert.deepStrictEqual(yield* Fiber.join(performing), performed)
    })
  )

  it.effect("fails at its deadline and drops the late reply", () =>
    Effect.gen(function* () {
      const { plugins, lines } = yield* host(() => ({ answers: serving() }))
      yield* plugins.start
      yield* advance(0)
      const performing = yield* Effect.forkChild(plugins.perform("scripted", run))
      yield* advance(9999)
      assert.isUndefined(performing.pollUnsafe())
      yield* advance(1)
      assert.deepStrictEqual(yield* Fiber.join(performing), Perform.noReply)
      assert.strictEqual(lines().at(-1)?.deadline_ms, 10_000)
    })
  )

  it.effect("takes a command's own deadline", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({ answers: serving() }))
      yield* plugins.start
      yield* advance(0)
      const performing = yield* Effect.forkChild(plugins.perform("scripted", command("slow")))
      yield* advance(59_999)
      assert.isUndefined(performing.pollUnsafe())
      yield* advance(1)
      assert.deepStrictEqual(yield* Fiber.join(performing), Perform.noReply)
    })
  )

  it.effect("waits for a plugin on its way up, and passes on what is left of the deadline", () =>
    Effect.gen(function* () {
      const { plugins, lines } = yield* host((attempt) => (attempt === 1 ? { ends: Script.exits(3000, 1) } : performs))
      yield* plugins.start
      yield* advance(0)
      const performing = yield* Effect.forkChild(plugins.perform("scripted", run))
      yield* advance(4500)
      assert.deepStrictEqual(yield* Fiber.join(performing), performed)
      const sent = lines().filter(({ method }) => method === "perform")
      assert.deepStrictEqual(
        sent.map(({ deadline_ms }) => deadline_ms),
        [6000]
      )
    })
  )

  it.effect("is unhandled when the plugin does not come up within the deadline", () =>
    Effect.gen(function* () {
      const { plugins, lines } = yield* host(() => ({ ends: Script.exits(4000, 1) }))
      yield* plugins.start
      yield* advance(0)
      const performing = yield* Effect.forkChild(plugins.perform("scripted", run))
      yield* advance(10_000)
      assert.deepStrictEqual(yield* Fiber.join(performing), unhandled)
      assert.isFalse(lines().some(({ method }) => method === "perform"))
    })
  )

  it.effect("is unhandled at once for a parked, a stopped and an unknown plugin", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({
        answers: (line) => [`{"id":${JSON.parse(line).id},"result":{"ok":false}}`]
      }))
      assert.deepStrictEqual(yield* plugins.perform("scripted", run), unhandled)
      yield* plugins.start
      yield* advance(0)
      assert.deepStrictEqual(yield* plugins.perform("scripted", run), unhandled)
      assert.deepStrictEqual(yield* plugins.perform("nobody", run), unhandled)
    })
  )

  it.effect("lets no more than 64 wait", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({}))
      yield* plugins.start
      yield* advance(0)
      yield* Effect.forEach(Array.from({ length: 64 }), () => Effect.forkChild(plugins.perform("scripted", run)))
      yield* advance(0)
      assert.deepStrictEqual(yield* plugins.perform("scripted", run), unhandled)
    })
  )

  it.effect("fails, all of them now and none sent again, when the plugin dies (B065, B068)", () =>
    Effect.gen(function* () {
      const { plugins, lines } = yield* host((attempt) =>
        attempt === 1 ? { answers: serving(), ends: Script.dies(1000, "SIGKILL") } : performs
      )
      yield* plugins.start
      yield* advance(0)
      const performing = yield* Effect.forEach(Array.from({ length: 12 }), () =>
        Effect.forkChild(plugins.perform("scripted", run))
      )
      yield* advance(1000)
      assert.deepStrictEqual(
        yield* Effect.forEach(performing, (fiber) => Fiber.join(fiber)),
        Array.from({ length: 12 }, () => Perform.noReply)
      )
      yield* advance(5000)
      assert.strictEqual(lines().filter(({ method }) => method === "perform").length, 12)
    })
  )
})

describe("evaluate", () => {
  const answers = '{"ok":true,"answers":[{"title":"2","effect":{"type":"copy_text","text":"2"}}]}'

  it.effect("collects the answers of whoever has some", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({ answers: serving(() => answers) }))
      yield* plugins.start
      yield* advance(0)
      const asking = yield* Effect.forkChild(plugins.evaluate(query))
      yield* advance(0)
      const [found] = yield* Fiber.join(asking)
      assert.strictEqual(found?.plugin, "scripted")
      assert.strictEqual(found?.answers[0]?.title, "2")
    })
  )

  it.effect("gives up after exactly 50 ms", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* host(() => ({ answers: serving() }))
      yield* plugins.start
      yield* advance(0)
      const asking = yield* Effect.forkChild(plugins.evaluate(query))
      yield* advance(49)
      assert.isUndefined(asking.pollUnsafe())
      yield* advance(1)
      assert.deepStrictEqual(yield* Fiber.join(asking), [])
      assert.deepStrictEqual(
        of("Dropped").map(({ reason }) => reason),
        ["DeadlineExceeded"]
      )
    })
  )

  it.effect("drops a reply that breaks the contract, by its rule and without its content", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* host(() => ({
        answers: serving(() => '{"ok":true,"answers":[{"title":"secret","effect":{"type":"run","text":"x"}}]}')
      }))
      yield* plugins.start
      yield* advance(0)
      const asking = yield* Effect.forkChild(plugins.evaluate(query))
      yield* advance(0)
      assert.deepStrictEqual(yield* Fiber.join(asking), [])
      const [dropped] = of("Dropped")
      assert.match(dropped?.reason ?? "", /^answers\[0\]\.effect/)
      assert.notInclude(dropped?.reason ?? "", "secret")
    })
  )

  it.effect("asks nobody who is not running", () =>
    Effect.gen(function* () {
      const { plugins, lines } = yield* host(() => ({ answers: serving(() => answers) }))
      assert.deepStrictEqual(yield* plugins.evaluate(query), [])
      assert.deepStrictEqual(lines(), [])
    })
  )
})

describe("ping", () => {
  it.effect("tells whether the plugin answered within 10 s", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({
        answers: serving((_method, params) => (params.never === undefined ? '{"ok":true}' : undefined))
      }))
      assert.isFalse(yield* plugins.ping("scripted"))
      yield* plugins.start
      yield* advance(0)
      const asking = yield* Effect.forkChild(plugins.ping("scripted"))
      yield* advance(0)
      assert.isTrue(yield* Fiber.join(asking))
    })
  )

  it.effect("is false at the deadline", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({ answers: serving() }))
      yield* plugins.start
      yield* advance(0)
      const asking = yield* Effect.forkChild(plugins.ping("scripted"))
      yield* advance(9999)
      assert.isUndefined(asking.pollUnsafe())
      yield* advance(1)
      assert.isFalse(yield* Fiber.join(asking))
    })
  )
})
