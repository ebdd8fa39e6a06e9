import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@lanyard/process"
import { Duration, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import * as Answering from "../../src/prompt/Answering.ts"
import * as Line from "../../src/prompt/Line.ts"
import { isDone, Reply } from "../../src/prompt/Reply.ts"
import { Request } from "../../src/prompt/Request.ts"
import * as ScriptedRun from "../support/scriptedRun.ts"

const { Lifecycle: State } = Lifecycle

const row = (source: string, title: string) => ({ source, title })

const catalogs = new Map([
  ["notes", [row("notes.items", "a"), row("notes.more", "b")]],
  ["old", [row("old.items", "c")]]
])

/** Asks a scripted host, and drives it while it answers. */
const asking = (
  request: Answering.Question,
  drive: (run: ScriptedRun.ScriptedRun) => Effect.Effect<void> = () => Effect.void,
  twist: ScriptedRun.Twist = {}
) =>
  Effect.gen(function* () {
    const run = yield* ScriptedRun.make(twist)
    const fiber = yield* Answering.answer(request, "trace").pipe(Effect.provide(run.layer), Effect.forkChild)
    yield* drive(run)
    return { reply: yield* Fiber.join(fiber), asked: run.asked }
  })

const patient = Effect.andThen(Effect.yieldNow, TestClock.adjust(Answering.patience))

describe("Answering.answer", () => {
  it.effect("asks the evaluators about all there is, under the trace", () =>
    Effect.gen(function* () {
      const { asked, reply } = yield* asking(Request.Evaluate({ query: "6*7" }))
      assert.deepStrictEqual(asked, [{ evaluate: "6*7", scope: "all", surface: "flash", isTraced: true }])
      assert.deepStrictEqual(
        reply,
        Reply.Answers({
          evaluations: [{ plugin: "notes", answers: [{ title: "6*7", effect: { type: "copy_text", text: "6*7" } }] }]
        })
      )
    })
  )

  it.effect("asks a live source", () =>
    Effect.gen(function* () {
      const { asked, reply } = yield* asking(Request.Search({ source: "files.found", query: "q" }))
      assert.deepStrictEqual(asked, [{ search: "q", scope: { _tag: "Source", name: "files.found" } }])
      assert.deepStrictEqual(reply, Reply.Rows({ rows: [{ plugin: "files", row: row("files.found", "q") }] }))
    })
  )

  it.effect.each<readonly [Answering.Question, string]>([
    [Request.Search({ source: "none", query: "q" }), "no plugin has a live source none"],
    [Request.Search({ source: "notes.items", query: "q" }), "no plugin has a live source notes.items"],
    [Request.Catalog({ source: "none" }), "no plugin publishes a source none"],
    [Request.Catalog({ source: "files.found" }), "no plugin publishes a source files.found"],
    [Request.Perform({ command: "notes", subcommand: "drop", raw: "" }), "no plugin has the command notes drop"],
    [Request.Reload({ plugin: "none" }), "there is no plugin none"],
    [Request.Kill({ plugin: "none" }), "there is no plugin none"]
  ])("fails on %j, for there is nobody to ask", ([request, message]) =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make()
      const failure = yield* Effect.flip(Effect.provide(Answering.answer(request, "trace"), run.layer))
      assert.strictEqual(failure.message, message)
      assert.deepStrictEqual(run.asked, [])
    })
  )

  it.effect.each<readonly [string | undefined, ReadonlyArray<string>]>([
    [undefined, ["a", "b", "c"]],
    ["notes.items", ["a"]],
    ["notes.more", ["b"]]
  ])("shows the rows of %j", ([source, titles]) =>
    Effect.gen(function* () {
      const request = Request.Catalog(source === undefined ? {} : { source })
      const { reply } = yield* asking(request, () => patient, { catalogs })
      assert.deepStrictEqual(reply._tag === "Rows" ? reply.rows.map(({ row }) => row.title) : [], titles)
    })
  )

  it.effect("waits for the first rows of a plugin that runs, and not for long", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make({ catalogs })
      const fiber = yield* Answering.answer(Request.Catalog({}), "trace").pipe(
        Effect.provide(run.layer),
        Effect.forkChild
      )
      yield* TestClock.adjust(Duration.subtract(Answering.patience, Duration.millis(1)))
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.isDefined(fiber.pollUnsafe())
    })
  )

  it.effect("goes on with the first rows", () =>
    Effect.gen(function* () {
      const { reply } = yield* asking(
        Request.Catalog({}),
        ({ publish }) => Effect.andThen(Effect.yieldNow, publish("notes")),
        { catalogs }
      )
      assert.strictEqual(reply._tag, "Rows")
    })
  )

  it.effect("waits for no plugin that does not run", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make({ catalogs })
      yield* run.enter("notes", State.Parked({ generation: 1, reason: "rejected" }))
      const reply = yield* Effect.provide(Answering.answer(Request.Catalog({}), "trace"), run.layer)
      assert.strictEqual(reply._tag, "Rows")
    })
  )

  it.effect("performs a command with its words as they were typed", () =>
    Effect.gen(function* () {
      const request = Request.Perform({ command: "notes", subcommand: "add", raw: "two  words" })
      const { asked, reply } = yield* asking(request)
      assert.deepStrictEqual(asked, [{ command: "notes", subcommand: "add", raw: "two  words" }])
      assert.isTrue(isDone(reply))
    })
  )

  it.effect.each<ScriptedRun.Twist>([
    { outcome: { _tag: "Unhandled" } },
    { outcome: { _tag: "Failed", cause: "reported", error: "e" } }
  ])("has not done what ended as %j", (twist) =>
    Effect.gen(function* () {
      const performed = yield* asking(
        Request.Perform({ command: "notes", subcommand: "add", raw: "" }),
        undefined,
        twist
      )
      const acted = yield* asking(Request.Action({ action: "tab_new" }), undefined, twist)
      assert.deepStrictEqual(
        [performed, acted].map(({ reply }) => isDone(reply)),
        [false, false]
      )
    })
  )

  it.effect("has a plugin perform an action, or says what the host would do", () =>
    Effect.gen(function* () {
      const claimed = yield* asking(Request.Action({ action: "tab_new" }))
      const resolved = yield* asking(Request.Action({ action: "tab_next" }))
      assert.deepStrictEqual(
        [claimed.reply, resolved.reply].map((reply) => reply._tag === "Acted" && reply.outcome._tag),
        ["Claimed", "Resolved"]
      )
      assert.isTrue(isDone(resolved.reply))
    })
  )

  it.effect("tells an event", () =>
    Effect.gen(function* () {
      const event = { name: "core:clipboard.changed" as const, payload: { text: "x" } }
      const { asked, reply } = yield* asking(Request.Event({ event }))
      assert.deepStrictEqual(asked, [{ tell: event }])
      assert.deepStrictEqual(reply, Reply.Told({ event: "core:clipboard.changed" }))
    })
  )

  it.effect("shows every declared segment, empty ones included", () =>
    Effect.gen(function* () {
      const { reply } = yield* asking(Request.Status())
      assert.deepStrictEqual(
        reply,
        Reply.Segments({
          segments: [
            { plugin: "notes", segment: "count", markup: "notes #[fg=red]3" },
            { plugin: "notes", segment: "mood", markup: "" }
          ]
        })
      )
    })
  )

  it.effect("lists plugins with what they occupy", () =>
    Effect.gen(function* () {
      const { reply } = yield* asking(Request.Plugins())
      assert.deepStrictEqual(
        reply._tag === "Plugins" ? reply.plugins.map(({ plugin, memory }) => [plugin, memory]) : [],
        [
          ["files", Option.none()],
          ["notes", Option.some(2048)]
        ]
      )
    })
  )

  it.effect.each<readonly [Lifecycle.Lifecycle, boolean]>([
    [State.Running({ generation: 2 }), true],
    [State.Stopped({ generation: 2 }), true],
    [State.Backoff({ generation: 2, failures: 1, delay: Duration.seconds(1) }), false],
    [State.Parked({ generation: 2, reason: "rejected" }), false]
  ])("waits for what a reload comes to: %j", ([state, done]) =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make()
      const fiber = yield* Answering.answer(Request.Reload({ plugin: "notes" }), "trace").pipe(
        Effect.provide(run.layer),
        Effect.forkChild
      )
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(fiber.pollUnsafe())
      yield* run.enter("notes", state)
      const reply = yield* Fiber.join(fiber)
      const standing = reply._tag === "Reloaded" ? reply.plugin.standing : Option.none()
      assert.deepStrictEqual(
        Option.map(standing, ({ state }) => state),
        Option.some(state)
      )
      assert.strictEqual(isDone(reply), done)
      assert.deepStrictEqual(run.asked, [{ reload: "notes" }])
    })
  )

  it.effect("kills a process and waits until the host has seen it die", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make()
      const fiber = yield* Answering.answer(Request.Kill({ plugin: "notes" }), "trace").pipe(
        Effect.provide(run.layer),
        Effect.forkChild
      )
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(fiber.pollUnsafe())
      assert.deepStrictEqual(run.asked, [{ kill: 12 }])
      // The next attempt may be there before anybody has looked.
      yield* run.enter("notes", State.Running({ generation: 2 }))
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "Killed")
    })
  )

  it.effect("kills nothing that does not run", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make()
      yield* run.enter("notes", State.Stopped({ generation: 2 }))
      const failure = yield* Effect.flip(
        Effect.provide(Answering.answer(Request.Kill({ plugin: "notes" }), "trace"), run.layer)
      )
      assert.strictEqual(failure.message, "notes is not running")
      assert.deepStrictEqual(run.asked, [])
    })
  )

  it.effect("helps with every form", () =>
    Effect.gen(function* () {
      const { reply } = yield* asking(Request.Help())
      assert.deepStrictEqual(reply, Reply.Help({ forms: Line.forms }))
    })
  )
})
