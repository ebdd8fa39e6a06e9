import { assert, describe, it } from "@effect/vitest"
import { Manifest } from "@lanyard/flash-protocol"
import { Effect, Result } from "effect"
import { ofScenario } from "../../src/conformance/Allowance.ts"
import * as Conformance from "../../src/conformance/Conformance.ts"
import * as Report from "../../src/conformance/Report.ts"
import type { Subject } from "../../src/conformance/Subject.ts"
import * as MemoryChildren from "../../src/MemoryChildren.ts"
import { What } from "../../src/Transcript.ts"

const manifest = { id: "one", name: "One", version: "1", description: "One.", exec: ["one"], query: {} }

const subject: Subject = {
  manifest: Result.getOrThrow(Manifest.parse(new TextEncoder().encode(JSON.stringify(manifest)))),
  executable: "/none",
  args: [],
  cwd: "/",
  variables: {},
  hostPid: 1,
  dataFolder: Effect.succeed("/none")
}

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
