import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Collect, Environment } from "@lanyard/process"
import { layer as processes } from "@lanyard/process/node"
import { Effect, Result } from "effect"
import type { Held, Report } from "./programs/cycles.ts"
import { posix } from "./support/groups.ts"

const program = fileURLToPath(new URL("./programs/cycles.ts", import.meta.url))

/** Lets a plugin crash and start again in a process of its own. */
const run = Effect.fn(function* (cycles: number) {
  const { exit, stderr, stdout } = yield* Collect.run({
    executable: process.execPath,
    args: ["--expose-gc", program, String(cycles)],
    cwd: "/",
    environment: Result.getOrThrow(Environment.make({ values: { PATH: process.env.PATH ?? "" } })),
    stdoutBytes: 64 * 1024,
    stderrBytes: 64 * 1024,
    deadline: "5 minutes"
  })
  assert.deepStrictEqual([exit, new TextDecoder().decode(stderr.bytes)], [{ _tag: "Exited", code: 0 }, ""])
  const report: Report = JSON.parse(new TextDecoder().decode(stdout.bytes))
  return report
}, Effect.scoped)

const countable = ({ heapBytes, ...counted }: Held) => counted

describe.runIf(posix)("A host whose plugin crashes and starts again a thousand times", () => {
  it.live(
    "has no process, descriptor, timer, listener or memory to show for it",
    () =>
      Effect.gen(function* () {
        const { after, before, cycles } = yield* run(1000)
        assert.strictEqual(cycles, 1000)
        assert.deepStrictEqual(countable(after), countable(before))
        assert.strictEqual(before.children, 0)
        // Of one life a mere closure may be left, and nothing that holds a child, its pipes or its session.
        assert.isBelow((after.heapBytes - before.heapBytes) / cycles, 1024)
      }).pipe(Effect.provide(processes)),
    180_000
  )
})
