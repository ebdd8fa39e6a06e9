import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Language, languages, templates } from "../src/new/Template.ts"
import { start, temporary } from "./support/flash.ts"

/** What a language cannot do without. */
const tools: Readonly<Record<Language, string>> = { node: "node", python: "python3", rust: "cargo", go: "go", sh: "sh" }

const has = (tool: string) => (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, tool)))

/** Cargo's cache, for a test loads nothing from elsewhere. */
const hasSerde = () => {
  const cache = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "cache")
  return (
    existsSync(cache) && readdirSync(cache, { recursive: true }).some((file) => /serde_json-1\./.test(String(file)))
  )
}

const missing = (language: Language): string | undefined =>
  !has(tools[language])
    ? tools[language]
    : language === "rust" && !hasSerde()
      ? "serde_json in the cache of cargo"
      : undefined

describe("flash new", () => {
  for (const language of languages) {
    const lacks = missing(language)
    it.live.skipIf(lacks !== undefined)(
      `begins a plugin that conforms as it is: ${language}${lacks === undefined ? "" : ` (left out: no ${lacks} here)`}`,
      () =>
        Effect.gen(function* () {
          const cwd = yield* temporary
          const made = yield* (yield* start(["new", "demo.one", "--language", language], { cwd })).ended
          assert.deepStrictEqual({ code: made.code, stderr: made.stderr }, { code: 0, stderr: "" })
          assert.match(
            made.stdout,
            /\nnext:\n {2}cd demo\.one\n[\s\S]* {2}npx flash conformance \.\n {2}npx flash probe \.\n$/
          )
          const folder = join(cwd, "demo.one")
          for (const step of templates[language].build) {
            const [program = "", ...words] = step.split(" ")
            const offline = { ...process.env, CARGO_NET_OFFLINE: "true", GOPROXY: "off" }
            const { status, stderr } = spawnSync(program, words, { cwd: folder, env: offline, encoding: "utf8" })
            assert.strictEqual(status, 0, stderr)
          }
          const judged = yield* (yield* start(["conformance", "."], { cwd: folder })).ended
          assert.match(judged.stdout, /^demo\.one 0\.1\.0 conforms: \d+ rules hold/m)
          assert.strictEqual(judged.code, 0, judged.stdout)
        }).pipe(Effect.scoped),
      120_000
    )
  }

  it.live("leaves alone what is there, and ends with 1", () =>
    Effect.gen(function* () {
      const cwd = yield* temporary
      const call = ["new", "demo", "--language", "python"]
      assert.strictEqual((yield* (yield* start(call, { cwd })).ended).code, 0)
      const { code, stderr, stdout } = yield* (yield* start(call, { cwd })).ended
      assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
      assert.match(stderr, /^flash: .*demo is there already, and is no empty folder\n$/)
    }).pipe(Effect.scoped)
  )
})
