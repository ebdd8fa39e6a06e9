import { fstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Inherited from "../../src/node/Inherited.ts"

const pipes: Inherited.Stdio = ["pipe", "pipe", "pipe"]

describe("Inherited.below", () => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const nothing = join(folder, "nothing")
  writeFileSync(nothing, "")

  /** A process with these flags of descriptors; "gone" for one that was closed between two looks. */
  const system = (descriptors: Readonly<Record<number, string>>, limit = "4096") => {
    const root = mkdtempSync(join(folder, "self-"))
    mkdirSync(join(root, "fd"))
    mkdirSync(join(root, "fdinfo"))
    writeFileSync(join(root, "limits"), `Limit  Soft Limit  Hard Limit  Units\nMax open files  ${limit}  9999  files\n`)
    const set = (fd: string, flags: string) => {
      writeFileSync(join(root, "fd", fd), "")
      if (flags !== "gone") writeFileSync(join(root, "fdinfo", fd), `pos:\t0\nflags:\t${flags}\nmnt_id:\t9\n`)
    }
    for (const [fd, flags] of Object.entries(descriptors)) set(fd, flags)
    const starting = Inherited.below(root, nothing)
    return { root, set, stdio: () => starting(given) }
  }

  const given = (stdio: Inherited.Stdio) => stdio

  /** Which places are taken, and by the same descriptor. */
  const covered = (stdio: Inherited.Stdio) => {
    assert.deepStrictEqual(stdio.slice(0, 3), pipes)
    const numbers = stdio.filter((place) => typeof place === "number")
    assert.lengthOf(new Set(numbers), 1)
    assert.isTrue(stdio.slice(3).every((place) => place === "ignore" || place === numbers[0]))
    return [...stdio.keys()].filter((fd) => stdio[fd] === numbers[0])
  }

  it("gives a child its three pipes where everything else closes on exec", () => {
    const { stdio } = system({ 0: "0100000", 1: "0100001", 2: "0100001", 3: "02000002", 251: "02100000", 30: "gone" })
    assert.deepStrictEqual([stdio(), stdio()], [pipes, pipes])
  })

  it("covers what does not, in its own place, however it was opened", () => {
    const { stdio } = system({ 100: "0100000", 3: "0100001", 19: "04002", 9: "02100000" })
    assert.deepStrictEqual(covered(stdio()), [3, 19, 100])
    assert.lengthOf(stdio(), 101)
  })

  it("opens what it covers with while a child starts, however that goes, and asks at every start what is still open", () => {
    const { root, set, stdio } = system({ 19: "0100000", 20: "0100000" })
    const isOpen = (fd: Inherited.Stdio[number] | undefined) => {
      try {
        return typeof fd === "number" && fstatSync(fd).isFile()
      } catch {
        return false
      }
    }
    let last: Inherited.Stdio[number] | undefined
    const refusing = (given: Inherited.Stdio) => {
      last = given.at(-1)
      assert.isTrue(isOpen(last))
      throw new Error("refused")
    }
    assert.throws(() => Inherited.below(root, nothing)(refusing), "refused")
    assert.isFalse(isOpen(last))
    assert.deepStrictEqual(covered(stdio()), [19, 20])
    set("19", "02100000")
    assert.deepStrictEqual(covered(stdio()), [20])
    set("20", "02100000")
    set("21", "0100000")
    assert.deepStrictEqual(stdio(), pipes)
  })

  it.each([
    [{ 1021: "00", 3: "00" }, "4096", [3, 1021]],
    [{ 1022: "00", 3: "00" }, "4096", [3]],
    [{ 251: "00", 3: "00" }, "254", [3, 251]],
    [{ 251: "00", 3: "00" }, "253", [3]]
  ])("covers of %j under a limit of %s only %j", (descriptors, limit, expected) => {
    assert.deepStrictEqual(covered(system(descriptors, limit).stdio()), expected)
  })

  it.each(["fd", "fdinfo", "limits"])("passes everything on where %s cannot be read", (name) => {
    const { root, stdio } = system({ 19: "0100000" })
    rmSync(join(root, name), { recursive: true })
    assert.deepStrictEqual(stdio(), pipes)
  })

  it("passes everything on where there is nothing to cover it with", () => {
    const { root } = system({ 19: "0100000" })
    assert.deepStrictEqual(Inherited.below(root, join(folder, "missing"))(given), pipes)
  })
})
