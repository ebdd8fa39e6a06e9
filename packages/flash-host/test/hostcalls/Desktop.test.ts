import { assert, describe, it } from "@effect/vitest"
import { Environment, Executable } from "@lanyard/process"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { HostProcess } from "../../src/HostProcess.ts"
import { Clipboard } from "../../src/hostcalls/Clipboard.ts"
import * as Desktop from "../../src/hostcalls/Desktop.ts"
import type * as Families from "../../src/hostcalls/Families.ts"
import { Notifier } from "../../src/hostcalls/Notifier.ts"
import { Opener } from "../../src/hostcalls/Opener.ts"
import { caller, callsOf } from "../support/calls.ts"

type Ending = Effect.Effect<number | undefined, Desktop.TaskRefused>

interface Scene {
  readonly system?: keyof Desktop.Programs
  /** What each program that is there does. */
  readonly programs?: Readonly<Record<string, Ending | ((task: Desktop.Task) => Ending)>>
  readonly environment?: Readonly<Record<string, string>>
}

const session = {
  PATH: "/bin",
  DISPLAY: ":0",
  WAYLAND_DISPLAY: "wayland-0",
  DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/bus",
  SECRET_TOKEN: "secret",
  SSH_AUTH_SOCK: "/tmp/agent"
}

const exits = (status: number | undefined): Ending => Effect.succeed(status)

/** A desktop with these programs; remembers what was run and what was given up. */
const desktop = Effect.fn(function* ({ system = "freedesktop", programs = {}, environment = session }: Scene) {
  const ran: Array<Desktop.Task> = []
  const givenUp: Array<string> = []
  const nameOf = (executable: string) => executable.replace("/bin/", "")
  const means = Layer.mergeAll(
    Layer.succeed(Desktop.Launcher, {
      system,
      run: (task) =>
        Effect.suspend(() => {
          ran.push(task)
          const program = programs[nameOf(task.executable)] ?? Effect.die(new Error("there is no such program"))
          return typeof program === "function" ? program(task) : program
        }).pipe(Effect.onInterrupt(() => Effect.sync(() => givenUp.push(task.executable))))
    }),
    Layer.succeed(Executable.ProgramFiles, {
      look: (path) => Effect.succeed(Object.hasOwn(programs, nameOf(path)) ? "executable" : "missing"),
      real: (path) => Effect.succeedSome(path)
    }),
    Layer.succeed(HostProcess, { pid: 4242, environment })
  )
  const families: Layer.Layer<Families.Family> | Layer.Layer<never> = Layer.mergeAll(
    Opener.layer,
    Clipboard.layer,
    Notifier.layer
  ).pipe(Layer.provide(means))
  const calls = yield* callsOf(families)
  const ask = (method: string, params: unknown) => calls.answer(caller, method, params)
  const told = (): ReadonlyArray<ReadonlyArray<string>> =>
    ran.map(({ executable, args, stdin }) => [executable, ...args, ...(stdin === "" ? [] : [`< ${stdin}`])])
  return { ask, ran, told, givenUp }
})

const ok = { ok: true }
const refused = (error: string) => ({ ok: false, error })
const noClipboard = refused("host.clipboard_write is unavailable on this host")
const noBanner = refused("host.notify is unavailable on this host")

