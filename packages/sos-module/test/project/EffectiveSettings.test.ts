import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { denied } from "../../src/policy/Policy.ts"
import * as EffectiveSettings from "../../src/project/EffectiveSettings.ts"
import * as ProjectFile from "../../src/project/ProjectFile.ts"

const layer = (origin: "global" | "project", text: string) =>
  Result.getOrThrow(ProjectFile.read(origin, `/${origin}.toml`, new TextEncoder().encode(`version = 1\n${text}`)))
const script = (text: string) => {
  const read = Result.getOrThrow(ProjectFile.readScript("/main.sos", `+++\nversion = 1\n${text}\n+++\n`))
  return read === undefined ? [] : [read]
}
const make = (global: string, project: string, narrowed?: string) =>
  EffectiveSettings.make([
    layer("global", global),
    layer("project", project),
    ...(narrowed === undefined ? [] : script(narrowed))
  ])

describe("EffectiveSettings.make", () => {
  it("denies everything and has the defaults where no layer speaks [SOS-POL-04, SOS-PROJ-08]", () => {
    const { grant, timeout, requests, interpretation, judgment, assistance, origins } = make("", "")
    assert.deepStrictEqual(grant, denied)
    assert.deepStrictEqual(
      [timeout, requests, interpretation, judgment, assistance],
      [undefined, 100, "canonical", "explicit", "on-demand"]
    )
    assert.isTrue([...origins.values()].every((layers) => layers.length === 0))
  })

  it.each([
    ["external.process = false", "external.process = true", false],
    ["external.process = true", "external.process = false", false],
    ["", "external.process = true", true],
    ["external.process = true", "", true],
    ["external.process = true", "external.process = true", true]
  ])("makes of %j and %j process = %s [SOS-POL-03]", (global, project, expected) => {
    assert.strictEqual(make(global, project).grant.process, expected)
  })

  it("narrows the file system and the secrets [SOS-POL-03]", () => {
    const { grant } = make(
      'external.filesystem = "workspace"\nexternal.secrets = ["B", "A"]',
      'external.filesystem = "explicit"\nexternal.secrets = ["C", "B"]'
    )
    assert.deepStrictEqual([grant.filesystem, grant.secrets], ["workspace", ["B"]])
  })

  it.each([
    ["10s", "5s", "7s", 5n],
    ["3s", "5s", "7s", 3n],
    ["10s", "9s", "2s", 2n]
  ])("lets a run take the least of %s, %s and %s [SOS-PROJ-08]", (global, project, narrowed, seconds) => {
    const timeout = (value: string) => `budget.run.timeout = "${value}"`
    const settings = make(timeout(global), timeout(project), timeout(narrowed))
    assert.strictEqual(settings.timeout?.nanos, seconds * 1_000_000_000n)
    assert.deepStrictEqual(settings.origins.get("budget.run.timeout"), ["global", "project", "script"])
  })

  it("lets a script narrow requests and modes and never widen them [SOS-PROJ-08]", () => {
    const settings = make(
      "budget.run.requests = 5",
      'interpretation.mode = "assisted"\nruntime.judgment = "deny"',
      'budget.run.requests = 9\ninterpretation.mode = "semantic"\nruntime.judgment = "semantic"'
    )
    assert.deepStrictEqual([settings.requests, settings.interpretation, settings.judgment], [5, "assisted", "deny"])
    const narrowed = make("budget.run.requests = 5", "", "budget.run.requests = 0")
    assert.strictEqual(narrowed.requests, 0)
  })

  it("takes what an editor offers from the nearest layer", () => {
    assert.strictEqual(make('editor.assistance = "a"', 'editor.assistance = "b"').assistance, "b")
  })

  it("names the layers that speak of a key", () => {
    const { origins } = make("external.network = true", "external.network = true\nexternal.secrets = []")
    assert.deepStrictEqual(origins.get("external.network"), ["global", "project"])
    assert.deepStrictEqual(origins.get("external.secrets"), ["project"])
    assert.deepStrictEqual(origins.get("external.process"), [])
  })

  it("prints what sos config shows, with the layers behind each key [SOS-PROJ-10]", () => {
    const settings = make('external.process = true\nbudget.run.timeout = "1m"', 'external.secrets = ["B", "A"]')
    const { origins, ...values } = EffectiveSettings.toJson(settings)
    assert.deepStrictEqual(values, {
      externalProcess: true,
      externalNetwork: false,
      externalFilesystem: "none",
      externalSecrets: ["A", "B"],
      externalPrograms: [],
      timeout_ns: 60_000_000_000,
      requests: 100,
      interpretation: "canonical",
      judgment: "explicit",
      assistance: "on-demand"
    })
    assert.deepStrictEqual(
      [origins["external.process"], origins["external.secrets"], origins["external.network"]],
      [["global"], ["project"], []]
    )
    assert.isNull(EffectiveSettings.toJson(make("", "")).timeout_ns)
  })

  const Setting = Schema.Literals([
    "external.process = true",
    "external.process = false",
    'external.filesystem = "workspace"',
    'external.filesystem = "none"',
    'external.secrets = ["A"]',
    "budget.run.requests = 3",
    "budget.run.requests = 200",
    'budget.run.timeout = "4s"',
    'interpretation.mode = "semantic"',
    'runtime.judgment = "deny"'
  ])
  it.prop(
    "never widens by one more layer that speaks of what another one does [SOS-POL-02, SOS-PROJ-08]",
    { one: Schema.Array(Setting), more: Schema.Array(Setting) },
    ({ one, more }) => {
      const once = (lines: ReadonlyArray<string>) =>
        lines.filter((line, at) => lines.findIndex((other) => other.split(" ")[0] === line.split(" ")[0]) === at)
      const before = make(once(one).join("\n"), "")
      const after = make(once(one).join("\n"), once(more).join("\n"))
      const spoke = (key: EffectiveSettings.Key) => before.origins.get(key)?.length === 1
      if (spoke("external.process")) assert.isAtMost(Number(after.grant.process), Number(before.grant.process))
      if (spoke("budget.run.requests")) assert.isAtMost(after.requests, before.requests)
      if (before.timeout !== undefined) assert.isTrue((after.timeout?.nanos ?? -1n) <= before.timeout.nanos)
      if (spoke("external.filesystem") && before.grant.filesystem === "none") {
        assert.strictEqual(after.grant.filesystem, "none")
      }
    },
    { arbitrary: { runs: 200 } }
  )
})
