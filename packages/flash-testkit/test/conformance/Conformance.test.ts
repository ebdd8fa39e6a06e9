import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ofScenario } from "../../src/conformance/Allowance.ts"
import * as Conformance from "../../src/conformance/Conformance.ts"
import * as Report from "../../src/conformance/Report.ts"
import * as MemoryChildren from "../../src/MemoryChildren.ts"
import { What } from "../../src/Transcript.ts"
import { subjectOf } from "./memory.ts"

const subject = subjectOf({ query: {} })

/** A loop that does this with each chunk and ends with its input. */
const loop =
  (chunk: (write: (text: string) => void) => void) =>
  ({ duplex }: MemoryChildren.Start) =>
    Effect.callback<void>((resume) => {
      const write = (text: string) => void duplex.write(text)
      const end = () => resume(Effect.void)
      duplex.open({ chunk: () => chunk(write), end, drain: () => {}, broken: () => {} })
    })

const judged = (chunk: (write: (text: string) => void) => void, options: Conformance.Options) =>
  Effect.provide(Conformance.run(subject, options), MemoryChildren.layer(loop(chunk)))

describe("Conformance", () => {
  it.effect("reads no more of a plugin that floods, and does not take it for one that conforms", () =>
    Effect.gen(function* () {
      const flood = '{"method":"log"}\n'.repeat(100)
      const only = new Set(["shutdown"])
      const report = yield* judged(
        (write) => {
          for (let lines = 0; lines <= ofScenario.lines; lines += 100) write(flood)
        },
        { only }
      )
      const [played] = report.played
      const read = played?.transcript.filter(({ from, what }) => from === "plugin" && What.$is("Frame")(what))
      assert.strictEqual(read?.length, ofScenario.lines)
      assert.strictEqual(played?.transcript.filter(({ what }) => What.$is("Flooded")(what)).length, 1)
      assert.isFalse(Report.conforms(report))
      assert.include(
        report.rows.map(({ verdict }) => Report.reasonOf(verdict)),
        "nothing came before it: silence, for it floods its host"
      )
    })
  )

  it.effect("meets no more than 100 of a plugin's calls with a request of the same id", () =>
    Effect.gen(function* () {
      const calls = Array.from({ length: 101 }, (_, at) => `{"id":${at + 1},"method":"host.ping","params":{}}\n`)
      let isFirst = true
      const report = yield* judged(
        (write) => {
          if (isFirst) write(calls.join(""))
          isFirst = false
        },
        { only: new Set(["shutdown"]), patience: 100 }
      )
      const written = report.played[0]?.transcript.flatMap(({ from, what }) =>
        from === "host" && What.$is("Frame")(what) ? [what.frame] : []
      )
      assert.strictEqual(written?.filter(({ method }) => method === "ping").length, 100)
      assert.strictEqual(written?.filter(({ result }) => result !== undefined).length, 101)
    })
  )

  it.effect("asks a plugin no more that said nothing in two lives of its own", () =>
    Effect.gen(function* () {
      let lives = 0
      const serve = (start: MemoryChildren.Start) => {
        lives++
        return loop(() => {})(start)
      }
      const report = yield* Effect.provide(Conformance.run(subject, { patience: 1 }), MemoryChildren.layer(serve))
      assert.strictEqual(lives, 2)
      assert.deepStrictEqual(
        report.played.map(({ name }) => name),
        ["handshake", "evaluate"]
      )
      assert.isFalse(Report.conforms(report))
      assert.isEmpty(report.rows.filter(({ scenario, verdict }) => scenario === "framing" && verdict._tag === "Passed"))
    })
  )

  it.effect("asks a plugin on that replied in one of them", () =>
    Effect.gen(function* () {
      let lives = 0
      const serve = (start: MemoryChildren.Start) => {
        const isSecond = ++lives === 2
        return loop((write) => (isSecond ? write('{"id":5000,"result":{"ok":true}}\n') : undefined))(start)
      }
      const report = yield* Effect.provide(Conformance.run(subject, { patience: 1 }), MemoryChildren.layer(serve))
      assert.include(
        report.played.map(({ name }) => name),
        "framing"
      )
    })
  )
})
