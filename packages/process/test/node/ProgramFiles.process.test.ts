import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as ProgramFiles from "../../src/node/ProgramFiles.ts"
import { posix } from "../support/children.ts"

describe.runIf(posix)("ProgramFiles.look", () => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, content: string | Buffer, mode = 0o755) => {
    writeFileSync(join(folder, name), content)
    chmodSync(join(folder, name), mode)
  }
  file("script", "#!/bin/sh\n")
  file("elf", Buffer.from("7f454c4602010100", "hex"))
  file("mach-o", Buffer.from("cffaedfe07000001", "hex"))
  file("universal", Buffer.from("cafebabe00000002", "hex"))
  file("text", "echo hello\n")
  file("short", "#")
  file("empty", "")
  file("closed", "#!/bin/sh\n", 0o644)
  mkdirSync(join(folder, "directory"))
  execFileSync("mkfifo", ["-m", "755", join(folder, "fifo")])

  it.live.each([
    ["script", "executable"],
    ["elf", "executable"],
    ["mach-o", "executable"],
    ["universal", "executable"],
    ["text", "other"],
    ["short", "other"],
    ["empty", "other"],
    ["closed", "other"],
    ["directory", "other"],
    ["fifo", "other"],
    ["nothing", "missing"]
  ] as const)("takes %s for %s", ([name, kind]) =>
    Effect.map(ProgramFiles.look(ProgramFiles.needsShell)(join(folder, name)), (seen) => assert.strictEqual(seen, kind))
  )

  it("does not wait for a writer of a pipe", () => {
    assert.isTrue(ProgramFiles.needsShell(join(folder, "fifo")))
  })
})

describe.runIf(posix)("ProgramFiles.real", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lanyard-")))
  afterAll(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, "inner"))
  writeFileSync(join(folder, "inner/file"), "")
  symlinkSync("inner", join(folder, "folder"))
  symlinkSync("folder/file", join(folder, "chain"))
  symlinkSync("loop", join(folder, "loop"))
  symlinkSync("gone", join(folder, "dangling"))

  it.live.each([
    ["a file without links", "inner/file", Option.some("inner/file")],
    ["a chain of links", "chain", Option.some("inner/file")],
    ["no link to itself", "loop", Option.none()],
    ["no link to nothing", "dangling", Option.none()]
  ] as const)("follows %s", ([, name, expected]) =>
    Effect.map(ProgramFiles.real(join(folder, name)), (real) =>
      assert.deepStrictEqual(
        real,
        Option.map(expected, (found) => join(folder, found))
      )
    )
  )
})
