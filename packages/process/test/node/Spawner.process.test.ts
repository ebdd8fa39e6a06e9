import { chmodSync, closeSync, copyFileSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Result } from "effect"
import * as Collect from "../../src/Collect.ts"
import * as Environment from "../../src/Environment.ts"
import { layer } from "../../src/node.ts"
import * as OwnedChild from "../../src/OwnedChild.ts"
import * as ProcessError from "../../src/ProcessError.ts"
import { linux, posix, sh } from "../support/children.ts"

const folder = mkdtempSync(join(tmpdir(), "lanyard-"))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string, mode: number) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

describe.runIf(posix)("Spawner.start", () => {
  const spec = { ...sh(""), executable: "/bin/sh" }
  const missing = join(folder, "missing")
  const plain = file("plain", "echo hello\n", 0o644)
  const text = file("text", "echo hello\n", 0o755)
  const empty = file("empty", "", 0o755)
  const orphan = file("orphan", "#!/nowhere/interpreter\n", 0o755)
  const huge = Result.getOrThrow(Environment.make({ values: { HUGE: "x".repeat(8 << 20) } }))

  it.live.each([
    ["a missing program", { executable: missing }, new ProcessError.ExecutableNotFound({ executable: missing })],
    [
      "a path through a file",
      { executable: join(plain, "x") },
      new ProcessError.ExecutableNotFound({ executable: join(plain, "x") })
    ],
    [
      "a script whose interpreter is missing",
      { executable: orphan },
      new ProcessError.InterpreterNotFound({ executable: orphan })
    ],
    [
      "a file without permission",
      { executable: plain },
      new ProcessError.ExecutableNotPermitted({ executable: plain })
    ],
    [
      "a text that only a shell could run",
      { executable: text },
      new ProcessError.ExecutableNotPermitted({ executable: text })
    ],
    [
      "an empty file that only a shell could run",
      { executable: empty },
      new ProcessError.ExecutableNotPermitted({ executable: empty })
    ],
    [
      "a directory as a program",
      { executable: folder },
      new ProcessError.ExecutableNotPermitted({ executable: folder })
    ],
    ["a missing directory", { cwd: missing }, new ProcessError.WorkingDirectoryMissing({ directory: missing })],
    ["a file as directory", { cwd: plain }, new ProcessError.WorkingDirectoryMissing({ directory: plain })],
    [
      "an argument that no system can pass",
      { args: ["a\0b"] },
      new ProcessError.SpawnFailed({ executable: spec.executable, code: "ERR_INVALID_ARG_VALUE" })
    ],
    ["too big an environment", { environment: huge }, new ProcessError.ArgumentsTooBig({ executable: spec.executable })]
  ] as const)("names %s", ([, change, failure]) =>
    OwnedChild.spawn({ ...spec, ...change }).pipe(
      Effect.scoped,
      Effect.flip,
      Effect.map((failed) => assert.deepStrictEqual(failed, failure)),
      Effect.provide(layer)
    )
  )
})

describe.runIf(linux)("Spawner.start", () => {
  it.live("starts a program that is open for writing as soon as it is closed (B110)", () =>
    Effect.gen(function* () {
      const executable = join(folder, "true")
      copyFileSync("/bin/true", executable)
      const writer = openSync(executable, "r+")
      const started = yield* Effect.forkChild(OwnedChild.spawn({ ...sh(""), executable, args: [] }), {
        startImmediately: true
      })
      assert.isUndefined(started.pollUnsafe())
      closeSync(writer)
      const child = yield* Fiber.join(started)
      assert.deepStrictEqual(yield* OwnedChild.drained(child), { _tag: "Exited", code: 0 })
    }).pipe(Effect.provide(layer))
  )

  it.live("fails a hundred times without descriptors, stops what it has, leaks none, and starts again (B111)", () =>
    Effect.gen(function* () {
      const program = fileURLToPath(new URL("../fixtures/descriptor-limit.ts", import.meta.url))
      const run = yield* Collect.run({
        ...sh('ulimit -n 64; exec "$1" "$2"', process.execPath, program),
        stdoutBytes: 65_536,
        stderrBytes: 65_536,
        deadline: "30 seconds"
      })
      assert.strictEqual(Buffer.from(run.stderr.bytes).toString(), "")
      assert.deepStrictEqual(JSON.parse(Buffer.from(run.stdout.bytes).toString()), {
        failures: { "SystemLimitReached EMFILE": 100 },
        stopped: [["end of input", true]],
        leaked: 0,
        afterwards: { _tag: "Exited", code: 0 }
      })
    }).pipe(Effect.provide(layer))
  )
})
