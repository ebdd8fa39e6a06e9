import { assert, describe, it } from "@effect/vitest"
import * as PosixGroup from "../../src/node/PosixGroup.ts"
import type { TableEntry } from "../../src/node/ProcessTable.ts"

type Answer = ReturnType<PosixGroup.GroupSystem["kill"]>

/** A system in which every `kill` is recorded, and which says of the group 10 and of the pid 10 what a test sets. */
const system = (options: { readonly table: boolean; readonly entries?: ReadonlyArray<TableEntry> }) => {
  const state = {
    exited: false,
    group: "sent" as Answer,
    leader: "sent" as Answer,
    entries: [...(options.entries ?? [])],
    variables: new Map<number, ReadonlyArray<string>>(),
    readable: true
  }
  const signals: Array<string> = []
  let readings = 0
  const all = () => {
    readings++
    return state.readable ? state.entries : "unreadable"
  }
  const group = PosixGroup.make(
    {
      kill: (target, signal) => {
        if (signal !== 0) signals.push(`${signal} ${target}`)
        return target < 0 ? state.group : state.leader
      },
      ...(options.table && {
        table: {
          all,
          shared: all,
          environment: (pid: number) => state.variables.get(pid) ?? "unreadable",
          find: (pid: number) =>
            state.readable ? (state.entries.find((entry) => entry.pid === pid) ?? "missing") : "unreadable"
        }
      })
    },
    10,
    () => state.exited
  )
  return { state, signals, group, readings: () => readings }
}

const member = (pid: number, change: Partial<TableEntry> = {}): TableEntry => ({
  pid,
  name: `p${pid}`,
  running: true,
  parent: 10,
  group: 10,
  session: 10,
  started: "1",
  ...change
})

describe.each([{ table: true }, { table: false }])("PosixGroup with %o", (options) => {
  it("signals the group while its leader is not reaped, without reading the table", () => {
    const { group, readings, signals } = system(options)
    assert.isTrue(group.alive() && group.signal("SIGTERM"))
    assert.deepStrictEqual([signals, readings()], [["SIGTERM -10"], 0])
  })

  it("sends nothing to a stranger that got the leader's pid, nor to a group the stranger leads (B010)", () => {
    const { group, signals, state } = system(options)
    Object.assign(state, { exited: true, group: "sent", leader: "sent", entries: [member(10)] })
    assert.isFalse(group.alive() || group.signal("SIGTERM") || group.signal("SIGKILL"))
    assert.deepStrictEqual(signals, [])
  })

  it("stays gone once it was seen gone, whoever gets its number (B010)", () => {
    const { group, signals, state } = system(options)
    Object.assign(state, { exited: true, group: "missing", leader: "missing" })
    assert.isFalse(group.alive())
    Object.assign(state, { group: "sent", entries: [member(11)] })
    assert.isFalse(group.alive() || group.signal("SIGKILL"))
    assert.deepStrictEqual([signals, group.trace()()], [[], []])
  })

  it("takes a denial for the end of a group whose leader exited, as macOS answers (B011)", () => {
    const { group, state } = system(options)
    state.group = "denied"
    assert.isFalse(group.signal("SIGTERM"))
    assert.isTrue(group.alive())
    Object.assign(state, { exited: true, leader: "missing" })
    assert.isFalse(group.alive())
  })

  it("goes on against members that outlive the leader", () => {
    const { group, signals, state } = system(options)
    Object.assign(state, { exited: true, leader: "missing", entries: [member(11)] })
    assert.isTrue(group.alive() && group.signal("SIGKILL"))
    assert.deepStrictEqual(signals, ["SIGKILL -10"])
    state.group = "missing"
    assert.isFalse(group.alive())
  })
})

describe("PosixGroup with a process table", () => {
  it("counts a group of zombies as gone", () => {
    const { group, state } = system({ table: true })
    Object.assign(state, { exited: true, leader: "missing", entries: [member(11)] })
    assert.isTrue(group.alive())
    state.entries = [member(11, { running: false })]
    assert.isFalse(group.alive())
  })

  it("reads the whole table again only when no known member is left", () => {
    const { group, readings, state } = system({ table: true })
    Object.assign(state, { exited: true, leader: "missing", entries: [member(11)] })
    for (let poll = 0; poll < 50; poll++) assert.isTrue(group.alive())
    assert.strictEqual(readings(), 1)
    state.entries = [member(12)]
    assert.isTrue(group.alive())
    assert.strictEqual(readings(), 2)
  })

  it("lists traced descendants that still run, and no process that got a pid of theirs", () => {
    const { group, state } = system({ table: true })
    state.entries = [member(10), member(11, { group: 11 }), member(12, { group: 12, parent: 11 }), member(13)]
    const running = group.trace()
    state.entries = [member(11, { group: 11, parent: 1 }), member(12, { started: "2" }), member(13, { running: false })]
    assert.deepStrictEqual(running(), [{ pid: 11, name: "p11" }])
  })

  it("lists orphans in sessions of their own by all of their marks, and none that is older than the leader", () => {
    const orphan = (pid: number, started = "7") => member(pid, { parent: 1, group: pid, session: pid, started })
    const entries = [member(10, { started: "5" }), orphan(11), orphan(12), orphan(13), orphan(14, "4")]
    const { group, state } = system({ table: true, entries })
    state.variables = new Map([
      [11, ["A=1", "B=2", "C=3"]],
      [12, ["A=1", "B=20"]],
      [14, ["A=1", "B=2"]]
    ])
    const running = (marks?: ReadonlyArray<string>) =>
      group
        .trace(marks)()
        .map(({ pid }) => pid)
    assert.deepStrictEqual([running(["A=1", "B=2"]), running(), running([])], [[11], [], []])
    Object.assign(state, { exited: true, group: "missing", leader: "missing", entries: [orphan(11), orphan(14, "4")] })
    assert.deepStrictEqual([running(["A=1", "B=2"]), running()], [[11], []])
  })

  it("takes no session for its own whose number a stranger has by now", () => {
    const { group, state } = system({ table: true })
    Object.assign(state, { exited: true, group: "missing", leader: "missing" })
    const inSession = member(11, { group: 11, parent: 1 })
    state.entries = [inSession]
    assert.lengthOf(group.trace(["A=1"])(), 1)
    state.entries = [member(10), inSession]
    assert.deepStrictEqual(group.trace(["A=1"])(), [])
  })

  it("takes no group for gone while the table cannot be read, and asks the system instead", () => {
    const { group, signals, state } = system({ table: true })
    Object.assign(state, { exited: true, leader: "missing", entries: [member(11)] })
    assert.isTrue(group.alive())
    state.readable = false
    assert.isTrue(group.alive() && group.signal("SIGTERM"))
    state.readable = true
    assert.isTrue(group.alive())
    Object.assign(state, { readable: false, group: "missing" })
    assert.isFalse(group.alive())
    assert.deepStrictEqual(signals, ["SIGTERM -10"])
  })

  it("traces nothing while the table cannot be read", () => {
    const { group, state } = system({ table: true })
    state.entries = [member(11)]
    const before = group.trace()
    state.readable = false
    assert.deepStrictEqual([before(), group.trace()()], [[], []])
  })
})
