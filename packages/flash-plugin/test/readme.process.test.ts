/** A newcomer with the READMEs: writes the plugin that they show, tests it without a host, and has it judged. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Manifest } from "@lanyard/flash-protocol"
import { Conformance, Report } from "@lanyard/flash-testkit"
import { layer } from "@lanyard/process/node"
import { Effect, Result } from "effect"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const fixture = (name: string) => readFileSync(join(root, "fixtures/plugins/hello", name), "utf8")

/** The examples of a README, in their order, as files that stand beside the manifest. */
const examples = (name: string): ReadonlyArray<string> =>
  [...readFileSync(join(root, `packages/${name}/README.md`), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
    ([, code = ""]) => code.replaceAll("../../fixtures/plugins/hello/", "./")
  )

const manifest = fixture("manifest.json")
const [greeter = "", hello = ""] = examples("flash-plugin")
const [test = ""] = examples("flash-testkit")

const written = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "lanyard-readme-"))
    const files = { "manifest.json": manifest, "greeter.ts": greeter, "hello.ts": hello, "greeter.test.ts": test }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction")
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

describe("the plugin of the README", () => {
  it("has a catalog, a command and a poll in less than 40 lines, the manifest among them", () => {
    assert.isBelow([manifest, greeter, hello].join("").trimEnd().split("\n").length, 40)
    const { commands, sources, status } = Result.getOrThrow(Manifest.parse(new TextEncoder().encode(manifest)))
    assert.deepStrictEqual([commands.length, sources.length, status], [1, 1, ["greeted"]])
    assert.include(greeter, "host.interval(")
  })

  it.each([
    ["greeter.ts", greeter],
    ["hello.ts", hello]
  ])("is the fixture plugin: %s", (name, text) => {
    assert.strictEqual(text, fixture(name))
  })

  it.live("passes its test without a host", () =>
    Effect.gen(function* () {
      const folder = yield* written
      const vitest = join(root, "node_modules/vitest/vitest.mjs")
      const report = join(folder, "report.json")
      const args = [vitest, "run", "--root", folder, "--reporter", "json", "--outputFile", report]
      const done = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
      assert.strictEqual(done.status, 0, done.stdout + done.stderr)
      assert.strictEqual(JSON.parse(readFileSync(report, "utf8")).numPassedTests, 1)
    })
  )

  it.live("conforms as a process", () =>
    Effect.gen(function* () {
      const cwd = yield* written
      const read = Result.getOrThrow(Manifest.parse(new TextEncoder().encode(manifest)))
      const [, ...args] = read.exec ?? []
      const subject = { manifest: read, executable: process.execPath, args, cwd, variables: {}, hostPid: process.pid }
      const report = yield* Conformance.run({ ...subject, dataFolder: Effect.succeed(cwd) })
      assert.isTrue(Report.conforms(report), JSON.stringify(report.rows.filter(Report.isBreach)))
      assert.deepStrictEqual(Report.counts(report).warned, 0)
    }).pipe(Effect.provide(layer))
  )
})
