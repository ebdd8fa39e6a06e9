import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { type Flash, fixture, linux, onlyNode, posix, python, type Start, start, temporary } from "./support/flash.ts"

const plugins = (...names: ReadonlyArray<string>) => names.flatMap((name) => ["--plugins", fixture(name)])

const run = (names: ReadonlyArray<string>, options: Start, ...flags: ReadonlyArray<string>) =>
  start(["run", ...plugins(...names), ...flags], options)

/** What a script writes to standard output, line by line. */
const script = (names: ReadonlyArray<string>, lines: ReadonlyArray<string>, ...flags: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const flash = yield* run(names, { input: lines.map((line) => `${line}\n`).join("") }, ...flags)
    const ended = yield* flash.ended
    yield* leavesNothing(flash)
    return ended
  })

const leavesNothing = (flash: Flash) =>
  Effect.map(flash.left, (left) => {
    assert.deepStrictEqual(left, { folders: [], processes: [] })
  })

const parsed = (text: string): ReadonlyArray<Record<string, unknown>> =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("flash run, on a script", () => {
  it.live("answers each line in order, tells the numbers of bad ones, and leaves nothing", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* script(
        ["bookmarks"],
        [
          "# a comment",
          "perform bookmarks add Lanyard https://example.com/lanyard",
          "catalog bookmarks.items",
          "fly",
          "search @bookmarks.items x",
          "evaluate 1"
        ]
      )
      assert.match(stdout, /^performed: Bookmark added\n(?:bookmarks {3}bookmarks\.items {3}.*\n){4}no answers\n$/)
      assert.match(stdout, /bookmarks {3}bookmarks\.items {3}Lanyard +https:\/\/example\.com\/lanyard\n/)
      assert.match(stderr, /^flash: line 4: expected one of the requests that help lists$/m)
      assert.match(stderr, /^flash: line 5: no plugin has a live source bookmarks\.items$/m)
      assert.match(
        stderr,
        /^time=\S+ level=info source=plugin:bookmarks trace=[0-9a-z]{8} message="bookmark added" field\.bookmarks=4$/m
      )
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!posix)(
    "keeps its standard output to answers when the login shell tells nothing, and says so once",
    () =>
      Effect.gen(function* () {
        const flash = yield* run(["bookmarks"], { input: "evaluate 1\n", path: yield* onlyNode })
        const { code, stderr, stdout } = yield* flash.ended
        assert.strictEqual(stdout, "no answers\n")
        assert.lengthOf(stderr.match(/login environment/g) ?? [], 1)
        assert.strictEqual(code, 0)
      }).pipe(Effect.scoped)
  )

  it.live.skipIf(!python)("evaluates, and ends with 0 when every line was done", () =>
    Effect.gen(function* () {
      // On a busy machine an answer can miss its short deadline.
      const inputs = Array.from({ length: 10 }, () => "evaluate (2 + 3) * 4.5")
      const { code, stdout } = yield* script(["calculator"], inputs)
      assert.match(stdout, /^calculator {3}22\.5 {3}.*copy_text 22\.5$/m)
      assert.strictEqual(stdout.trimEnd().split("\n").length, inputs.length)
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("shows a plugin that was killed, and the same one at work again", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* script(
        ["bookmarks"],
        ["plugins", "kill bookmarks", "perform bookmarks add B https://example.com/b", "plugins"],
        "--json"
      )
      const objects = parsed(stdout)
      const [before, killed, after] = objects.filter(({ type }) => type === "plugin")
      assert.deepInclude(before, { state: "running", failures: 0, last_error: null })
      assert.deepInclude(killed, { state: "stopped", failures: 1, pid: null, retry_after_ms: 1000 })
      assert.deepInclude(killed?.last_error, { phase: "running", error: "PluginExited" })
      assert.deepInclude(after, { state: "running", failures: 1, last_error: null })
      assert.isNumber(after?.pid)
      assert.notStrictEqual(after?.pid, before?.pid)
      if (linux) assert.isAbove(Number(after?.memory_bytes), 1_000_000)
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("writes one JSON object a line, to both outputs", () =>
    Effect.gen(function* () {
      const lines = ["catalog", "plugins", "status", "help", "fly", "action tab_next", "event core:session.opened {}"]
      const { stderr, stdout } = yield* script(["bookmarks", "misbehaving/exits-at-once"], lines, "--json")
      const objects = parsed(stdout)
      for (const object of objects) assert.isString(object.type)
      const ends = objects.filter(({ type }) => type === "done")
      assert.deepStrictEqual(
        ends.map(({ line, ok }) => [line, ok]),
        lines.map((line, at) => [at + 1, line !== "fly"])
      )
      for (const { level, source, time } of parsed(stderr)) {
        assert.match(String(time), /^\d{4}-\d\d-\d\dT/)
        assert.match(`${level} ${source}`, /^(?:info|warn|error) (?:flash|plugin:bookmarks|plugin:exits-at-once)$/)
      }
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!posix)("stops what refuses to leave by the whole escalation at the end of its input", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* script(["bookmarks", "stubborn"], ["quit", "fly"])
      assert.match(stderr, /source=plugin:bookmarks message="pid \d+ is gone after \d+ ms"/)
      assert.match(stderr, /source=plugin:stubborn message="pid \d+ is gone after \d{4} ms"/)
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )
})

describe("flash run, of a configuration", () => {
  it.live("runs the plugins that it names, and not those that it disables", () =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const config = join(folder, "flash.toml")
      writeFileSync(
        config,
        `[plugins]\ndisabled = ["exits-at-once"]\nthird_party = ["file:${fixture("bookmarks")}", "file:${fixture("misbehaving/exits-at-once")}"]\n`
      )
      const flash = yield* start(["run", "--config", config, "--json"], { input: "plugins\n" })
      const { code, stdout } = yield* flash.ended
      assert.deepStrictEqual(
        parsed(stdout).map(({ id, origin, type }) => [type, id, origin]),
        [
          ["plugin", "bookmarks", "third_party"],
          ["done", undefined, undefined]
        ]
      )
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("starts nothing when it is wrong", () =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const config = join(folder, "flash.toml")
      writeFileSync(config, '[plugins]\nwatching_enabled = "yes"\n')
      const flash = yield* start(["run", ...plugins("bookmarks"), "--config", config], { input: "plugins\n" })
      const { code, stderr, stdout } = yield* flash.ended
      assert.strictEqual(stdout, "")
      assert.strictEqual(stderr, `flash: ${config}: plugins.watching_enabled: expected true or false, found text\n`)
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )
})

describe.skipIf(!posix)("flash run, told to leave", () => {
  const underWay = (home: string) =>
    Effect.gen(function* () {
      const flash = yield* run(["bookmarks", "stubborn"], { home, isOpen: true })
      yield* flash.wrote(/source=plugin:stubborn message=staying/)
      if (linux) assert.isAtLeast((yield* flash.left).processes.length, 4)
      return flash
    })

  const lock = (home: string) =>
    ["Library/Application Support/Flash/Plugins", ".local/share/flash/plugins"].some((base) =>
      existsSync(join(home, base, "@host.lock"))
    )

  it.live("by one SIGINT stops every plugin and gives its folders back", () =>
    Effect.gen(function* () {
      const home = yield* temporary
      const flash = yield* underWay(home)
      assert.isTrue(lock(home))
      yield* flash.kill("SIGINT")
      const { code, stderr, stdout } = yield* flash.ended
      assert.include(stderr, "flash: SIGINT: stopping the plugins; a second signal kills them\n")
      assert.match(stderr, /source=plugin:stubborn message="pid \d+ is gone/)
      assert.strictEqual(stdout, "")
      assert.strictEqual(code, 130)
      assert.isFalse(lock(home))
      yield* leavesNothing(flash)
    }).pipe(Effect.scoped)
  )

  it.live("by a second one kills what is left and ends at once", () =>
    Effect.gen(function* () {
      const flash = yield* underWay(yield* temporary)
      yield* flash.kill("SIGINT")
      yield* flash.wrote(/stopping the plugins/)
      const impatient = Effect.repeat(flash.kill("SIGINT"), Schedule.spaced("20 millis"))
      const { code, stderr } = yield* Effect.raceFirst(flash.ended, Effect.andThen(impatient, Effect.never))
      assert.include(stderr, "flash: SIGINT: killing what is left\n")
      assert.notMatch(stderr, /source=plugin:stubborn message="pid \d+ is gone/)
      assert.strictEqual(code, 130)
      yield* leavesNothing(flash)
    }).pipe(Effect.scoped)
  )

  it.live("leaves the data folders of a host that runs to it", () =>
    Effect.gen(function* () {
      const home = yield* temporary
      const first = yield* run(["bookmarks"], { home, isOpen: true })
      yield* first.wrote(/source=plugin:bookmarks message="running/)
      const { code, stderr } = yield* (yield* start(["plugins", ...plugins("bookmarks")], { home })).ended
      assert.match(stderr, /^flash: .*flash\/plugins is used by another host, which is process \d+\n$/i)
      assert.strictEqual(code, 1)
      yield* first.kill("SIGTERM")
      yield* first.ended
    }).pipe(Effect.scoped)
  )
})

describe.skipIf(!posix || !python)("flash run, at a terminal", () => {
  const ctrl = { c: "\u0003", d: "\u0004" }

  it.live("prompts, answers, and leaves at the end of its input", () =>
    Effect.gen(function* () {
      const flash = yield* run(["bookmarks"], { isOpen: true, isTerminal: true })
      yield* flash.wrote(/flash> /)
      yield* flash.type("catalog\r")
      yield* flash.wrote(/Node\.js +https:\/\/nodejs\.org\/\r\n[\s\S]*flash> /)
      yield* flash.type(ctrl.d)
      const { code } = yield* flash.ended
      assert.strictEqual(code, 0)
      yield* leavesNothing(flash)
    }).pipe(Effect.scoped)
  )

  it.live("stops gracefully by one Ctrl-C, whatever is typed", () =>
    Effect.gen(function* () {
      const flash = yield* run(["bookmarks"], { isOpen: true, isTerminal: true })
      yield* flash.wrote(/source=plugin:bookmarks message="running/)
      yield* flash.type(`evaluate 1${ctrl.c}`)
      yield* flash.wrote(/SIGINT: stopping the plugins/)
      const { code, stdout } = yield* flash.ended
      assert.notInclude(stdout, "no answers")
      assert.strictEqual(code, 130)
      yield* leavesNothing(flash)
    }).pipe(Effect.scoped)
  )
})

describe("flash plugins", () => {
  it.live("shows how each one stands once nothing is on its way, and leaves nothing", () =>
    Effect.gen(function* () {
      const root = yield* temporary
      mkdirSync(join(root, "empty"))
      const names = ["bookmarks", "misbehaving/exits-at-once", "misbehaving/rejects-initialize"]
      const flash = yield* start(["plugins", "--plugins", root, ...plugins(...names)])
      const { code, stderr, stdout } = yield* flash.ended
      const [heads, ...rows] = stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(/ {3,}/))
      assert.deepStrictEqual(heads, ["ID", "STATE", "ACTIVATION", "FAILURES", "PID", "MEMORY", "SANDBOX", "LAST ERROR"])
      const row = (id: string) => rows.find(([first]) => first === id) ?? []
      assert.deepStrictEqual(row("bookmarks").slice(1, 4), ["running", "resident", "0"])
      assert.match(row("bookmarks")[4] ?? "", /^\d+$/)
      if (linux) assert.match(row("bookmarks")[5] ?? "", /^\d+\.\d MiB$/)
      // On a busy machine it may have tried again before the others had run.
      assert.match(
        row("exits-at-once").join(" | "),
        /^exits-at-once \| stopped, retry after \ds \| resident \| \d \| - \| - \| (?:unsandboxed, not )?network_denied \| launching: exited with status 0 before/
      )
      assert.deepStrictEqual(row("rejects-initialize").slice(1, 4), ["failed", "resident", "1"])
      assert.match(row("rejects-initialize")[7] ?? "", /^launching: the handshake was not accepted: /)
      assert.deepStrictEqual(row("empty").slice(1, 7), ["failed", "-", "-", "-", "-", "-"])
      assert.match(row("empty")[7] ?? "", /manifest\.json is missing$/)
      assert.strictEqual(stderr, "")
      assert.strictEqual(code, 0)
      yield* leavesNothing(flash)
    }).pipe(Effect.scoped)
  )

  it.live("writes an object for each one", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* (yield* start(["plugins", "--json", ...plugins("bookmarks")])).ended
      const [bookmarks, ...more] = parsed(stdout)
      assert.deepInclude(bookmarks, { type: "plugin", id: "bookmarks", state: "running", activation: "resident" })
      assert.deepStrictEqual(more, [])
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )
})

describe("flash check", () => {
  it.live("finds what is wrong with real files, and starts nothing", () =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const file = join(folder, "bad.json")
      writeFileSync(file, '{"id":"Bad","name":"n","version":"1","description":"d","exec":["./\\u001b"],"colour":1}')
      const flash = yield* start(["check", file, fixture("bookmarks")])
      const { code, stderr, stdout } = yield* flash.ended
      const lines = stdout.trimEnd().split("\n")
      assert.isAtLeast(lines.filter((line) => line.startsWith(`${file}: `)).length, 2)
      assert.match(stdout, /found "colour"/)
      assert.strictEqual(lines.at(-1), `${join(fixture("bookmarks"), "manifest.json")}: ok, bookmarks 0.1.0, resident`)
      assert.deepStrictEqual({ code, stderr }, { code: 1, stderr: "" })
      assert.deepStrictEqual(readdirSync(folder), ["bad.json"])
    }).pipe(Effect.scoped)
  )

  it.live("ends with 0 when nothing is wrong", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* (yield* start(["check", "--json", fixture("bookmarks")])).ended
      assert.deepStrictEqual(
        parsed(stdout).map(({ id, ok }) => [id, ok]),
        [["bookmarks", true]]
      )
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )
})
