import { assert, describe, it } from "@effect/vitest"
import { Script, ScriptedChild } from "@lanyard/process/testing"
import { Effect } from "effect"
import * as MacProcesses from "../../src/node/MacProcesses.ts"

const listing = [
  "    1     0 Ss     23456   5:07.89    01-02:03:04 Wed Dec  2 09:30:00 2026     /sbin/launchd",
  "  501     1 S+   1234567   0:00.05          00:09 Thu Dec 10 11:00:01 2026     /Applications/A B.app/Contents/MacOS/A B",
  "  502   501 Z          0   0:00.00          00:01 Thu Dec 10 11:00:09 2026     (zombie)",
  "  503   501 R        100 100:00.00 1-00:00:00.00 Thu Dec 10 11:00:09 2026 -zsh",
  "",
  "ps: something is wrong"
].join("\n")

describe("MacProcesses.parse", () => {
  it("reads a line for each process that has not ended", () => {
    assert.deepStrictEqual(MacProcesses.parse(listing), [
      {
        pid: 1,
        parent: 0,
        comm: "launchd",
        started: "Wed Dec  2 09:30:00 2026",
        cpu: 307_890,
        memory: 23_456 * 1024,
        uptime: 93_784
      },
      {
        pid: 501,
        parent: 1,
        comm: "A B",
        started: "Thu Dec 10 11:00:01 2026",
        cpu: 50,
        memory: 1_234_567 * 1024,
        uptime: 9
      },
      {
        pid: 503,
        parent: 501,
        comm: "-zsh",
        started: "Thu Dec 10 11:00:09 2026",
        cpu: 6_000_000,
        memory: 102_400,
        uptime: 86_400
      }
    ])
  })

  it("reads nothing out of nothing", () => {
    assert.deepStrictEqual(MacProcesses.parse(""), [])
  })
})

describe("MacProcesses.all", () => {
  const listed = (script: Script.Script) =>
    Effect.provide(
      MacProcesses.all,
      ScriptedChild.layer(() => script)
    )

  it.effect("is what ps lists", () =>
    Effect.gen(function* () {
      const found = yield* listed({ emits: [{ at: 0, text: listing }], ends: Script.exits(0) })
      assert.deepStrictEqual(
        found.map(({ pid }) => pid),
        [1, 501, 503]
      )
    })
  )

  it.effect.each([
    ["fails", { emits: [{ at: 0, text: listing }], ends: Script.exits(0, 1) }],
    ["says nothing", { ends: Script.exits(0) }]
  ] as const)("shows nothing when ps %s", ([, script]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(listed(script)))._tag, "ProcessesHidden")
    })
  )
})
