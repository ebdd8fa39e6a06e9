/** Lines that no host would write, between requests that one would: the plugin goes on, and every such request is answered. */
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Fuzz } from "@lanyard/flash-testkit"
import { Corpus } from "@lanyard/flash-testkit/node"
import { Effect } from "effect"
import { thorough } from "./support/thorough.ts"
import { type Frame, initialize, serve, type Wire } from "./support/wire.ts"

/** How many lines, and which; `npm run fuzz` sets them. */
const lines = Number(process.env.LANYARD_FUZZ_LINES ?? 4_000)
const seed = Number(process.env.LANYARD_FUZZ_SEED ?? 1)

const corpus = Corpus.read(fileURLToPath(new URL("../../../fixtures/flash", import.meta.url))).plugin

/** Stands for what a user typed; the plugin must not log it. */
const content = "CONTENT-4711"

/** Lines between two looks at what came back. */
const batch = 32

/** Far from the ids of the corpus. */
const firstId = 7_000_000_001

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Sound requests; the second makes a host call before it is answered. */
const sound = [
  (id: number): Frame => ({ id, method: "ping", params: {} }),
  (id: number): Frame => ({ id, method: "perform", params: { kind: "command", subcommand: "notify" } }),
  (id: number): Frame => ({ id, method: "perform", params: { kind: "command", args: [String(id)] } }),
  (id: number): Frame => ({ id, method: "evaluate", params: { query: String(id) } })
] as const

/** Takes frames until every request is answered, each once; answers host calls; the log holds no content. */
const answered = Effect.fnUntraced(function* (wire: Wire, waiting: Set<number>, nextId: number) {
  while (waiting.size > 0) {
    const frame = yield* wire.receive
    const { id, method, result } = frame
    if (typeof id === "number" && method !== undefined) wire.send({ id, result: { ok: true } })
    if (typeof id !== "number" || method !== undefined) assert.notInclude(JSON.stringify(frame), content)
    else if (id >= firstId && id < nextId) {
      assert.isTrue(waiting.delete(id), `${id} was answered twice`)
      assert.include(JSON.stringify(result), '"ok":true')
    }
  }
})

describe("a served plugin", () => {
  it.live(
    `answers every sound request among ${lines} lines of seed ${seed}, and logs none of their content`,
    () =>
      Effect.gen(function* () {
        const fuzz = Fuzz.make({ seed, corpus, content })
        const wire = yield* serve(thorough.handlers, { manifest: thorough.manifest })
        wire.send(initialize)
        yield* wire.reply(1)
        let nextId = firstId
        for (let written = 0; written < lines; written += batch) {
          const waiting = new Set<number>()
          const ask = () => {
            const id = nextId++
            waiting.add(id)
            return Buffer.from(`${JSON.stringify(sound[fuzz.below(sound.length)]?.(id))}\n`)
          }
          const text = Array.from({ length: batch }, () => (fuzz.below(8) === 0 ? [fuzz.line(), ask()] : [fuzz.line()]))
          for (const chunk of fuzz.chunks(Buffer.concat([...text.flat(), ask()]))) {
            wire.sendBytes(chunk)
            if (fuzz.below(16) === 0) yield* turn
          }
          yield* Effect.timeout(answered(wire, waiting, nextId), "10 seconds")
        }
        wire.close()
        assert.strictEqual(yield* wire.ended, "end of input")
        assert.notInclude(wire.diagnosed.join("\n"), content)
      }),
    600_000
  )
})
