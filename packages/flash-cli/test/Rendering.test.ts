import { assert, describe, it } from "@effect/vitest"
import { AttemptFailure, HostEvent } from "@lanyard/flash-host"
import { Lifecycle, ProcessError } from "@lanyard/process"
import { Duration, Option } from "effect"
import * as Rendering from "../src/tour/Rendering.ts"

const { Lifecycle: State } = Lifecycle

describe("Rendering", () => {
  it("lines up the cells of a table and leaves no blanks at the end", () => {
    assert.deepStrictEqual(
      Rendering.table([
        ["a", "long", ""],
        ["bbb", "c", "d"]
      ]),
      ["  a     long", "  bbb   c      d"]
    )
  })

  it.each([
    [1, "row", "1 row"],
    [2, "row", "2 rows"],
    [3, "process", "3 processes"]
  ])("counts %d %s", (count, noun, expected) => assert.strictEqual(Rendering.counted(count, noun), expected))

  it("shows tenths of small times only", () => {
    assert.deepStrictEqual([0.25, 9.94, 10.4, 1500].map(Rendering.millis), ["0.3 ms", "9.9 ms", "10 ms", "1500 ms"])
  })

  it.each<readonly [AttemptFailure.AttemptFailure, string]>([
    [new ProcessError.ExecutableNotFound({ executable: "python3" }), "python3 was not found on the PATH"],
    [new ProcessError.ExecutableNotPermitted({ executable: "/x" }), "/x may not be executed"],
    [
      new AttemptFailure.PluginExited({ exit: { _tag: "Exited", code: 3 }, ready: false }),
      "exited with status 3 before the handshake"
    ],
    [
      new AttemptFailure.PluginExited({ exit: { _tag: "Signaled", signal: "SIGKILL" }, ready: true }),
      "killed by SIGKILL"
    ],
    [new AttemptFailure.HandshakeUnanswered({ deadline: 5000 }), "no reply to initialize within 5000 ms"],
    [new AttemptFailure.HandshakeRejected({ reason: "refused" }), "the handshake was not accepted: refused"],
    [new AttemptFailure.TransportOverflowed({ frames: 1, bytes: 2 }), "TransportOverflowed"]
  ])("says why an attempt ended: %#", (failure, expected) => assert.strictEqual(Rendering.failure(failure), expected))

  it.each<readonly [Lifecycle.Lifecycle, string]>([
    [State.Stopped({ generation: 1 }), "stopped"],
    [State.Starting({ generation: 2, stage: Option.none() }), "starting, generation 2"],
    [State.Starting({ generation: 2, stage: Option.some("launching") }), "launching, generation 2"],
    [
      State.Backoff({ generation: 2, failures: 3, delay: Duration.seconds(3) }),
      "backoff: failure 3 inside the window, next attempt in 3s"
    ],
    [State.Parked({ generation: 2, reason: "rejected" }), "parked: rejected"]
  ])("names a state: %#", (state, expected) => assert.strictEqual(Rendering.state(state), expected))

  it("tells every step of a stop, and who got away", () => {
    assert.strictEqual(
      Rendering.stop({
        steps: [
          { rung: "end of input", at: 0, delivered: true },
          { rung: "SIGTERM", at: 1000, delivered: false }
        ],
        exit: { _tag: "Exited", code: 0 },
        survivors: [{ pid: 7, name: "daemon" }],
        elapsed: 1001
      }),
      "end of input at 0.0 ms → SIGTERM at 1000 ms (nobody left) → exited with status 0, group gone at 1001 ms; daemon (pid 7) had left the group and runs on"
    )
  })

  it("has a line for what happens to an attempt and none for the rest", () => {
    assert.strictEqual(
      Rendering.event(HostEvent.Ready({ plugin: "p", pid: 7, elapsed: 41 })),
      "running, pid 7, ready after 41 ms"
    )
    assert.isUndefined(Rendering.event(HostEvent.Published({ plugin: "p", rows: 1 })))
  })

  it("marks text with terminal codes only when coloured", () => {
    assert.strictEqual(Rendering.plain.bad("x"), "x")
    assert.strictEqual(Rendering.coloured.bad("x"), "\u001b[31mx\u001b[0m")
  })
})
