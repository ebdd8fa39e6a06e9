import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { type Capabilities, type Filesystem, filesystemRanks } from "../../src/definition/Definition.ts"
import * as Policy from "../../src/policy/Policy.ts"

const Names = Schema.Array(Schema.Literals(["A", "B", "C", "D"]))
const Programs = Schema.Array(Schema.Literals(["/bin/a", "/bin/b", "/bin/c"]))
const Layer = Schema.Struct({
  process: Schema.optionalKey(Schema.Boolean),
  network: Schema.optionalKey(Schema.Boolean),
  filesystem: Schema.optionalKey(Schema.Literals(filesystemRanks)),
  secrets: Schema.optionalKey(Schema.Union([Schema.Literal("any"), Names])),
  programs: Schema.optionalKey(Programs)
})
const Needs = Schema.Struct({
  process: Schema.Boolean,
  network: Schema.Boolean,
  filesystem: Schema.Literals(filesystemRanks),
  secrets: Names
})

const git = { path: "local/git" }
const nothing: Capabilities = { process: false, network: false, filesystem: "none", secrets: [] }
const everything: Policy.Grant = {
  process: true,
  network: true,
  filesystem: "explicit",
  secrets: "any",
  programs: []
}
const verdict = (needs: Partial<Capabilities>, grant: Policy.Grant) =>
  Result.match(Policy.authorise(git, { ...nothing, ...needs }, grant), {
    onFailure: ({ module, capability, message }) => ({ module, capability, message }),
    onSuccess: () => "granted"
  })
const allows = (needs: Capabilities, grant: Policy.Grant) => Result.isSuccess(Policy.authorise(git, needs, grant))
const runs = { arbitrary: { runs: 300 } }

describe("Policy.narrow", () => {
  it.prop(
    "takes layers in any order [SOS-POL-01]",
    { one: Layer, two: Layer },
    ({ one, two }) => {
      assert.deepStrictEqual(Policy.narrow(one, two), Policy.narrow(two, one))
    },
    runs
  )

  it.prop(
    "takes layers in any grouping [SOS-POL-01]",
    { one: Layer, two: Layer, three: Layer },
    ({ one, two, three }) => {
      const flat = Policy.narrow(one, two, three)
      assert.deepStrictEqual(Policy.narrow(Policy.narrow(one, two), three), flat)
      assert.deepStrictEqual(Policy.narrow(one, Policy.narrow(two, three)), flat)
    },
    runs
  )

  it.prop(
    "changes nothing by a repeated layer [SOS-POL-01]",
    { one: Layer, two: Layer },
    ({ one, two }) => {
      assert.deepStrictEqual(Policy.narrow(one, two, one, two), Policy.narrow(one, two))
      assert.deepStrictEqual(Policy.narrow(Policy.narrow(one)), Policy.narrow(one))
    },
    runs
  )

  it.prop("changes nothing by a layer that says nothing [SOS-POL-01]", { one: Layer }, ({ one }) => {
    assert.deepStrictEqual(Policy.narrow(one, {}), Policy.narrow(one))
  })

  it.prop(
    "never allows what a layer that speaks of it denies [SOS-POL-02]",
    { layers: Schema.NonEmptyArray(Layer), needs: Needs, program: Schema.Literals(["/bin/a", "/bin/d"]) },
    ({ layers, needs, program }) => {
      const grant = Policy.settle(...layers)
      for (const layer of layers) {
        const alone: Policy.Grant = { ...everything, programs: ["/bin/a", "/bin/b", "/bin/c", "/bin/d"], ...layer }
        if (allows(needs, grant)) assert.isTrue(allows(needs, alone))
        if (grant.programs.includes(program)) assert.isTrue(alone.programs.includes(program))
      }
    },
    { arbitrary: { runs: 1000 } }
  )

  it.prop(
    "never grants more than the grant it starts from [SOS-POL-02]",
    { base: Layer, layer: Layer, needs: Needs },
    ({ base, layer, needs }) => {
      const grant = Policy.settle(base)
      if (allows(needs, Policy.intersect(grant, layer))) assert.isTrue(allows(needs, grant))
    },
    { arbitrary: { runs: 1000 } }
  )

  it.each<readonly [ReadonlyArray<Policy.Limits>, Policy.Limits]>([
    [[], {}],
    [[{}, {}], {}],
    [[{ process: true }, {}], { process: true }],
    [[{ process: true }, { process: false }], { process: false }],
    [[{ network: true }, { network: true }], { network: true }],
    [[{ filesystem: "workspace" }, { filesystem: "workspace-read" }], { filesystem: "workspace-read" }],
    [[{ secrets: ["B", "A"] }, { secrets: ["C", "B"] }], { secrets: ["B"] }],
    [[{ secrets: "any" }, { secrets: ["B", "A"] }], { secrets: ["A", "B"] }],
    [[{ secrets: "any" }], { secrets: "any" }],
    [[{ secrets: [] }, { secrets: "any" }], { secrets: [] }],
    [[{ programs: ["/b", "/a", "/b"] }], { programs: ["/a", "/b"] }]
  ])("makes of %j the limits %j [SOS-POL-03]", (layers, expected) => {
    assert.deepStrictEqual(Policy.narrow(...layers), expected)
  })
})

