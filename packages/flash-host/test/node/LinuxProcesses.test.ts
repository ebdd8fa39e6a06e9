import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as LinuxProcesses from "../../src/node/LinuxProcesses.ts"
import { posix } from "../support/groups.ts"
import { temporaryFolder } from "../support/live.ts"

const units = { ticks: 100, page: 4096 }

/** A line of /proc/PID/stat: state, parent, ticks in user and system mode, threads, start in ticks, pages. */
const line = (pid: number, comm: string, state = "S", parent = 1) =>
  `${pid} (${comm}) ${state} ${parent} 7 7 0 -1 4194304 103 0 0 0 12 34 90 91 20 0 5 0 1000 3133440 410 18446744073709551615`

describe("LinuxProcesses.parse", () => {
  it.each(["sh", "a b", "a) S 9 (b", "", "((("])("reads the line of a process called %j", (comm) => {
    assert.deepStrictEqual(LinuxProcesses.parse(line(42, comm), 70, units), {
      pid: 42,
      parent: 1,
      comm,
      started: "1000",
      cpu: 460,
      memory: 410 * 4096,
      uptime: 60,
      threads: 5
    })
  })

  it("counts in the units of the machine", () => {
    const read = LinuxProcesses.parse(line(42, "sh"), 70, { ticks: 1000, page: 16_384 })
    assert.deepStrictEqual([read?.cpu, read?.memory, read?.uptime], [46, 410 * 16_384, 69])
  })

  it("gives no process a negative age", () => {
    assert.strictEqual(LinuxProcesses.parse(line(42, "sh"), 9, units)?.uptime, 0)
  })

  it.each([line(42, "sh", "Z"), line(42, "sh", "X"), "", "42 (sh) S 1 7", "42 sh S"])(
    "reads no process out of %j",
    (text) => {
      assert.isUndefined(LinuxProcesses.parse(text, 70, units))
    }
  )
})

describe("LinuxProcesses.unitsOf", () => {
  const vector = (...pairs: ReadonlyArray<readonly [bigint, bigint]>) => {
    const words = new BigUint64Array(pairs.flat())
    return Buffer.from(words.buffer)
  }

  it("reads page and tick from the auxiliary vector", () => {
    assert.deepStrictEqual(LinuxProcesses.unitsOf(vector([33n, 1n], [6n, 16_384n], [17n, 250n], [0n, 0n])), {
      page: 16_384,
      ticks: 250
    })
  })

  it("takes the usual ones where it says nothing", () => {
    assert.deepStrictEqual(LinuxProcesses.unitsOf(Buffer.alloc(7)), units)
  })
})

describe("LinuxProcesses.parseIo", () => {
  it("reads what reached the disk, not what was read from a cache", () => {
    const io = "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 5\nwrite_bytes: 6\ncancelled_write_bytes: 7\n"
    assert.deepStrictEqual(LinuxProcesses.parseIo(io), { diskRead: 5, diskWrite: 6 })
  })

  it.each(["", "rchar: 1\n"])("reads nothing out of %j", (io) => {
    assert.deepStrictEqual(LinuxProcesses.parseIo(io), {})
  })
})

describe.runIf(posix)("LinuxProcesses.below", () => {
  const table = Effect.gen(function* () {
    const root = yield* temporaryFolder
    const write = (path: string, text: string) => {
      mkdirSync(join(root, path, ".."), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    write("uptime", "70.00 100.00\n")
    write("7/stat", line(7, "sh"))
    write("7/io", "read_bytes: 5\nwrite_bytes: 6\n")
    write("7/task/70/stat", "")
    mkdirSync(join(root, "7/fd"))
    for (const [descriptor, target] of ["/dev/null", "socket:[1]", "pipe:[2]", "socket:[3]"].entries()) {
      symlinkSync(target, join(root, "7/fd", String(descriptor)))
    }
    write("8/stat", line(8, "gone", "Z"))
    mkdirSync(join(root, "9"))
    write("self/stat", line(7, "sh"))
    return { root, ...LinuxProcesses.below(root, 7) }
  })

  it.live("lists the processes that have not ended and can be read", () =>
    Effect.gen(function* () {
      const { all } = yield* table
      assert.deepStrictEqual(
        (yield* all).map(({ pid, memory, uptime }) => ({ pid, memory, uptime })),
        [{ pid: 7, memory: 410 * 4096, uptime: 60 }]
      )
    })
  )

  it.live("shows disk and sockets of one, and nothing of one that is not for this user", () =>
    Effect.gen(function* () {
      const { detail } = yield* table
      assert.deepStrictEqual(yield* detail(7), { diskRead: 5, diskWrite: 6, sockets: ["socket:[1]", "socket:[3]"] })
      assert.deepStrictEqual(yield* detail(9), {})
    })
  )

  it.live("knows the host by its number and by those of its threads", () =>
    Effect.gen(function* () {
      const { isHost } = yield* table
      assert.deepStrictEqual([7, 70, 8, 71].map(isHost), [true, true, false, false])
    })
  )

  it.live("is hidden where there is no such table", () =>
    Effect.gen(function* () {
      const { all } = LinuxProcesses.below(yield* temporaryFolder, 7)
      assert.strictEqual((yield* Effect.flip(all))._tag, "ProcessesHidden")
    })
  )
})
