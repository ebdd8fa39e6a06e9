import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import type { Child } from "../src/Child.ts"
import { ExecutableNotFound } from "../src/ProcessError.ts"
import { dies, exits, type Script } from "../src/testing/Script.ts"
import * as ScriptedChild from "../src/testing/ScriptedChild.ts"
import { advance, spec } from "./support/supervised.ts"

const play = Effect.fnUntraced(function* (script: Script) {
  const stage = yield* ScriptedChild.make(() => script)
  const child = yield* stage.spawner.start(spec)
  const log = () => stage.log().map(({ at, what }) => `${at} ${what}`)
  return { child, log }
})

/** Opens a child's pipes and notes what its reader is told. */
const listen = (child: Child) => {
  const heard: Array<string> = []
  const close = child.stdio.open({
    chunk: (bytes) => heard.push(new TextDecoder().decode(bytes)),
    end: () => heard.push("<end>"),
    drain: () => heard.push("<drain>"),
    broken: () => heard.push("<broken>")
  })
  return { heard, close }
}

describe("ScriptedChild", () => {
  it.effect("with an empty script lives until its input ends", () =>
    Effect.gen(function* () {
      const { child, log } = yield* play({})
      listen(child)
      yield* advance("1 hour")
      assert.isTrue(child.group.alive())
      child.stdio.end()
      child.stdio.end()
      assert.isTrue(child.group.alive())
      yield* advance(0)
      assert.deepStrictEqual(yield* Deferred.await(child.exited), { _tag: "Exited", code: 0 })
      yield* Deferred.await(child.closed)
      assert.deepStrictEqual(log(), [
        "0 started",
        "3600000 end of input",
        "3600000 exited 0",
        "3600000 gone",
        "3600000 closed"
      ])
    })
  )

  it.effect("keeps its output until someone opens it, and then delivers after that turn", () =>
    Effect.gen(function* () {
      const { child } = yield* play({
        emits: [
          { at: 0, text: "a" },
          { at: 20, text: "b" }
        ],
        ends: exits(10)
      })
      yield* advance("9 millis")
      const { heard } = listen(child)
      assert.deepStrictEqual(heard, [])
      yield* advance(0)
      assert.deepStrictEqual(heard, ["a"])
      yield* advance("1 second")
      assert.deepStrictEqual(heard, ["a", "<broken>", "<end>"])
      assert.isTrue(Deferred.isDoneUnsafe(child.closed))
    })
  )

  it.effect("has discarded what nobody opened once it has exited, as Node does", () =>
    Effect.gen(function* () {
      const { child, log } = yield* play({ emits: [{ at: 0, text: "a" }], ends: exits(5) })
      yield* advance("5 millis")
      yield* Deferred.await(child.closed)
      const { heard } = listen(child)
      yield* advance("1 second")
      assert.deepStrictEqual(heard, ["<end>", "<broken>"])
      assert.deepStrictEqual(log().slice(1), ["5 exited 0", "5 gone", "5 closed"])
    })
  )

  it.effect("discards output once its reader has left", () =>
    Effect.gen(function* () {
      const { child } = yield* play({
        emits: [
          { at: 0, text: "a" },
          { at: 10, text: "b" }
        ]
      })
      const { heard, close } = listen(child)
      yield* advance("5 millis")
      close()
      yield* advance("1 second")
      const { heard: later } = listen(child)
      yield* advance("1 second")
      assert.deepStrictEqual([heard, later], [["a"], []])
    })
  )

  it.effect("exits before late output arrives and closes after it (B054)", () =>
    Effect.gen(function* () {
      const { child, log } = yield* play({ emits: [{ at: 30, text: "late", late: true }], ends: dies(10, "SIGSEGV") })
      const { heard } = listen(child)
      yield* advance("29 millis")
      assert.deepStrictEqual(yield* Deferred.await(child.exited), { _tag: "Signaled", signal: "SIGSEGV" })
      assert.isFalse(Deferred.isDoneUnsafe(child.closed))
      yield* advance("1 millis")
      assert.deepStrictEqual(heard.slice(-2), ["late", "<end>"])
      assert.deepStrictEqual(log(), ["0 started", "10 died of SIGSEGV", "10 gone", "30 closed"])
    })
  )

  it.effect("stays open as long as a grandchild holds its output (B003)", () =>
    Effect.gen(function* () {
      const { child, log } = yield* play({
        emits: [{ at: 20, text: "of a dead leader" }],
        ends: exits(10),
        group: [
          { name: "holder", holdsOutput: true, ends: exits(50) },
          { name: "other", ends: exits(90) }
        ]
      })
      const { heard } = listen(child)
      yield* advance("1 second")
      assert.deepStrictEqual(heard, ["<broken>", "<end>"])
      assert.deepStrictEqual(log(), [
        "0 started",
        "10 exited 0",
        "50 holder exited 0",
        "50 closed",
        "90 other exited 0",
        "90 gone"
      ])
    })
  )

  it.effect("takes SIGTERM as each member means to, and SIGKILL as it is", () =>
    Effect.gen(function* () {
      const { child, log } = yield* play({
        onEndOfInput: "ignores",
        onSigterm: exits(20, 3),
        group: [{ name: "plain" }, { name: "deaf", onSigterm: "ignores" }]
      })
      child.stdio.end()
      assert.isTrue(child.group.signal("SIGTERM"))
      assert.isTrue(child.group.alive())
      yield* advance("1 second")
      assert.isTrue(child.group.signal("SIGKILL"))
      yield* advance("1 second")
      assert.isFalse(child.group.alive())
      assert.isFalse(child.group.signal("SIGKILL"))
      assert.deepStrictEqual(log(), [
        "0 started",
        "0 end of input",
        "0 SIGTERM",
        "0 plain died of SIGTERM",
        "20 exited 3",
        "20 closed",
        "1000 SIGKILL",
        "1000 deaf died of SIGKILL",
        "1000 gone",
        "2000 SIGKILL refused"
      ])
    })
  )

  it.effect("dies once, of the first of two signals", () =>
    Effect.gen(function* () {
      const { child, log } = yield* play({})
      child.group.signal("SIGTERM")
      child.group.signal("SIGKILL")
      yield* advance(0)
      assert.deepStrictEqual(log().slice(1), ["0 SIGTERM", "0 SIGKILL", "0 died of SIGTERM", "0 gone", "0 closed"])
    })
  )

  it.effect("answers the lines it reads, however they were cut", () =>
    Effect.gen(function* () {
      const { child, log } = yield* play({ answers: (line) => [`${line}!`, "next"] })
      const { heard } = listen(child)
      assert.isTrue(child.stdio.write("o"))
      assert.isTrue(child.stdio.write("ne\ntwo\nthr"))
      assert.isTrue(child.stdio.write(new TextEncoder().encode("ee\n")))
      yield* advance(0)
      assert.deepStrictEqual(heard, ["one!\n", "next\n", "two!\n", "next\n", "three!\n", "next\n"])
      assert.deepStrictEqual(log().slice(1), ["0 read one", "0 read two", "0 read three"])
    })
  )

  it.effect("that never reads fills its pipe, drains nothing and misses the end of input", () =>
    Effect.gen(function* () {
      const { child } = yield* play({ reads: false, answers: () => ["never"] })
      const { heard } = listen(child)
      assert.isTrue(child.stdio.write(`${"x".repeat(65_534)}\n`))
      assert.isFalse(child.stdio.write("y"))
      child.stdio.end()
      yield* advance("1 hour")
      assert.deepStrictEqual(heard, [])
      assert.isTrue(child.group.alive())
    })
  )

  it.effect("breaks its input once when it ends, and takes no more", () =>
    Effect.gen(function* () {
      const { child } = yield* play({ ends: exits(10, 7), group: [{ name: "holder", holdsOutput: true }] })
      const { heard } = listen(child)
      yield* advance("1 second")
      assert.isTrue(child.stdio.write("late\n"))
      child.stdio.end()
      assert.deepStrictEqual(heard, ["<broken>"])
    })
  )

  it.effect("reads the end of its input when the host drops the pipes, and closes unread", () =>
    Effect.gen(function* () {
      const { child, log } = yield* play({ emits: [{ at: 0, text: "unread" }] })
      yield* advance("1 second")
      child.release()
      child.release()
      yield* advance("1 second")
      yield* Deferred.await(child.closed)
      const { heard } = listen(child)
      yield* advance(0)
      assert.deepStrictEqual(heard, ["<end>", "<broken>"])
      assert.deepStrictEqual(log().slice(1), ["1000 end of input", "1000 exited 0", "1000 gone", "1000 closed"])
    })
  )

  it.effect("tells a reader once about pipes that the host dropped in the turn that opened them", () =>
    Effect.gen(function* () {
      const { child } = yield* play({})
      const { heard } = listen(child)
      child.release()
      yield* advance("1 second")
      assert.deepStrictEqual(heard, ["<end>", "<broken>"])
    })
  )

  it.effect("sends stderr to its listener only", () =>
    Effect.gen(function* () {
      const { child } = yield* play({ emits: [{ at: 1, text: "warning", to: "stderr" }] })
      const seen: Array<string> = []
      child.onStderr((bytes) => seen.push(new TextDecoder().decode(bytes)))
      const { heard } = listen(child)
      yield* advance("1 second")
      assert.deepStrictEqual([seen, heard], [["warning"], []])
    })
  )

  it.effect("shows what left the group, alive after everything else", () =>
    Effect.gen(function* () {
      const { child } = yield* play({ escaped: ["daemon"] })
      const survivors = child.group.trace()
      child.group.signal("SIGKILL")
      yield* advance(0)
      assert.isFalse(child.group.alive())
      assert.deepStrictEqual(survivors(), [{ pid: child.pid + 1, name: "daemon" }])
    })
  )

  it.effect("fails to start as its script says, one script per start", () =>
    Effect.gen(function* () {
      const fails = new ExecutableNotFound({ executable: "/scripted" })
      const stage = yield* ScriptedChild.make((attempt) => (attempt === 1 ? { fails } : {}))
      assert.strictEqual(yield* Effect.flip(stage.spawner.start(spec)), fails)
      assert.strictEqual(stage.mostAlive(), 0)
      yield* stage.spawner.start(spec)
      assert.deepStrictEqual(
        stage.log().map(({ attempt, what }) => `${attempt} ${what}`),
        ["1 ExecutableNotFound", "2 started"]
      )
      assert.strictEqual(stage.mostAlive(), 1)
    })
  )
})