describe("host.open", () => {
  it.effect.each([
    ["freedesktop", { url: "https://a.b/?c" }, ["/bin/xdg-open", "https://a.b/?c"]],
    ["macos", { url: "https://a.b/?c" }, ["/bin/open", "https://a.b/?c"]],
    ["freedesktop", { bundle_id: "org.mozilla.firefox" }, ["/bin/gtk-launch", "org.mozilla.firefox"]],
    ["macos", { bundle_id: "org.mozilla.firefox" }, ["/bin/open", "-b", "org.mozilla.firefox"]],
    ["macos", { url: "x:y", bundle_id: "app" }, ["/bin/open", "x:y"]],
    ["macos", { url: "no scheme", bundle_id: "app" }, ["/bin/open", "-b", "app"]]
  ] as const)("on %s opens %o [FLASH-HOST-25]", ([system, params, expected]) =>
    Effect.gen(function* () {
      const programs = { "xdg-open": exits(0), "gtk-launch": exits(0), open: exits(0) }
      const { ask, ran, told } = yield* desktop({ system, programs })
      assert.deepStrictEqual(yield* ask("host.open", params), ok)
      assert.deepStrictEqual(told(), [expected])
      assert.isTrue(ran.every(({ stays }) => stays))
    })
  )

  it.effect.each([
    ["a program that says no", exits(4)],
    ["a program that a signal ended", exits(undefined)],
    ["a program that does not start", Effect.fail(new Desktop.TaskRefused({ code: "EACCES" }))]
  ] as const)("fails with %s [FLASH-HOST-50]", ([, ending]) =>
    Effect.gen(function* () {
      const { ask } = yield* desktop({ programs: { "xdg-open": ending } })
      assert.deepStrictEqual(yield* ask("host.open", { url: "x:y" }), refused("open failed"))
    })
  )

  it.effect("fails without a program", () =>
    Effect.gen(function* () {
      const { ask } = yield* desktop({})
      assert.deepStrictEqual(yield* ask("host.open", { url: "x:y" }), refused("open failed"))
      assert.deepStrictEqual(yield* ask("host.open", { bundle_id: "app" }), refused("open failed"))
    })
  )

  it.effect.each(["--help", "-b", ".hidden", "../app", "a/b", "a b", "a\0b", "ä"])(
    "asks nobody for %j, which is no name of an app",
    (bundle_id) =>
      Effect.gen(function* () {
        const { ask, told } = yield* desktop({ programs: { "gtk-launch": exits(0) } })
        assert.deepStrictEqual(yield* ask("host.open", { bundle_id }), refused("open failed"))
        assert.deepStrictEqual(told(), [])
      })
  )

  it.effect("has opened what is still running when the time is over", () =>
    Effect.gen(function* () {
      const { ask, givenUp } = yield* desktop({ programs: { "xdg-open": Effect.never } })
      const opening = yield* Effect.forkChild(ask("host.open", { url: "x:y" }))
      yield* TestClock.adjust(Desktop.patience - 1)
      assert.isUndefined(opening.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(opening), ok)
      assert.deepStrictEqual(givenUp, ["/bin/xdg-open"])
    })
  )
})

