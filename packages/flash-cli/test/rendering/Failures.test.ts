import { assert, describe, it } from "@effect/vitest"
import { AttemptFailure } from "@lanyard/flash-host"
import { Environment, ProcessError } from "@lanyard/process"
import * as Failures from "../../src/rendering/Failures.ts"

describe("Failures.failure", () => {
  it.each<readonly [AttemptFailure.AttemptFailure, string]>([
    [new ProcessError.ExecutableNotFound({ executable: "python3" }), "python3 was not found on the PATH"],
    [new ProcessError.ExecutableNotFound({ executable: "./hello" }), "./hello is not there; does it have to be built?"],
    [
      new ProcessError.ExecutableNotPermitted({ executable: "/x" }),
      "/x is no program, is closed to this user, or leads out of its folder"
    ],
    [
      new AttemptFailure.PluginExited({ exit: { _tag: "Exited", code: 3 }, ready: false }),
      "exited with status 3 before the handshake"
    ],
    [
      new AttemptFailure.PluginExited({ exit: { _tag: "Signaled", signal: "SIGKILL" }, ready: true }),
      "killed by SIGKILL"
    ],
    [
      new AttemptFailure.PluginExited({
        exit: { _tag: "Exited", code: 65 },
        ready: false,
        refused: "the profile did not compile"
      }),
      "exited with status 65 before the handshake: the profile did not compile"
    ],
    [new AttemptFailure.HandshakeUnanswered({ deadline: 5000 }), "no reply to initialize within 5000 ms"],
    [new AttemptFailure.HandshakeRejected({ reason: "refused" }), "the handshake was not accepted: refused"],
    [
      // B082: both versions.
      new AttemptFailure.HandshakeRejected({ reason: "wrong version", version: 2 }),
      "the handshake was not accepted: wrong version, 2 instead of 1"
    ],
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
      "the data folder /d could not be made (EACCES)"
    ],
    [
      new AttemptFailure.InstallFailed({
        exit: { _tag: "Exited", code: 3 },
        overdue: false,
        stdoutBytes: 1,
        stderrBytes: 2
      }),
      "its install exited with status 3"
    ],
    [
      new AttemptFailure.InstallFailed({
        exit: { _tag: "Signaled", signal: "SIGTERM" },
        overdue: true,
        stdoutBytes: 1,
        stderrBytes: 2
      }),
      "its install took too long"
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
  ])("says why an attempt ended: %#", (failure, expected) => assert.strictEqual(Failures.failure(failure), expected))
})
