import { assert, describe, it } from "@effect/vitest"
import { type Disk, differences, type Entry, reason } from "../lib/installation.mjs"

const wanted: Record<string, Entry> = {
  "": { version: "0.1.0" },
  "packages/wire": { version: "0.1.0" },
  "node_modules/@lanyard/wire": { resolved: "packages/wire", link: true },
  "node_modules/effect": { version: "4.1.0" },
  "node_modules/a/node_modules/b": { version: "1.0.0" },
  "node_modules/for-another-system": { version: "2.0.0", optional: true },
  "node_modules/for-this-system": { version: "3.0.0", optional: true }
}

const installed = (changes: Record<string, Entry | undefined>): Record<string, Entry> => {
  const all: Record<string, Entry | undefined> = { ...wanted, "node_modules/for-another-system": undefined, ...changes }
  return Object.fromEntries(
    Object.entries(all).flatMap(([path, entry]) => (entry === undefined ? [] : [[path, entry]]))
  )
}

const whole: Disk = {
  version: (path) => wanted[path]?.version,
  linked: (path) => wanted[path]?.resolved
}

const without = (lost: string): Disk => ({
  version: (path) => (path === lost ? undefined : whole.version(path)),
  linked: (path) => (path === lost ? undefined : whole.linked(path))
})

describe("differences", () => {
  it("finds none in a whole installation, absent optional packages included", () => {
    assert.deepStrictEqual(differences(wanted, installed({}), whole), [])
  })

  it("ignores packages that the lock file does not know", () => {
    assert.deepStrictEqual(differences(wanted, installed({ "node_modules/extra": { version: "9.0.0" } }), whole), [])
  })

  it.each<readonly [string, Record<string, Entry> | undefined, Disk, string]>([
    ["an interrupted installation", undefined, whole, "node_modules is missing or its installation was interrupted"],
    [
      "a package that is absent",
      installed({ "node_modules/effect": undefined }),
      whole,
      "node_modules/effect is not installed"
    ],
    [
      "another version",
      installed({ "node_modules/effect": { version: "4.0.9" } }),
      whole,
      "node_modules/effect is 4.0.9, the lock file asks for 4.1.0"
    ],
    [
      "a nested package",
      installed({ "node_modules/a/node_modules/b": { version: "1.0.1" } }),
      whole,
      "node_modules/a/node_modules/b is 1.0.1, the lock file asks for 1.0.0"
    ],
    [
      "another version of an optional package",
      installed({ "node_modules/for-this-system": { version: "2.9.0" } }),
      whole,
      "node_modules/for-this-system is 2.9.0, the lock file asks for 3.0.0"
    ],
    [
      "a recorded package whose folder is gone",
      installed({}),
      without("node_modules/effect"),
      "node_modules/effect is damaged"
    ],
    [
      "an installed optional package whose folder is gone",
      installed({}),
      without("node_modules/for-this-system"),
      "node_modules/for-this-system is damaged"
    ],
    [
      "a workspace link that leads nowhere",
      installed({}),
      without("node_modules/@lanyard/wire"),
      "node_modules/@lanyard/wire does not lead to packages/wire"
    ]
  ])("reports %s", (_, present, disk, expected) => {
    assert.deepStrictEqual(differences(wanted, present, disk), [expected])
  })
})

describe("reason", () => {
  it.each([
    [["a is missing"], "a is missing"],
    [["a is missing", "b is missing", "c is missing"], "a is missing, and 2 more"]
  ] as const)("names the first of %j and counts the rest", (found, expected) => {
    assert.strictEqual(reason(found), expected)
  })
})
