import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const flash = (args: ReadonlyArray<string>, path = process.env.PATH ?? "") =>
  Effect.callback<Ended>((resume) => {
    const child = execFile(process.execPath, [bin, ...args], { env: { PATH: path } }, (_error, stdout, stderr) =>
      resume(Effect.succeed({ code: child.exitCode, stdout, stderr }))
    )
  })

/** A PATH with Node and nothing else. */
const onlyNode = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "lanyard-path-"))
    symlinkSync(process.execPath, join(folder, "node"))
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

describe("flash tour", () => {
  it.live("shows the main job on real plugins in plain lines, and leaves nothing", () =>
    Effect.gen(function* () {
      const { code, stdout, stderr } = yield* flash(["tour"])
      assert.strictEqual(stderr, "")
      assert.match(stdout, /bookmarks +running +pid \d+ +ready after/)
      assert.match(stdout, /calculator +22\.5 +copy_text "22\.5"/)
      assert.match(stdout, /performed: Bookmark added {3}catalog: 3 → 4 rows/)
      assert.match(stdout, /attempt over: killed by SIGKILL[\s\S]*backoff: failure 1[\s\S]*running, pid \d+/)
      assert.match(stdout, /stubborn +end of input at .* → SIGTERM at .* → SIGKILL at .* → killed by SIGKILL/)
      assert.match(stdout, /before: 4 processes in 3 groups/)
      assert.match(stdout, /nothing: the groups [\d, ]+ have no running member/)
      assert.notInclude(stdout, "\u001b")
      assert.strictEqual(code, 0)
    })
  )

  it.live("names what cannot start and goes on without it", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* flash(["tour"], yield* onlyNode)
      assert.match(stdout, /calculator +backoff +no process +python3 was not found on the PATH/)
      assert.include(stdout, "calculator is not running")
      assert.match(stdout, /nothing: the groups/)
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )

  it.live.each<readonly [ReadonlyArray<string>]>([[[]], [["fly"]], [["tour", "twice"]]])(
    "is not what %j asks for",
    ([args]) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* flash(args), { code: 2, stdout: "", stderr: "usage: flash tour\n" })
      })
  )
})
