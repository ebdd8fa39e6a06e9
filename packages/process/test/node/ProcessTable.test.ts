import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { below, descendants, parse, type TableEntry } from "../../src/node/ProcessTable.ts"

const rest = "3 4 0 -1 4194560 90 0 0 0 0 0 0 0 20 0 1 0 8231 2592000 200"

describe("ProcessTable.parse", () => {
  it.each([
    ["a running process", `7 (cat) S 1 ${rest}`, { pid: 7, name: "cat", running: true, parent: 1 }],
    ["a zombie", `7 (cat) Z 1 ${rest}`, { pid: 7, name: "cat", running: false, parent: 1 }],
    ["a dead process", `7 (cat) X 1 ${rest}`, { pid: 7, name: "cat", running: false, parent: 1 }],
    ["a name made to mislead", `7 (a) Z 9 (b) S 1 ${rest}`, { pid: 7, name: "a) Z 9 (b", running: true, parent: 1 }]
  ])("reads %s", (_, stat, expected) => {
    assert.deepStrictEqual(parse(stat), { ...expected, group: 3, session: 4, started: "8231" })
  })

  it.each([[""], ["7 cat S 1"], ["7 (cat) S"]])("reads nothing from %j", (stat) => {
    assert.isUndefined(parse(stat))
  })
})

describe("ProcessTable.descendants", () => {
  const entry = (pid: number, parent: number, group: number, session = 1): TableEntry => ({
    pid,
    parent,
    group,
    session,
    name: `p${pid}`,
    running: true,
    started: "1"
  })

  it("follows parents, and what descends from orphans of the group, without the leader and without strangers", () => {
    const table = [
      entry(1, 0, 1),
      entry(10, 1, 10),
      entry(11, 10, 10),
      entry(12, 11, 12),
      entry(13, 1, 10),
      entry(14, 13, 14),
      entry(20, 1, 20)
    ]
    assert.deepStrictEqual(
      descendants(table, 10).map(({ pid }) => pid),
      [11, 12, 13, 14]
    )
  })

  it("finds orphans that left the group and not the session", () => {
    const table = [entry(1, 0, 1), entry(10, 1, 10, 10), entry(11, 1, 11, 10), entry(12, 1, 12, 12)]
    assert.deepStrictEqual(
      descendants(table, 10).map(({ pid }) => pid),
      [11]
    )
  })

  it("ends in a table that was read while pids went round", () => {
    assert.lengthOf(descendants([entry(11, 12, 11), entry(12, 11, 12), entry(13, 11, 10)], 10), 1)
  })
})

describe("ProcessTable.below", () => {
  const root = mkdtempSync(join(tmpdir(), "lanyard-"))
  afterAll(() => rmSync(root, { recursive: true }))
  const table = below(root)
  mkdirSync(join(root, "7"))
  mkdirSync(join(root, "self"))
  writeFileSync(join(root, "7", "stat"), `7 (cat) S 1 ${rest}`)

  it("has what is there, and misses what is not", () => {
    // A directory without its file is what is left of a process in the moment of its end.
    mkdirSync(join(root, "8"))
    assert.deepStrictEqual(
      [table.find(8), table.find(9), table.find(7), table.all()],
      ["missing", "missing", parse(`7 (cat) S 1 ${rest}`), [parse(`7 (cat) S 1 ${rest}`)]]
    )
  })

  it("is read once for all who share a turn, and again in the next", async () => {
    const first = table.shared()
    writeFileSync(join(root, "7", "stat"), `7 (dog) S 1 ${rest}`)
    assert.strictEqual(table.shared(), first)
    assert.notDeepEqual(table.all(), first)
    await Promise.resolve()
    assert.strictEqual(table.shared(), first)
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepStrictEqual(table.shared(), table.all())
    writeFileSync(join(root, "7", "stat"), `7 (cat) S 1 ${rest}`)
  })

  it("takes no other error for an absence, neither of a file nor of the whole", () => {
    mkdirSync(join(root, "10", "stat"), { recursive: true })
    assert.deepStrictEqual([table.find(10), table.all()], ["unreadable", "unreadable"])
    assert.strictEqual(below(join(root, "7", "stat")).all(), "unreadable")
  })
})

describe("ProcessTable.environment", () => {
  const root = mkdtempSync(join(tmpdir(), "lanyard-"))
  afterAll(() => rmSync(root, { recursive: true }))
  const table = below(root)
  const write = (text: string) => writeFileSync(join(root, "7", "environ"), text)
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  mkdirSync(join(root, "7"))

  it.each<readonly [string, ReadonlyArray<string>]>([
    ["A=1\0B=two words\0", ["A=1", "B=two words"]],
    ["A=1\nB=2\0C=x=y\0D=", ["A=1\nB=2", "C=x=y", "D="]],
    ["A=1\0\0", ["A=1", ""]],
    ["", []]
  ])("has what NULs end: %j", async (text, variables) => {
    await nextTurn()
    write(text)
    assert.deepStrictEqual(table.environment(7), variables)
  })

  it("misses that of a process that is gone, and takes no other error for an absence", () => {
    mkdirSync(join(root, "8"))
    mkdirSync(join(root, "10", "environ"), { recursive: true })
    assert.deepStrictEqual([8, 9, 10].map(table.environment), ["missing", "missing", "unreadable"])
  })

  it("is read once for all who ask in a turn, whatever came of it, and again in the next", async () => {
    await nextTurn()
    write("A=1")
    mkdirSync(join(root, "11"))
    assert.deepStrictEqual([7, 11].map(table.environment), [["A=1"], "missing"])
    write("A=2")
    writeFileSync(join(root, "11", "environ"), "B=1")
    await Promise.resolve()
    assert.deepStrictEqual([7, 11].map(table.environment), [["A=1"], "missing"])
    await nextTurn()
    assert.deepStrictEqual([7, 11].map(table.environment), [["A=2"], ["B=1"]])
  })
})
