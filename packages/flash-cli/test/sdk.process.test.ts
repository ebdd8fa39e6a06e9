/** Plugins of the SDK under the host of this project, as processes: what one says, the other takes. */
import { delimiter } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fixture, onlyNode, posix, start } from "./support/flash.ts"

/** What a script has the host answer, an object a line. */
const script = Effect.fn(function* (plugin: string, lines: ReadonlyArray<string>) {
  const input = lines.map((line) => `${line}\n`).join("")
  const flash = yield* start(["run", "--json", "--plugins", fixture(plugin)], {
    input,
    path: `${yield* onlyNode}${delimiter}${process.env.PATH}`
  })
  const { code, stderr, stdout } = yield* flash.ended
  assert.deepStrictEqual(yield* flash.left, { folders: [], processes: [] })
  const answers: ReadonlyArray<Record<string, unknown>> = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
  return { code, stderr, of: (line: number) => answers.filter((answer) => answer.line === line) }
})

describe.skipIf(!posix)("a plugin of the SDK in a host of this project", () => {
  it.live("publishes, performs and leaves in its grace: hello", () =>
    Effect.gen(function* () {
      const { code, of, stderr } = yield* script("hello", ["catalog", "perform hello greet you", "perform hello dance"])
      assert.deepStrictEqual(
        of(1).flatMap(({ title, type }) => (type === "row" ? [title] : [])),
        ["World", "Moon"]
      )
      assert.deepInclude(of(2)[0], { type: "outcome", outcome: "performed", message: "Hello, you" })
      assert.deepInclude(of(3)[0], { type: "done", ok: false })
      assert.notMatch(stderr, /SIGTERM|SIGKILL|attempt over/)
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )

  it.live("does something on every surface, host calls and events among them: probe", () =>
    Effect.gen(function* () {
      const { code, of, stderr } = yield* script("probe", [
        "catalog probe.items",
        "evaluate probe:unicode",
        "perform probe echo a b",
        "perform probe status state shown",
        "status",
        "perform probe storage-set key value",
        "perform probe storage-get key",
        "perform probe signal",
        "perform probe interval 60 low",
        "event core:space.changed {}",
        "perform probe state",
        "action tab_new"
      ])
      const message = (line: number) => JSON.parse(String(of(line)[0]?.message))
      assert.strictEqual(of(1).filter(({ type }) => type === "row").length, 3)
      assert.deepInclude(of(3)[0], { outcome: "performed" })
      assert.deepStrictEqual(message(3), { args: ["a", "b"], raw: "a b" })
      assert.deepInclude(of(5)[0], { type: "segment", segment: "state", markup: "shown" })
      assert.deepInclude(message(6), { ok: true })
      assert.deepInclude(message(7), { ok: true, value: "value" })
      assert.deepInclude(message(8), { ok: false })
      assert.deepInclude(of(9)[0], { outcome: "performed", message: "i1" })
      assert.deepInclude(of(11)[0], { message: "core:space.changed" })
      assert.deepInclude(of(12)[0], { plugin: "probe", outcome: "performed", target_pid: 4242 })
      assert.notMatch(stderr, /SIGTERM|SIGKILL|attempt over/)
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )
})