describe("Policy.settle", () => {
  it("denies what no layer speaks of [SOS-POL-04]", () => {
    assert.deepStrictEqual(Policy.settle(), Policy.denied)
    assert.deepStrictEqual(Policy.settle({ network: true }), { ...Policy.denied, network: true })
  })
})

describe("Policy.authorise", () => {
  it.each<readonly [Partial<Capabilities>, Partial<Policy.Grant>, Policy.Denied["capability"], string]>([
    [{ process: true }, { process: false }, "process", "process access, denied by project policy"],
    [{ network: true }, { network: false }, "network", "network access, denied by project policy"],
    [
      { filesystem: "workspace" },
      { filesystem: "none" },
      "filesystem",
      "workspace filesystem access, denied by project policy"
    ],
    [
      { filesystem: "workspace" },
      { filesystem: "workspace-read" },
      "filesystem",
      "workspace filesystem access, denied by project policy, which grants workspace-read"
    ],
    [{ secrets: ["A", "B"] }, { secrets: ["A"] }, "secrets", "the secret B, denied by project policy"]
  ])("names module and capability when it refuses %j under %j [SOS-POL-05]", (needs, grant, capability, rest) => {
    assert.deepStrictEqual(verdict(needs, { ...everything, ...grant }), {
      module: "local/git",
      capability,
      message: `module local/git requests ${rest}`
    })
  })

  it("refuses in the order process, network, file system, secrets [SOS-POL-05]", () => {
    const needs: Capabilities = { process: true, network: true, filesystem: "explicit", secrets: ["B", "A"] }
    const refusals = [
      Policy.denied,
      { ...Policy.denied, process: true },
      { ...Policy.denied, process: true, network: true },
      { ...everything, secrets: [] }
    ].map((grant) => Result.getOrThrow(Result.flip(Policy.authorise(git, needs, grant))))
    assert.deepStrictEqual(
      refusals.map(({ capability }) => capability),
      ["process", "network", "filesystem", "secrets"]
    )
    assert.include(refusals[3]?.message, "secret B,")
  })

  it.each(filesystemRanks)("grants the file system up to %s and not beyond [SOS-POL-03]", (granted) => {
    const within = (asked: Filesystem) => filesystemRanks.indexOf(asked) <= filesystemRanks.indexOf(granted)
    for (const asked of filesystemRanks) {
      const allowed = allows({ ...nothing, filesystem: asked }, { ...everything, filesystem: granted })
      assert.strictEqual(allowed, within(asked))
    }
  })

  it("grants nothing for a declaration alone [SOS-POL-04]", () => {
    assert.strictEqual(verdict({}, Policy.denied), "granted")
    assert.notStrictEqual(verdict({ process: true }, Policy.denied), "granted")
  })
})

describe("Policy.authoriseProgram", () => {
  it("lets an absolute program run only when the policy lists exactly it (S11) [SOS-POL-06]", () => {
    const grant: Policy.Grant = { ...everything, programs: ["/usr/bin/git"] }
    assert.isTrue(Result.isSuccess(Policy.authoriseProgram(git, "/usr/bin/git", grant)))
    const refused = Result.getOrThrow(Result.flip(Policy.authoriseProgram(git, "/usr/bin/git-evil", grant)))
    assert.strictEqual(refused.capability, "programs")
    assert.strictEqual(
      refused.message,
      "module local/git requests the program /usr/bin/git-evil, denied by project policy"
    )
  })
})
