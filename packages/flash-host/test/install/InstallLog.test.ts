import { assert, describe, it } from "@effect/vitest"
import * as InstallLog from "../../src/install/InstallLog.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

const log: InstallLog.InstallLog = {
  plugin: "some-plugin",
  version: "1.0",
  install: "make all\nmake install",
  root: "/plugins/some",
  sandbox: "Bubblewrap",
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  elapsed: 1234.5,
  outcome: "failed",
  exit: { _tag: "Exited", code: 3 },
  stdout: { bytes: bytes("built\n"), omitted: 0 },
  stderr: { bytes: bytes("näh"), omitted: 0 }
}

const lines = (differences: Partial<InstallLog.InstallLog>) => InstallLog.print({ ...log, ...differences }).split("\n")

describe("The log of an install", () => {
  it("has who, what, where, when, how it ended and both outputs whole [FLASH-INST-08]", () => {
    assert.deepStrictEqual(lines({}), [
      "plugin: some-plugin",
      "version: 1.0",
      "began: 2026-01-02T03:04:05.006Z",
      "took: 1235 ms",
      "status: 3 (failed)",
      "root: /plugins/some",
      "sandbox: bubblewrap",
      "install:",
      "make all",
      "make install",
      "--- stdout, 6 bytes",
      "built",
      "",
      "--- stderr, 4 bytes",
      "näh",
      ""
    ])
  })

  it("names the signal that ended it", () => {
    const exit = { _tag: "Signaled", signal: "SIGKILL" } as const
    assert.include(lines({ exit, outcome: "overdue" }), "status: SIGKILL (overdue)")
  })

  it("has a marker in the place of what is no UTF-8", () => {
    const found = lines({ stdout: { bytes: Uint8Array.of(0x61, 0xff), omitted: 0 } })
    assert.include(found, "(not UTF-8)")
    assert.include(found, "näh")
  })

  it.each([
    [5, "ä"],
    [0, "(not UTF-8)"]
  ])("can end in half a character when bytes were left out: %i more make %s", (omitted, text) => {
    assert.include(lines({ stderr: { bytes: Uint8Array.of(...bytes("ä"), 0xc3), omitted } }), text)
  })

  it("is kept under its plugin's id and its time without colons, from which the id can be read", () => {
    const name = InstallLog.fileName(log)
    assert.strictEqual(name, "some-plugin-2026-01-02T03-04-05.006Z.log")
    assert.strictEqual(InstallLog.pluginOf(name), "some-plugin")
    for (const other of ["some.log", "some-2026-01-02.log", `${name}.new`, "2026-01-02T03-04-05.006Z.log"]) {
      assert.isUndefined(InstallLog.pluginOf(other))
    }
  })
})
