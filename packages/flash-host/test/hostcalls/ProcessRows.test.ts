import { assert, describe, it } from "@effect/vitest"
import * as ProcessRows from "../../src/hostcalls/ProcessRows.ts"

const reading = (pid: number, parent: number, more: Partial<ProcessRows.Reading> = {}): ProcessRows.Reading => ({
  pid,
  parent,
  comm: `p${pid}`,
  started: "1",
  cpu: 0,
  memory: 100,
  uptime: 60,
  ...more
})

const sample = (
  before: ReadonlyArray<ProcessRows.Reading>,
  after: ReadonlyArray<ProcessRows.Reading>,
  elapsed = 200
): ProcessRows.Sample => ({ before, after, elapsed, machine: 10_000 })

describe("ProcessRows.each", () => {
  it("lists the processes of the second reading, with what they used between the two [FLASH-HOST-35]", () => {
    const before = [reading(1, 0, { cpu: 1000 }), reading(2, 1, { cpu: 5 })]
    const after = [reading(1, 0, { cpu: 1100, memory: 250 }), reading(3, 1)]
    assert.deepStrictEqual(ProcessRows.each(sample(before, after)), [
      { pid: 1, comm: "p1", cpu_percent: 50, mem_percent: 2.5 },
      { pid: 3, comm: "p3", cpu_percent: 0, mem_percent: 1 }
    ])
  })

  it.each([
    ["used two processors", { cpu: 420 }, 200],
    ["used a third of one", { cpu: 86.6666 }, 33.33],
    ["runs backwards, as clocks of the system may", { cpu: 10 }, 0],
    ["is another one of the same number", { cpu: 30, started: "2" }, 15]
  ])("counts for one that %s", (_, after, percent) => {
    const [row] = ProcessRows.each(sample([reading(1, 0, { cpu: 20 })], [reading(1, 0, after)]))
    assert.strictEqual(row?.cpu_percent, percent)
  })

  it("counts all of its time for one that is new", () => {
    const [row] = ProcessRows.each(sample([], [reading(1, 0, { cpu: 30 })]))
    assert.strictEqual(row?.cpu_percent, 15)
  })

  it("stays finite when no time passed", () => {
    const [row] = ProcessRows.each(sample([], [reading(1, 0, { cpu: 30 })], 0))
    assert.strictEqual(row?.cpu_percent, 0)
  })
})

describe("ProcessRows.tree", () => {
  const readings = [
    reading(1, 0),
    reading(2, 1),
    reading(3, 2),
    reading(4, 1),
    reading(5, 5),
    reading(6, 7),
    reading(7, 6)
  ]

  it.each([
    [1, [1, 2, 4, 3]],
    [2, [2, 3]],
    [4, [4]],
    [5, [5]],
    [6, [6, 7]],
    [9, []]
  ])("finds %d and what is below it", (pid, expected) => {
    assert.deepStrictEqual(
      ProcessRows.tree(readings, pid).map((member) => member.pid),
      expected
    )
  })
})

describe("ProcessRows.total", () => {
  const members = [
    reading(1, 0, { cpu: 20, threads: 2 }),
    reading(2, 1, { cpu: 30, memory: 300, threads: 5, uptime: 1 })
  ]
  const both = sample([reading(1, 0, { cpu: 10, threads: 2 })], members)

  it("adds a tree up to one row under its root's name and age [FLASH-HOST-35]", () => {
    const details = [
      { diskRead: 1, diskWrite: 10, sockets: ["socket:[1]", "socket:[2]"] },
      { diskRead: 2, diskWrite: 20, sockets: ["socket:[2]"] }
    ]
    assert.deepStrictEqual(ProcessRows.total(both, members, details), [
      {
        pid: 1,
        comm: "p1",
        cpu_percent: 20,
        mem_percent: 4,
        memory_bytes: 400,
        uptime_seconds: 60,
        process_count: 2,
        disk_read_bytes: 3,
        disk_write_bytes: 30,
        thread_count: 7,
        socket_count: 2
      }
    ])
  })

  it("adds up what may be seen, and leaves out what nobody shows", () => {
    const some = [{}, { diskRead: 2, sockets: [] }]
    const [row] = ProcessRows.total(both, [reading(1, 0), reading(2, 1)], some)
    assert.deepStrictEqual(
      [row?.disk_read_bytes, row?.socket_count, Object.keys(row ?? {}).includes("disk_write_bytes")],
      [2, 0, false]
    )
    const [bare] = ProcessRows.total(both, [reading(1, 0)], [{}])
    assert.notIncludeMembers(Object.keys(bare ?? {}), ["thread_count", "socket_count", "disk_read_bytes"])
  })

  it("is nothing where the root is not there", () => {
    assert.deepStrictEqual(ProcessRows.total(both, [], []), [])
  })
})
