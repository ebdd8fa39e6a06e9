import { assert, describe, it } from "@effect/vitest"
import { Violation } from "@lanyard/wire"
import { type Entry, frames, print, printLimit, What } from "../src/Transcript.ts"

const entries: ReadonlyArray<Entry> = [
  { at: 0, from: "host", what: What.Frame({ frame: { id: 1, method: "ping" } }) },
  { at: 1.25, from: "plugin", what: What.NoFrame({ violation: Violation.NotJson() }) },
  { at: 2, from: "plugin", what: What.Diagnostic({ text: "\u001b[2J\u202e" }) },
  { at: 3, from: "host", what: What.Bytes({ bytes: new Uint8Array([0x61, 0x0a]) }) },
  { at: 4, from: "host", what: What.Ended() },
  { at: 5, from: "plugin", what: What.Broke() },
  { at: 5.5, from: "plugin", what: What.Flooded() },
  { at: 6, from: "plugin", what: What.Missed({ waited: "the reply to 1" }) },
  { at: 7, from: "plugin", what: What.Exited({ exit: { _tag: "Exited", code: 0 } }) },
  { at: 8, from: "plugin", what: What.Exited({ exit: { _tag: "Signaled", signal: "SIGKILL" } }) }
]

describe("Transcript", () => {
  it("prints an entry a line, with nothing in it that drives a terminal", () => {
    assert.deepStrictEqual(print(entries).split("\n"), [
      '      0.0 ms  → plugin  {"id":1,"method":"ping"}',
      "      1.3 ms  ← plugin  no frame: NotJson",
      '      2.0 ms  ← plugin  stderr: "\\u001b[2J\\u202e"',
      '      3.0 ms  → plugin  2 bytes: "a\\n"',
      "      4.0 ms  → plugin  ended its output",
      "      5.0 ms  ← plugin  stopped reading",
      "      5.5 ms  ← plugin  floods: no more of it is read",
      "      6.0 ms  ← plugin  nothing came: the reply to 1",
      "      7.0 ms  ← plugin  exited with 0",
      "      8.0 ms  ← plugin  ended by SIGKILL"
    ])
  })

  it("cuts long frames", () => {
    const line = print([{ at: 0, from: "host", what: What.Frame({ frame: { pad: "x".repeat(1000) } }) }])
    assert.isTrue(line.endsWith("…"))
    assert.isBelow(line.length, printLimit + 40)
  })

  it("gives the frames of one end", () => {
    assert.deepStrictEqual(frames(entries, "host"), [{ id: 1, method: "ping" }])
    assert.deepStrictEqual(frames(entries, "plugin"), [])
  })
})
