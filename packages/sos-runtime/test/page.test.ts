/** Holds `protocol/sos-plugin.md` to what sessions send and accept and to `protocol/sos-plugin.json`. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Script } from "@lanyard/process/testing"
import { Effect, Fiber, Result } from "effect"
import * as PluginProtocol from "../src/PluginProtocol.ts"
import { protocol } from "../src/protocol.gen.ts"
import { action, current, weather } from "./support/modules.ts"
import { advance, host, stage } from "./support/stage.ts"

const page = readFileSync(new URL("../../../protocol/sos-plugin.md", import.meta.url), "utf8")

/** All messages of the page, which is one conversation. */
const lines = [...page.matchAll(/^```ndjson\n(.*?)^```$/gms)].flatMap(([, fence = ""]) => fence.trimEnd().split("\n"))
const isSent = (line: string) => line.includes('"method":')

describe("the conversation of protocol/sos-plugin.md", () => {
  it.effect("is what a host sends to a module that answers as shown, to the byte [SOS-PLUG-61]", () =>
    Effect.gen(function* () {
      const sent = lines.filter(isSent)
      const answers = (line: string) => {
        const at = lines.indexOf(line)
        return at === -1 || isSent(lines[at + 1] ?? "") ? [] : [lines[at + 1] ?? ""]
      }
      const script: Script.Script = { answers, onEndOfInput: Script.exits(0) }
      const { begin, close, log } = yield* stage(() => script)
      const deadline = Date.parse("2026-09-20T20:30:00Z")
      const report = yield* begin({ encoded: { city: "San Juan" }, requestId: "run-7-1", deadline })
      assert.deepStrictEqual(yield* Fiber.join(report), { temperature: 29.5, summary: "Clear" })
      const typed = yield* Effect.flip(
        Fiber.join(yield* begin({ encoded: { city: "Nowhere" }, requestId: "run-7-2", action: current }))
      )
      assert.deepInclude(typed, { kind: "NoStation", declared: true })
      const wait = action("wait")
      const own = yield* Effect.flip(Fiber.join(yield* begin({ requestId: "run-7-3", action: wait })))
      assert.deepInclude(own, { kind: "upstream_unavailable", retryable: true })
      yield* Fiber.interrupt(yield* begin({ requestId: "run-7-4", action: wait }))
      const closing = yield* Effect.forkChild(close, { startImmediately: true })
      yield* advance(1)
      yield* Fiber.join(closing)
      const read = log().flatMap(({ attempt, what }) =>
        attempt === 1 && what.startsWith("read ") ? [what.slice(5)] : []
      )
      assert.deepStrictEqual(read, sent)
    })
  )

  it("begins with the identity of the definition", () => {
    const { params } = JSON.parse(lines[0] ?? "")
    assert.deepStrictEqual(params, PluginProtocol.initialize(PluginProtocol.identity(weather()), host))
    assert.isTrue(
      Result.isSuccess(PluginProtocol.verify(JSON.parse(lines[1] ?? "").result, PluginProtocol.identity(weather())))
    )
  })
})

describe("the numbers of protocol/sos-plugin.md", () => {
  const tables = [...page.matchAll(/^\| `(\w+)` .*\n\|[- |]+\n((?:\|.*\n)+)/gm)]
  const parts: Readonly<Record<string, unknown>> = protocol
  const isNumber = (value: unknown) => typeof value === "number"
  const numbered = Object.entries(protocol).flatMap(([part, members]) =>
    typeof members === "object" && Object.values(members).every(isNumber) ? [part] : []
  )

  it("are tables of all parts that have numbers", () => {
    assert.deepStrictEqual(
      tables.map(([, part]) => part),
      numbered
    )
  })

  it.each(tables.map(([, part = "", rows = ""]) => [part, rows] as const))(
    "are under %s those of sos-plugin.json",
    (part, rows) => {
      const shown = rows
        .trimEnd()
        .split("\n")
        .map((row) => row.split("|").map((cell) => cell.trim()))
      const members = Object.fromEntries(shown.map(([, name = "", value]) => [name.replaceAll("`", ""), Number(value)]))
      assert.deepStrictEqual(members, parts[part])
    }
  )

  it("are all named in the text, as sos-plugin.json names them", () => {
    const named = new Set([...page.matchAll(/`(\w+\.\w+)`/g)].map(([, path = ""]) => path))
    const known = Object.entries(protocol).flatMap(([part, members]) =>
      numbered.includes(part) ? Object.keys(members).map((name) => `${part}.${name}`) : []
    )
    assert.sameMembers(
      [...named].filter((path) => numbered.some((part) => path.startsWith(`${part}.`))),
      known
    )
  })
})
