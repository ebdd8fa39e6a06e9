import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Interpreter from "../src/Interpreter.ts"
import { ModuleCalls } from "../src/ModuleCalls.ts"
import { Output } from "../src/Output.ts"
import * as Parser from "../src/Parser.ts"

const page = readFileSync(new URL("../../../protocol/sos-language.md", import.meta.url), "utf8")
const examples = [...page.matchAll(/## ([^\n]+)\n(?:(?!## )[\s\S])*?```sos\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g)]

describe("the page of the language", () => {
  it("has examples", () => {
    assert.strictEqual(examples.length, page.split("```sos").length - 1)
    assert.isAtLeast(examples.length, 7)
  })

  it.effect.each(examples.map(([, title, program, shown]) => [title ?? "", program ?? "", shown ?? ""] as const))(
    "shows what it says under %s [SOS-PAGE-01]",
    ([, text, shown]) =>
      Effect.gen(function* () {
        const { diagnostics, program, source } = Parser.parse("page.sos", text)
        assert.deepStrictEqual(diagnostics, [])
        const written: Array<string> = []
        yield* Interpreter.run({ file: "page.sos", lines: source.lines, program, imports: [] }).pipe(
          Effect.provideService(Output, { write: (part) => Effect.sync(() => void written.push(part)) }),
          Effect.provideService(ModuleCalls, { call: ({ action }) => Effect.die(`nobody calls ${action}`) })
        )
        assert.strictEqual(written.join(""), shown)
      })
  )
})