describe("host.clipboard_write", () => {
  const all = { "wl-copy": exits(0), xclip: exits(0), xsel: exits(0), pbcopy: exits(0) }

  it.effect("gives the text to the first program that is there, on its input only", () =>
    Effect.gen(function* () {
      const { ask, ran, told } = yield* desktop({ programs: all })
      assert.deepStrictEqual(yield* ask("host.clipboard_write", { text: "näme\n" }), ok)
      assert.deepStrictEqual(told(), [["/bin/wl-copy", "--type", "text/plain;charset=utf-8", "< näme\n"]])
      assert.isFalse(ran[0]?.stays)
    })
  )

  it.effect("empties the clipboard with empty text [FLASH-HOST-37]", () =>
    Effect.gen(function* () {
      const { ask, told } = yield* desktop({ programs: all })
      assert.deepStrictEqual(yield* ask("host.clipboard_write", { text: "" }), ok)
      assert.deepStrictEqual(told(), [["/bin/wl-copy", "--clear"]])
    })
  )

  it.effect("asks a program only where there is what it talks to", () =>
    Effect.gen(function* () {
      const { WAYLAND_DISPLAY: _, ...x11 } = session
      const { ask, told } = yield* desktop({ programs: all, environment: x11 })
      assert.deepStrictEqual(yield* ask("host.clipboard_write", { text: "t" }), ok)
      assert.deepStrictEqual(told(), [["/bin/xclip", "-selection", "clipboard", "-in", "< t"]])
      const nowhere = yield* desktop({ programs: all, environment: { PATH: "/bin", DISPLAY: "" } })
      assert.deepStrictEqual(yield* nowhere.ask("host.clipboard_write", { text: "t" }), noClipboard)
      assert.deepStrictEqual(nowhere.told(), [])
    })
  )

  it.effect("goes on to the next program when one fails", () =>
    Effect.gen(function* () {
      const { ask, told } = yield* desktop({ programs: { "wl-copy": exits(1), xsel: exits(0) } })
      assert.deepStrictEqual(yield* ask("host.clipboard_write", { text: "t" }), ok)
      assert.deepStrictEqual(
        told().map(([executable]) => executable),
        ["/bin/wl-copy", "/bin/xsel"]
      )
    })
  )

  it.effect("reads UTF-8 on macOS, whatever the locale of the host", () =>
    Effect.gen(function* () {
      const { ask, ran, told } = yield* desktop({ system: "macos", programs: all, environment: { PATH: "/bin" } })
      assert.deepStrictEqual(yield* ask("host.clipboard_write", { text: "t" }), ok)
      assert.deepStrictEqual(told(), [["/bin/pbcopy", "< t"]])
      assert.deepStrictEqual(
        ran.map(({ environment }) => ({ ...Environment.toRecord(environment) })),
        [{ LC_CTYPE: "UTF-8", PATH: "/bin" }]
      )
    })
  )

  it.effect("keeps the text of who asked last, however long each takes", () =>
    Effect.gen(function* () {
      const taken: Array<string> = []
      const xclip = (task: Desktop.Task) =>
        Effect.andThen(
          Effect.sleep(task.stdin === "first" ? 100 : 10),
          Effect.sync(() => {
            taken.push(task.stdin)
            return 0
          })
        )
      const { ask } = yield* desktop({ programs: { xclip } })
      const writing = yield* Effect.forkChild(
        Effect.forEach(["first", "last"], (text) => ask("host.clipboard_write", { text }), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust(200)
      assert.deepStrictEqual(yield* Fiber.join(writing), [ok, ok])
      assert.deepStrictEqual(taken, ["first", "last"])
    })
  )

  it.effect("is unavailable where no program does it, or not in time", () =>
    Effect.gen(function* () {
      const none = yield* desktop({})
      assert.deepStrictEqual(yield* none.ask("host.clipboard_write", { text: "t" }), noClipboard)
      const { ask, givenUp } = yield* desktop({ programs: { "wl-copy": Effect.never, xclip: exits(0) } })
      const writing = yield* Effect.forkChild(ask("host.clipboard_write", { text: "t" }))
      yield* TestClock.adjust(Desktop.patience)
      assert.deepStrictEqual(yield* Fiber.join(writing), noClipboard)
      assert.deepStrictEqual(givenUp, ["/bin/wl-copy"])
    })
  )
})

describe("host.notify", () => {
  it.effect.each([
    ["freedesktop", ["/bin/notify-send", "--app-name=asker", "--expire-time=500", "--", "-m <b>"]],
    [
      "macos",
      [
        "/bin/osascript",
        ...["-e", "on run argv"],
        ...["-e", "display notification (item 1 of argv) with title (item 2 of argv)"],
        ...["-e", "end run"],
        ...["--", "-m <b>", "asker"]
      ]
    ]
  ] as const)("on %s shows the message as it is, under the plugin's name", ([system, expected]) =>
    Effect.gen(function* () {
      const { ask, told } = yield* desktop({ system, programs: { "notify-send": exits(0), osascript: exits(0) } })
      assert.deepStrictEqual(yield* ask("host.notify", { message: "-m <b>", duration_ms: 1 }), ok)
      assert.deepStrictEqual(told(), [expected])
    })
  )

  it.effect("is unavailable without a program", () =>
    Effect.gen(function* () {
      const { ask } = yield* desktop({})
      assert.deepStrictEqual(yield* ask("host.notify", { message: "m" }), noBanner)
    })
  )
})

describe("A program that a task is handed to", () => {
  it.effect("sees the user's session and nothing else of the host's environment (B7)", () =>
    Effect.gen(function* () {
      const { ask, ran } = yield* desktop({ programs: { "xdg-open": exits(0) } })
      yield* ask("host.open", { url: "x:y" })
      const { SECRET_TOKEN: _, SSH_AUTH_SOCK: __, ...shown } = session
      assert.deepStrictEqual(
        ran.map(({ environment }) => ({ ...Environment.toRecord(environment) })),
        [shown]
      )
    })
  )

  it.effect("is looked up where programs usually are when the host has no PATH", () =>
    Effect.gen(function* () {
      const { ask, told } = yield* desktop({ programs: { "xdg-open": exits(0) }, environment: {} })
      assert.deepStrictEqual(yield* ask("host.open", { url: "x:y" }), ok)
      assert.deepStrictEqual(told(), [["/bin/xdg-open", "x:y"]])
    })
  )

  it.effect("is given up with the caller that goes away", () =>
    Effect.gen(function* () {
      const { ask, givenUp } = yield* desktop({ programs: { "wl-copy": Effect.never } })
      const writing = yield* Effect.forkChild(ask("host.clipboard_write", { text: "t" }), { startImmediately: true })
      yield* Effect.yieldNow
      yield* Fiber.interrupt(writing)
      assert.deepStrictEqual(givenUp, ["/bin/wl-copy"])
    })
  )
})
