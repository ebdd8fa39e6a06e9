import { assert, describe, it } from "@effect/vitest"
import { HostEvent } from "@lanyard/flash-host"
import { Lifecycle } from "@lanyard/process"
import { Duration, Option } from "effect"
import * as Rendering from "../../src/tour/Rendering.ts"
import { Look } from "../../src/tour/TourSystem.ts"

const { Lifecycle: State } = Lifecycle

describe("Rendering", () => {
  it("indents the rows of a table", () => {
    assert.deepStrictEqual(Rendering.table([["a", "b"]]), ["  a   b"])
  })

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
})
