import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Bubblewrap from "../../src/sandbox/Bubblewrap.ts"
import type { Policy } from "../../src/sandbox/Policy.ts"
import { policies, strict } from "../support/policies.ts"

const golden = (name: string) => readFileSync(new URL(`golden/${name}.args`, import.meta.url), "utf8")

/** One option with its values a line. */
const printed = (args: ReadonlyArray<string>): string =>
  args.reduce((text, arg) => `${text}${arg.startsWith("--") ? "\n" : " "}${arg}`, "").slice(1)

describe("The arguments of bwrap", () => {
  it.each(Object.entries(policies))(
    "for %s are as written [FLASH-SAND-01, FLASH-SAND-02, FLASH-SAND-03, FLASH-SAND-04, FLASH-SAND-05, FLASH-SAND-07, FLASH-INST-02]",
    (name, policy) => {
      assert.strictEqual(`${printed(Bubblewrap.args(policy))}\n`, golden(name))
    }
  )

  it("hide a folder of programs but for the plugin's own, and none that holds the libraries", () => {
    const hidden = (programFolders: ReadonlyArray<string>) => {
      const args = Bubblewrap.args({ ...strict, base: "/base", secrets: [], programFolders })
      return args.filter((_, at) => args[at - 1] === "--tmpfs")
    }
    assert.deepStrictEqual(
      hidden(["/", "/usr", "/lib", "/usr/bin", `${strict.root}/bin`, `${strict.dataDir}/bin`, strict.root]),
      ["/base", "/usr/bin"]
    )
  })
})

describe("The command", () => {
  const bwrap = {
    executable: "/bwrap",
    filters: { network: "/n", inspection: "/i", processes: "/p" },
    starters: { env: "/env", nice: "/nice" }
  }
  const before = (policy: Policy, unshare: { readonly unshare?: string }) => {
    const command = Bubblewrap.command({ ...bwrap, ...unshare }, policy, ["/program"])
    return command.slice(4, command.indexOf("/bwrap"))
  }
  const unshare = { unshare: "/unshare" }

  it("keeps what is mounted later out of every sandbox that hides or guards files, where that is possible", () => {
    const detached = ["/unshare", "--user", "--map-current-user", "--mount", "--propagation", "private", "--"]
    assert.deepStrictEqual(before(strict, unshare), detached)
    assert.deepStrictEqual(before({ ...strict, purpose: "install" }, unshare), detached)
    assert.deepStrictEqual(before({ ...strict, purpose: "network_denied" }, unshare), [])
    assert.deepStrictEqual(before(strict, {}), [])
  })
})

describe("The filter of system calls", () => {
  const filters = { network: "network", inspection: "inspection", processes: "processes" }

  it.each([
    ["network", { purpose: "network_denied" }],
    ["processes", {}],
    ["inspection", { hasTools: true }],
    ["inspection", { purpose: "install" }]
  ] as const)("is that of %s with %j", (expected, difference) => {
    assert.strictEqual(Bubblewrap.filterOf({ ...strict, ...difference }, filters), expected)
  })
})
