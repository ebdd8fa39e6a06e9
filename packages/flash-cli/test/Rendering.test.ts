import { assert, describe, it } from "@effect/vitest"
import { AttemptFailure, HostEvent } from "@lanyard/flash-host"
import { Environment, Lifecycle, ProcessError } from "@lanyard/process"
import { Duration, Option } from "effect"
import * as Rendering from "../src/tour/Rendering.ts"
import { Look } from "../src/tour/TourSystem.ts"

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
    [new AttemptFailure.HandshakeGarbled(), "the reply to initialize was not readable"],
    [
      new AttemptFailure.ConnectionLost({ reason: "EndOfInput" }),
      "the connection was lost: the plugin closed its output and still ran"
    ],
    [
      new AttemptFailure.ConnectionLost({ reason: "BrokenPipe" }),
      "the connection was lost: the plugin closed its input and still ran"
    ],
    [
      new AttemptFailure.ConnectionLost({ reason: "Violated" }),
      "the connection was lost: the plugin broke the protocol"
    ],
    [new AttemptFailure.ConnectionLost({ reason: "Released" }), "the connection was lost: the host let go of it"],
    [new AttemptFailure.TransportOverflowed({ frames: 1, bytes: 2 }), "it stopped reading and its queue filled up"],
    [new AttemptFailure.PingMissed({ reason: "no reply" }), "it missed a probe: no reply"],
    [new AttemptFailure.SettingsNotEncodable({ reason: "NotJson" }), "its settings cannot be written as JSON"],
    [
      new AttemptFailure.DataFolderRefused({ folder: "/d", code: "EACCES" }),
      "its data folder /d could not be made (EACCES)"
    ],
    [new ProcessError.InterpreterNotFound({ executable: "/x" }), "/x names an interpreter or loader that is not there"],
    [new ProcessError.WorkingDirectoryMissing({ directory: "/w" }), "/w is no folder that this user can enter"],
    [
      new ProcessError.ArgumentsTooBig({ executable: "/x" }),
      "the arguments and the environment of /x are too big together"
    ],
    [
      new ProcessError.SystemLimitReached({ executable: "/x", limit: "EMFILE" }),
      "the system is out of descriptors, processes or memory (EMFILE)"
    ],
    [new ProcessError.ExecutableBusy({ executable: "/x" }), "/x is still being written"],
    [new ProcessError.SpawnFailed({ executable: "/x", code: "EIO" }), "/x could not be started (EIO)"],
    [
      new Environment.VariableRefused({ name: "N", part: "value" }),
      "the value of an environment variable cannot be passed on"
    ]
  ])("says why an attempt ended: %#", (failure, expected) => assert.strictEqual(Rendering.failure(failure), expected))

  it.each<readonly [Lifecycle.Lifecycle, string]>([
    [State.Stopped({ generation: 1 }), "stopped"],
    [State.Starting({ generation: 2, stage: Option.none() }), "starting, generation 2"],
    [State.Starting({ generation: 2, stage: Option.some("launching") }), "launching, generation 2"],
    [
      State.Backoff({ generation: 2, failures: 3, delay: Duration.seconds(3) }),
      "backoff: failure 3 inside the window, next attempt in 3s"
    ],
    [State.Running({ generation: 1 }), "running"],
    [State.Parked({ generation: 2, reason: "rejected" }), "parked: another attempt would fail in the same way"],
    [State.Parked({ generation: 2, reason: "exhausted" }), "parked: the failure budget is spent"]
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

  const groups = [7, 9]

  it.each<readonly [Look, string, boolean, string]>([
    [
      Look.Processes({ running: [] }),
      "0 processes in 2 groups",
      true,
      "nothing: the groups 7, 9 have no running member"
    ],
    [
      Look.Processes({ running: [{ pid: 8, name: "node" }] }),
      "1 process in 2 groups",
      false,
      "still running: node (pid 8)"
    ],
    [
      Look.Groups({ alive: [] }),
      "0 groups; this system does not show their members",
      true,
      "nothing: the groups 7, 9 have no member"
    ],
    [
      Look.Groups({ alive: [9] }),
      "1 group; this system does not show their members",
      false,
      "there are still members of the groups 9"
    ],
    [
      Look.Hidden(),
      "2 plugins; this system has no process groups to look at",
      true,
      "nobody can tell: this system has no process groups to look at"
    ]
  ])("claims no more than a look shows: %#", (look, before, clean, text) => {
    assert.strictEqual(Rendering.members(look, groups), before)
    assert.deepStrictEqual(Rendering.leftovers(look, groups), { clean, text })
  })

  it("marks text with terminal codes only when coloured", () => {
    assert.strictEqual(Rendering.plain.bad("x"), "x")
    assert.strictEqual(Rendering.coloured.bad("x"), "\u001b[31mx\u001b[0m")
  })
})
