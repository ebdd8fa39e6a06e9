import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Corpus from "../../src/node/Corpus.ts"

const cases = {
  "event/valid/a.json": { input: { name: "x" } },
  "evaluate/valid/a.json": { given: { reads: "params" }, text: '{"query":1.0}' },
  "evaluate/invalid/b.json": { given: { reads: "reply" }, input: { ok: true } },
  "hostcall/valid/a.json": { given: { method: "host.ping", reads: "params" }, input: {} },
  "hostcall/valid/b.json": { given: { method: "host.ping", reads: "reply" }, input: { ok: false } },
  "publish/valid/a.json": { input: { rows: [] } },
  "publish/valid/long.json": { input: { rows: ["x".repeat(200)] } },
  "framing/valid/a.json": { lines: ["one", "two"] },
  "manifest/valid/a.json": { input: { id: "m" } }
}

describe("Corpus", () => {
  it.live("frames each case for who reads it, and leaves out what is long or no frame", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "lanyard-corpus-"))),
        (made) => Effect.sync(() => rmSync(made, { recursive: true }))
      )
      for (const [name, content] of Object.entries(cases)) {
        mkdirSync(join(folder, name, ".."), { recursive: true })
        writeFileSync(join(folder, name), JSON.stringify(content))
      }
      assert.deepStrictEqual(Corpus.read(folder, 100), {
        plugin: [
          '{"id":7,"method":"evaluate","params":{"query":1.0}}',
          '{"method":"event","params":{"name":"x"}}',
          "one",
          "two",
          '{"id":7,"result":{"ok":false}}'
        ],
        host: [
          '{"id":7,"result":{"ok":true}}',
          "one",
          "two",
          '{"id":7,"method":"host.ping","params":{}}',
          '{"method":"publish","params":{"rows":[]}}'
        ]
      })
    })
  )

  it("finds frames of every kind in the corpus of this project", () => {
    const { host, plugin } = Corpus.read(fileURLToPath(new URL("../../../../fixtures/flash", import.meta.url)))
    for (const method of ["event", "initialize", "evaluate", "perform"]) {
      assert.isTrue(
        plugin.some((line) => line.includes(`"method":"${method}"`)),
        method
      )
    }
    for (const method of ["publish", "status", "poll", "log", "host.fetch"]) {
      assert.isTrue(
        host.some((line) => line.includes(`"method":"${method}"`)),
        method
      )
    }
  })
})
