import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Schema, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Diagnostics from "../src/Diagnostics.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const { Dropped, Line } = Diagnostics.Diagnostic
const lines = (...texts: ReadonlyArray<string>) => texts.map((text) => Line({ text }))
const numbered = (from: number, count: number) => Array.from({ length: count }, (_, i) => `line ${from + i}`)

/** Everything a limiter says about chunks that all come at time 0, and about the end. */
const all = (chunks: ReadonlyArray<Uint8Array>) => {
  let limiter = Diagnostics.initial
  const out: Array<Diagnostics.Diagnostic> = []
  for (const chunk of chunks) {
    const [next, diagnostics] = Diagnostics.push(limiter, chunk, 0)
    limiter = next
    out.push(...diagnostics)
  }
  return [...out, ...Diagnostics.end(limiter, 0)[1]]
}

describe("Diagnostics", () => {
  it.each([
    ["whole lines, trimmed", "  a \r\n\tb\n", lines("a", "b")],
    ["the unterminated line at the end", "a\nb", lines("a", "b")],
    ["no blank lines", "\n \t\r\n\u000b\na\n", lines("a")],
    ["nothing of nothing", "", []],
    ["U+2028 and a lone CR as part of a line", "a\u2028b\rc\n", lines("a\u2028b\rc")],
    ["a line of 4096 bytes whole", `${"x".repeat(4096)}\nb\n`, lines("x".repeat(4096), "b")],
    ["the first 4096 bytes of a longer one", `${"x".repeat(4097)}\nb\n`, lines(`${"x".repeat(4096)}…`, "b")],
    ["a character cut in two not at all", `${"x".repeat(4095)}é\n`, lines(`${"x".repeat(4095)}…`)]
  ])("passes on %s", (_, text, expected) => {
    assert.deepStrictEqual(all([bytes(text)]), expected)
    assert.deepStrictEqual(all(Array.from(bytes(text), (byte) => Uint8Array.of(byte))), expected)
  })

  it("replaces invalid UTF-8", () => {
    assert.deepStrictEqual(all([Uint8Array.of(0x61, 0xff, 0x62, 0x0a)]), lines("a\ufffdb"))
  })

  it("does not wait for the end of a line that is too long, and skips the rest of it", () => {
    const [cut, first] = Diagnostics.push(Diagnostics.initial, bytes("x".repeat(5000)), 0)
    assert.deepStrictEqual(first, lines(`${"x".repeat(4096)}…`))
    const [, second] = Diagnostics.push(cut, bytes(`${"y".repeat(9000)}\nnext\n`), 0)
    assert.deepStrictEqual(second, lines("next"))
  })

  it("passes 20 lines in any 10 s and reports the others once when the window opens [FLASH-PROC-12]", () => {
    const [early] = Diagnostics.push(Diagnostics.initial, bytes("first\n"), 0)
    const [full, passed] = Diagnostics.push(early, bytes(`${numbered(1, 30).join("\n")}\n`), 5_000)
    assert.deepStrictEqual(passed, lines(...numbered(1, 19)))
    assert.strictEqual(Diagnostics.opensAt(full), 10_000)

    const [still, nothing] = Diagnostics.push(full, bytes("more\n"), 9_999)
    assert.deepStrictEqual(nothing, [])

    const [open, reported] = Diagnostics.push(still, bytes("at last\nand one too many\n"), 10_000)
    assert.deepStrictEqual(reported, [Dropped({ lines: 12 }), ...lines("at last")])
    assert.deepStrictEqual(Diagnostics.tick(open, 14_999)[1], [])
    assert.deepStrictEqual(Diagnostics.tick(open, 15_000)[1], [Dropped({ lines: 1 })])
    assert.deepStrictEqual(Diagnostics.end(open, 10_000)[1], [Dropped({ lines: 1 })])
  })

  it("remembers the last line, even one that was dropped", () => {
    const [limiter] = Diagnostics.push(Diagnostics.initial, bytes(`${numbered(1, 30).join("\n")}\n\n`), 0)
    assert.strictEqual(limiter.last, "line 30")
  })

  it("counts every line of a flood without keeping it (B031)", () => {
    const flood = bytes("0123456789abcde\n".repeat(600_000))
    const [limiter, passed] = Diagnostics.push(Diagnostics.initial, flood, 0)
    assert.deepStrictEqual([passed.length, limiter.dropped], [20, 599_980])
    assert.strictEqual(limiter.held?.buffer.byteLength, 0)
  })

  it.prop(
    "says the same for any cut of the same bytes",
    [Schema.String, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7 }))],
    ([text, size]) => {
      const whole = bytes(`${text.repeat(3)}\n${text}`)
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
        whole.subarray(i * size, (i + 1) * size)
      )
      assert.deepStrictEqual(all(pieces), all([whole]))
    }
  )
})

describe("Diagnostics.attach", () => {
  const attached = Effect.gen(function* () {
    const said: Array<string | number> = []
    let listener = (_: Uint8Array) => {}
    const child = {
      onStderr: (next: (bytes: Uint8Array) => void) => {
        listener = next
      }
    }
    const sink = { line: (text: string) => said.push(text), skipped: (count: number) => said.push(count) }
    const { last } = yield* Diagnostics.attach(child, sink)
    return { said, last, write: (text: string) => listener(bytes(text)) }
  })

  it.effect("reports what was dropped when the window opens, without another line", () =>
    Effect.gen(function* () {
      const { last, said, write } = yield* attached
      write(`${numbered(1, 25).join("\n")}\n`)
      assert.deepStrictEqual(said, numbered(1, 20))
      yield* TestClock.adjust("9999 millis")
      assert.lengthOf(said, 20)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(said.slice(20), [5])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([said.length, last()], [21, "line 25"])
    })
  )

  const flood = `${numbered(1, 25).join("\n")}\nhalf a line`
  const reported = [...numbered(1, 20), 6]

  it.effect("reports the rest when the scope closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { said, write } = yield* Scope.provide(attached, scope)
      write(flood)
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(said, reported)
      write("too late\n")
      assert.deepStrictEqual(said, reported)
    })
  )

  it.effect("reports the rest when its owner is interrupted", () =>
    Effect.gen(function* () {
      let said: ReadonlyArray<string | number> = []
      const owner = yield* Effect.scoped(
        Effect.gen(function* () {
          const all = yield* attached
          said = all.said
          all.write(flood)
          return yield* Effect.never
        })
      ).pipe(Effect.forkChild({ startImmediately: true }))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(owner)
      assert.deepStrictEqual(said, reported)
    })
  )
})
