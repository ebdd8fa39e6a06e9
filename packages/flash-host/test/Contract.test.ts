import { assert, describe, it } from "@effect/vitest"
import { Constants } from "@lanyard/flash-protocol"
import { Diagnostics } from "@lanyard/process"
import { Effect } from "effect"
import { advance, begin, host, serving } from "./support/scripted.ts"

describe("The contract's numbers", () => {
  it("bound stderr in the kernel [FLASH-PROC-12]", () => {
    assert.deepStrictEqual(
      { line_bytes: Diagnostics.lineBytes, lines: Diagnostics.linesPerWindow, window: Diagnostics.windowMillis },
      Constants.stderr
    )
  })

  it.effect("time the escalation in the kernel [FLASH-SHUT-02]", () =>
    Effect.gen(function* () {
      const { grace, kill } = Constants.shutdown
      const { plugins, times } = yield* host(() => ({
        answers: serving(),
        onEndOfInput: "ignores",
        onSigterm: "ignores"
      }))
      yield* plugins.start
      yield* advance(0)
      const stopping = yield* begin(plugins.stop)
      yield* advance(grace - 1)
      assert.deepStrictEqual(times("SIGTERM"), [])
      yield* advance(1)
      yield* advance(kill)
      assert.deepStrictEqual([times("SIGTERM"), times("SIGKILL")], [[grace], [grace + kill]])
      yield* stopping.outcome
    })
  )
})
