import { assert, describe, it } from "@effect/vitest"
import { Perform } from "@lanyard/flash-protocol"
import { Script } from "@lanyard/process/testing"
import { Effect, Fiber, Option, Stream } from "effect"
import { advance, begin, host, serving, spec } from "./support/scripted.ts"

const command = (subcommand: string) => ({
  kind: "command" as const,
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
const heir: Script.Member = { name: "heir", holdsOutput: true, onEndOfInput: Script.exits(0) }
const row = '{"source":"scripted.items","title":"one"}'
const publish = (rows: string): Script.Emission => ({
  at: 10,
  text: `{"method":"publish","params":{"rows":${rows}}}\n`
})

describe("Restarts", () => {
  it.effect(
    "come after 1, 2, 3, 4 and 5 s; the sixth failure within 300 s parks and drops the catalog [FLASH-LIFE-03, FLASH-LIFE-04, FLASH-LIFE-11]",
    () =>
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

  it.effect("follow an exit with status 0 too (F1) [FLASH-LIFE-07, FLASH-LIVE-01]", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* host(() => ({ answers: serving(), ends: Script.exits(50, 0) }))
      yield* plugins.start
      yield* advance(300)
      assert.deepInclude(of("AttemptFailed")[0]?.failure, { _tag: "PluginExited", ready: true })
    })
  )

  it.effect("do not follow a planned stop, however fast the exit (B073) [FLASH-LIFE-07]", () =>
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

describe("A plugin whose exit was seen", () => {
  it.effect("has no pid in the turn of it, though its last output is still read [FLASH-LIVE-01]", () =>
    Effect.gen(function* () {
      const holding: Script.Script = {
        answers: serving(),
        ends: Script.exits(50),
        group: [heir]
      }
      const { plugins, of } = yield* host((attempt) => (attempt === 1 ? holding : performs))
      yield* plugins.start
      yield* advance(49)
      const [alive] = yield* plugins.status
      assert.isTrue(Option.isSome(alive?.pid ?? Option.none()))
      yield* advance(1)
      const [dead] = yield* plugins.status
      assert.deepStrictEqual([dead?.state._tag, dead?.pid], ["Running", Option.none()])
      assert.deepStrictEqual(of("AttemptFailed"), [])
      yield* advance(200)
      assert.lengthOf(of("AttemptFailed"), 1)
      yield* advance(5000)
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

  it.effect("waits for a plugin on its way up, and passes on what is left of the deadline [FLASH-LIFE-15]", () =>
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

  it.effect("is unhandled at once for a parked, a stopped and an unknown plugin [FLASH-LIFE-16]", () =>
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

  it.effect("fails, all of them now and none sent again, when the plugin dies (B065, B068) [FLASH-LIFE-12]", () =>
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

describe("perform, as the plugin comes and goes,", () => {
  const performedBy = ({ stage }: Effect.Success<ReturnType<typeof host>>) =>
    stage.log().flatMap(({ attempt, what }) => (what.includes('"perform"') ? [attempt] : []))

  it.effect("is unhandled in the turn of a stop, and nothing is sent", () =>
    Effect.gen(function* () {
      const running = yield* host(() => performs)
      yield* running.plugins.start
      yield* advance(0)
      const stopping = yield* Effect.forkChild(running.plugins.stop, { startImmediately: true })
      assert.deepStrictEqual(yield* running.plugins.perform("scripted", run), unhandled)
      yield* advance(0)
      yield* Fiber.join(stopping)
      assert.deepStrictEqual(performedBy(running), [])
    })
  )

  it.effect("waits for the replacement in the turn of a reload (B085, B086)", () =>
    Effect.gen(function* () {
      const running = yield* host((attempt) => ({ ...performs, onEndOfInput: Script.exits(attempt === 1 ? 700 : 0) }))
      yield* running.plugins.start
      yield* advance(0)
      yield* Effect.forkChild(running.plugins.reload("scripted"), { startImmediately: true })
      const performing = yield* Effect.forkChild(running.plugins.perform("scripted", run), { startImmediately: true })
      const [status] = yield* running.plugins.status
      assert.deepStrictEqual(status?.pid, Option.none())
      assert.isFalse(yield* running.plugins.ping("scripted"))
      assert.deepStrictEqual(yield* running.plugins.evaluate(query), [])
      yield* advance(0)
      assert.isUndefined(performing.pollUnsafe())
      yield* advance(700)
      assert.deepStrictEqual(yield* Fiber.join(performing), performed)
      assert.deepStrictEqual(performedBy(running), [2])
    })
  )

  it.effect("that answers a failed attempt waits for the next one", () =>
    Effect.gen(function* () {
      const answers = serving((method) => (method === "perform" ? done : '{"ok":false,"error":"unwell"}'))
      const running = yield* host(() => ({ answers }))
      const reacting = yield* running.plugins.events.pipe(
        Stream.filter(({ _tag }) => _tag === "AttemptFailed"),
        Stream.mapEffect(() => running.plugins.perform("scripted", run)),
        Stream.runHead,
        begin
      )
      yield* running.plugins.start
      yield* advance(0)
      yield* begin(running.plugins.ping("scripted"))
      yield* advance(1000)
      assert.deepStrictEqual(yield* reacting.outcome, Option.some(performed))
      assert.deepStrictEqual(performedBy(running), [2])
    })
  )

  it.effect.each(["closeOutput", "breakInput"] as const)("waits for the next attempt after %s", (end) =>
    Effect.gen(function* () {
      const running = yield* host(() => performs)
      yield* running.plugins.start
      yield* advance(0)
      running[end]()
      const performing = yield* begin(running.plugins.perform("scripted", run))
      assert.isUndefined(performing.now())
      yield* advance(300)
      yield* advance(1000)
      assert.deepStrictEqual(yield* performing.outcome, performed)
      assert.deepStrictEqual(performedBy(running), [2])
    })
  )

  it.effect("fails when the connection closes after it was sent", () =>
    Effect.gen(function* () {
      const running = yield* host(() => ({ answers: serving() }))
      yield* running.plugins.start
      yield* advance(0)
      const performing = yield* begin(running.plugins.perform("scripted", run))
      running.closeOutput()
      assert.deepStrictEqual(yield* performing.outcome, Perform.noReply)
    })
  )

  it.effect("is unhandled when its params fit no frame, and the plugin goes on", () =>
    Effect.gen(function* () {
      const running = yield* host(() => performs)
      yield* running.plugins.start
      yield* advance(0)
      for (const raw of ["x".repeat(10 * 1024 * 1024), "\ud800"]) {
        assert.deepStrictEqual(yield* running.plugins.perform("scripted", { ...run, raw }), unhandled)
      }
      assert.deepStrictEqual(performedBy(running), [])
      assert.strictEqual((yield* running.state)?._tag, "Running")
    })
  )

  it.effect("fails at once beyond the 64 that wait for their replies", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({ answers: serving() }))
      yield* plugins.start
      yield* advance(0)
      yield* Effect.forEach(Array.from({ length: 64 }), () => Effect.forkChild(plugins.perform("scripted", run)))
      yield* advance(0)
      assert.deepStrictEqual(yield* plugins.perform("scripted", run), Perform.noReply)
    })
  )
})

describe("An attempt that dies by a defect", () => {
  it.effect("says so, and is followed by another", () =>
    Effect.gen(function* () {
      const settings = {
        get broken(): string {
          throw new Error("defect")
        }
      }
      const { plugins, of, state } = yield* host(() => performs, [{ ...spec, settings }])
      yield* plugins.start
      yield* advance(0)
      assert.deepStrictEqual(
        of("AttemptDied").map(({ defect }) => defect instanceof Error && defect.message),
        ["defect"]
      )
      assert.strictEqual((yield* state)?._tag, "Backoff")
    })
  )
})

describe("A park", () => {
  it.effect("keeps no catalog, not even one published in its own turn", () =>
    Effect.gen(function* () {
      const refusal = '"result":{"ok":false,"protocol_version":1,"error":"x"}'
      const { plugins, state } = yield* host(() => ({
        emits: [publish(`[${row}]`)],
        answers: (line) => [`{"id":${JSON.parse(line).id},${refusal}}\n${publish(`[${row}]`).text.trim()}`]
      }))
      yield* plugins.start
      yield* advance(100)
      assert.strictEqual((yield* state)?._tag, "Parked")
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [])
    })
  )
})

describe("A stop", () => {
  it.effect("takes nothing more, not even what its plugin wrote in the same chunk", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* host(() => ({
        answers: serving(),
        emits: [{ at: 10, text: `{"method":"log","params":{"message":"now"}}\n${publish(`[${row}]`).text}` }]
      }))
      yield* plugins.events.pipe(
        Stream.runForEach((event) =>
          event._tag === "Logged" ? Effect.forkDetach(plugins.stop, { startImmediately: true }) : Effect.void
        ),
        Effect.forkScoped({ startImmediately: true })
      )
      yield* plugins.start
      yield* advance(100)
      assert.deepStrictEqual(
        of("Dropped").map(({ method, reason }) => [method, reason]),
        [["publish", "the attempt is over"]]
      )
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [])
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

  it.effect("gives up after exactly 50 ms [FLASH-LIVE-01]", () =>
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

  it.effect("looks for the plugin when it is run, not when it is built", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({ answers: serving(() => answers) }))
      const evaluate = plugins.evaluate(query)
      assert.deepStrictEqual(yield* evaluate, [])
      yield* plugins.start
      yield* advance(0)
      const asking = yield* begin(evaluate)
      assert.strictEqual((yield* asking.outcome).length, 1)
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
