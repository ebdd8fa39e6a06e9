import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Collect from "../../src/Collect.ts"
import { layer } from "../../src/node.ts"
import { bash, linux } from "../support/children.ts"

describe.runIf(linux)("Inherited.proc", () => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const [secret, other, own] = ["secret", "other", "own"].map((name) => join(folder, name)) as [string, string, string]
  for (const path of [secret, other, own]) writeFileSync(path, `content of ${path}\n`)
  const fixture = fileURLToPath(new URL("../fixtures/inherited.ts", import.meta.url))

  /** What children have of a host that a shell started with nothing but its pipes and `opened`. */
  const children = (opened: string, closed = "") =>
    Effect.gen(function* () {
      const script = `
for fd in /proc/$$/fd/*; do fd=\${fd##*/}; [ $fd -gt 2 ] && eval "exec $fd>&-"; done
${opened}
exec "$1" "$2" "$5" ${closed}`
      const run = yield* Collect.run({
        ...bash(script, process.execPath, fixture, secret, other, own),
        stdoutBytes: 65_536,
        stderrBytes: 65_536,
        deadline: "30 seconds"
      })
      assert.strictEqual(Buffer.from(run.stderr.bytes).toString(), "")
      const seen: ReadonlyArray<ReadonlyArray<string>> = JSON.parse(Buffer.from(run.stdout.bytes).toString())
      return seen.map((lines) => lines.map((line) => line.replace(/^([012]) socket:.*/, "$1 pipe")))
    }).pipe(Effect.scoped, Effect.provide(layer))

  const pipes = ["0 pipe", "1 pipe", "2 pipe"]

  it.live("covers what a shell opened for the host, and nothing else, as long as it is open", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* children('exec 251<"$3" 19<"$4"', "19"), [
        [...pipes, "19 /dev/null", "251 /dev/null"].toSorted(),
        [...pipes, "251 /dev/null"]
      ])
    })
  )

  it.live("leaves the descriptors of a child alone where the host inherited none", () =>
    Effect.gen(function* () {
      const expected = [...pipes, "251 is closed"]
      // Closes on exec as the first sixteen do, whoever opened it.
      assert.deepStrictEqual(yield* children('exec 3<"$3"; ulimit -n 64'), [expected])
    })
  )

  it.live("covers only what the limit of descriptors leaves room for, so that a child can start", () =>
    Effect.gen(function* () {
      const [enough] = yield* children('exec 251<"$3"; ulimit -n 253')
      assert.deepStrictEqual(enough, [...pipes, "251 /dev/null"])
      const [tooFew] = yield* children('exec 251<"$3"; ulimit -n 252')
      assert.deepStrictEqual(tooFew, [...pipes, `251 ${secret}`, `content of ${secret}`])
    })
  )
})
