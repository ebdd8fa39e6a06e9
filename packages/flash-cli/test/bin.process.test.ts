import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { version } from "../src/Cli.ts"
import { type Flash, linux, onlyNode, posix, python, start } from "./support/flash.ts"

const nothing = { folders: [], processes: [] }

const leavesNothing = (flash: Flash) =>
  Effect.map(flash.left, (left) => {
    assert.deepStrictEqual(left, nothing)
  })

/** A tour whose plugins all run, the stubborn one and its grandchild included. */
const underWay = Effect.gen(function* () {
  const flash = yield* start(["tour"])
  yield* flash.wrote(/stubborn +running +pid \d+/)
  if (linux) assert.isAtLeast((yield* flash.left).processes.length, 4)
  return flash
})

describe("flash tour", () => {
  it.live("shows the main job on real plugins in plain lines, and leaves nothing", () =>
    Effect.gen(function* () {
      const flash = yield* start(["tour"])
      const { code, stdout, stderr } = yield* flash.ended
      assert.strictEqual(stderr, "")
      assert.match(stdout, /bookmarks +running +pid \d+ +ready after .+ms +(unsandboxed, not )?network_denied/)
      assert.match(
        stdout,
        python
          ? /calculator +22\.5 +copy_text "22\.5"/
          : /calculator +backoff +no process +python3 was not found on the PATH/
      )
      assert.match(stdout, /performed: Bookmark added {3}catalog: 3 → 4 rows/)
      assert.match(
        stdout,
        /backoff: failure 1[\s\S]*its catalog is served meanwhile: 4 rows[\s\S]*starting, generation 2[\s\S]*running, pid \d+/
      )
      assert.match(stdout, /all at once: \d+/)
      assert.notInclude(stdout, "\u001b")
      yield* leavesNothing(flash)
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!posix)("shows each step of the ladder that the stubborn tree takes", () =>
    Effect.gen(function* () {
      const { stdout } = yield* (yield* start(["tour"])).ended
      assert.match(stdout, /attempt over: killed by SIGKILL/)
      assert.match(stdout, /stubborn +end of input at .* → SIGTERM at .* → SIGKILL at .* → killed by SIGKILL/)
      const groups = python ? 3 : 2
      // What makes a sandbox stays beside its plugin, and the stubborn one has a child.
      const members = stdout.includes("unsandboxed") ? groups + 1 : 2 * groups + 1
      if (linux) assert.include(stdout, `before: ${members} processes in ${groups} groups`)
      assert.match(stdout, /nothing: the groups [\d, ]+ have no (running )?member/)
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!posix)("names what cannot start and goes on without it", () =>
    Effect.gen(function* () {
      const flash = yield* start(["tour"], { path: yield* onlyNode })
      const { code, stdout } = yield* flash.ended
      assert.match(stdout, /calculator +backoff +no process +python3 was not found on the PATH/)
      assert.include(stdout, "calculator is not running")
      yield* leavesNothing(flash)
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!posix)("says in its status that nothing could be started", () =>
    Effect.gen(function* () {
      const flash = yield* start(["tour"], { path: "/there-is-no-such-folder" })
      const { code, stdout } = yield* flash.ended
      assert.include(stdout, "bookmarks is not running")
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )
})

describe.skipIf(!posix)("flash tour, told to leave", () => {
  it.live.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129]
  ] as const)("by %s stops every plugin before it ends with %d", ([signal, status]) =>
    Effect.gen(function* () {
      const flash = yield* underWay
      yield* flash.kill(signal)
      const { code, stderr } = yield* flash.ended
      assert.strictEqual(stderr, `flash: ${signal}: stopping the plugins; a second signal kills them\n`)
      assert.strictEqual(code, status)
      yield* leavesNothing(flash)
    }).pipe(Effect.scoped)
  )

  it.live("stops every plugin when nobody reads its output any more", () =>
    Effect.gen(function* () {
      const flash = yield* underWay
      yield* flash.unread
      const { code, stderr } = yield* flash.ended
      assert.strictEqual(stderr, "")
      assert.strictEqual(code, 141)
      yield* leavesNothing(flash)
    }).pipe(Effect.scoped)
  )

  it.live("by one signal that arrives twice takes it for one", () =>
    Effect.gen(function* () {
      const flash = yield* underWay
      yield* flash.kill("SIGTERM")
      yield* flash.kill("SIGHUP")
      const { stderr } = yield* flash.ended
      assert.notInclude(stderr, "killing")
      yield* leavesNothing(flash)
    }).pipe(Effect.scoped)
  )

  it.live("by a second signal kills what is left and ends at once", () =>
    Effect.gen(function* () {
      const flash = yield* underWay
      yield* flash.kill("SIGTERM")
      yield* flash.wrote(/stopping the plugins/)
      const impatient = Effect.repeat(flash.kill("SIGINT"), Schedule.spaced("20 millis"))
      const { code, stderr } = yield* Effect.raceFirst(flash.ended, Effect.andThen(impatient, Effect.never))
      assert.include(stderr, "flash: SIGINT: killing what is left\n")
      assert.strictEqual(code, 130)
      yield* leavesNothing(flash)
    }).pipe(Effect.scoped)
  )
})

describe("flash", () => {
  it.live("says what is wrong with a call on standard error, and ends with 2", () =>
    Effect.gen(function* () {
      const { code, stdout, stderr } = yield* (yield* start(["fly"])).ended
      assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
      assert.match(stderr, /^flash: Unknown subcommand "fly" for "flash"\n/)
    }).pipe(Effect.scoped)
  )

  it.live("tells its version on standard output", () =>
    Effect.gen(function* () {
      const { code, stdout, stderr } = yield* (yield* start(["--version"])).ended
      assert.deepStrictEqual({ code, stdout, stderr }, { code: 0, stdout: `flash v${version}\n`, stderr: "" })
    }).pipe(Effect.scoped)
  )
})
