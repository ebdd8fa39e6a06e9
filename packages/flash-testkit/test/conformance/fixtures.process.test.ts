import { spawnSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Report from "../../src/conformance/Report.ts"
import { breaches, broken, fixture, judge, subject, temporaryFolder, variables } from "./support.ts"

/** Whether a tool is on the PATH. */
const has = (tool: string): boolean =>
  variables.PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, tool), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** A fixture plugin, the tool it needs, and how that builds it into a file. */
interface Fixture {
  readonly name: string
  readonly tool: string
  readonly build?: (target: string) => ReadonlyArray<string>
  /** Needs the times of the contract, and not less. */
  readonly isSlow?: boolean
}

const fixtures: ReadonlyArray<Fixture> = [
  { name: "bookmarks", tool: "node" },
  { name: "calculator", tool: "python3" },
  { name: "python-hello", tool: "python3" },
  { name: "go-hello", tool: "go", build: (target) => ["build", "-o", target, "hello.go"] },
  { name: "rust-hello", tool: "rustc", build: (target) => ["-O", "--edition", "2021", "-o", target, "hello.rs"] },
  {
    name: "c-hello",
    tool: "cc",
    build: (target) => ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O2", "-o", target, "hello.c", "-lm"]
  },
  { name: "sh-hello", tool: "sh", isSlow: true }
]

/** Builds a plugin where it has to be built; returns what starts it. */
const built = Effect.fn(function* ({ build, name, tool }: Fixture) {
  if (build === undefined) return yield* subject(fixture(name))
  const target = join(yield* temporaryFolder, "hello")
  const { status, stderr } = spawnSync(tool, build(target), { cwd: fixture(name), encoding: "utf8" })
  assert.strictEqual(status, 0, stderr)
  return yield* subject(fixture(name), "manifest.json", [target])
})

describe("the fixture plugins", () => {
  for (const plugin of fixtures) {
    const { name, tool } = plugin
    const isPresent = has(tool)
    it.live.skipIf(!isPresent)(
      `conform: ${name}${isPresent ? "" : ` (left out: no ${tool} here)`}`,
      () =>
        Effect.gen(function* () {
          const report = yield* judge(yield* built(plugin), plugin.isSlow === true ? {} : { patience: 4_000 })
          assert.deepStrictEqual(breaches(report), [])
          assert.isTrue(Report.conforms(report))
        }),
      60_000
    )
  }

  it.live("that refuse to leave are told so, and what else they do not do", () =>
    Effect.gen(function* () {
      const only = new Set(["handshake", "another version", "framing", "shutdown"])
      const report = yield* judge(yield* subject(fixture("stubborn")), { only, patience: 2000 })
      assert.deepStrictEqual(broken(report), ["FLASH-INIT-04", "FLASH-SHUT-01", "FLASH-INIT-02", "FLASH-FRAM-05"])
    })
  )
})
