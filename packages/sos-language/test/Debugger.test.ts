import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Debugger, type Stop } from "../src/Debugger.ts"
import { module, shown } from "./support/runs.ts"

const lines = (...all: ReadonlyArray<string>) => all.join("\n")

const program = lines(
  'import "example.com/acme/weather" as weather',
  "make secret_city 5",
  "to ask with city:",
  "  make token 1",
  "  call weather.current with city called got",
  "  return got",
  "when on:",
  '  call ask with "X" called report',
  "show report"
)

const watched = Effect.gen(function* () {
  const stops: Array<Stop & { readonly seen: ReturnType<Stop["frames"]> }> = []
  const before = (stop: Stop) => Effect.sync(() => void stops.push({ ...stop, seen: stop.frames() }))
  const all = yield* Effect.provideService(
    shown(program, { imports: [module("weather")], answer: () => Effect.succeed(7) }),
    Debugger,
    { before }
  )
  return { stops, all }
})

describe("Debugger", () => {
  it.effect("is told before each statement, in the order of the run [SOS-RUN-40]", () =>
    Effect.gen(function* () {
      const { stops, all } = yield* watched
      assert.deepStrictEqual(all, ["7"])
      assert.deepStrictEqual(
        stops.filter(({ reason }) => reason === "statement").map(({ line, column, depth }) => [line, column, depth]),
        [
          [2, 1, 0],
          [7, 1, 0],
          [8, 3, 0],
          [4, 3, 1],
          [5, 3, 1],
          [6, 3, 1],
          [9, 1, 0]
        ]
      )
    })
  )

  it.effect("sees the frames with the variables that have a value [SOS-RUN-41]", () =>
    Effect.gen(function* () {
      const { stops } = yield* watched
      const stop = stops.find(({ line }) => line === 6)
      assert.deepStrictEqual(stop?.seen, [
        {
          kind: "action",
          name: "ask",
          file: "test.sos",
          line: 6,
          column: 3,
          depth: 1,
          variables: new Map<string, string | number>([
            ["city", "X"],
            ["token", 1],
            ["got", 7]
          ]),
          text: undefined
        },
        {
          kind: "program",
          name: "test.sos",
          file: "test.sos",
          line: 8,
          column: 3,
          depth: 0,
          variables: new Map([["secret_city", 5]]),
          text: undefined
        }
      ])
    })
  )

  it.effect("sees a call of a module as one opaque frame on top, without its arguments [SOS-RUN-42]", () =>
    Effect.gen(function* () {
      const { stops } = yield* watched
      const [stop, ...others] = stops.filter(({ reason }) => reason === "external")
      assert.deepStrictEqual(others, [])
      const place = { file: "/modules/weather/module.sos.toml", line: 1, column: 1, depth: 2 }
      assert.deepStrictEqual(
        [stop?.file, stop?.line, stop?.column, stop?.depth],
        [place.file, place.line, place.column, place.depth]
      )
      const [top, ...below] = stop?.seen ?? []
      assert.deepStrictEqual(top, {
        ...place,
        kind: "external",
        name: "weather.current",
        variables: new Map(),
        text: "An external module runs here; its source and its variables are its own.\n"
      })
      assert.deepStrictEqual(
        below.map(({ kind, line }) => [kind, line]),
        [
          ["action", 5],
          ["program", 8]
        ]
      )
    })
  )

  it.effect("holds the run until it lets it go [SOS-RUN-40]", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const before = ({ line }: Stop) =>
        Effect.andThen(
          Effect.yieldNow,
          Effect.sync(() => void order.push(`${line}`))
        )
      const all = shown(lines("show 1", "repeat 2 times:", "  show 2"))
      assert.deepStrictEqual(yield* Effect.provideService(all, Debugger, { before }), ["1", "2", "2"])
      assert.deepStrictEqual(order, ["1", "2", "3", "3"])
    })
  )

  it.effect("may read a list while it grows without changing it [SOS-RUN-41]", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const before = (stop: Stop) => Effect.sync(() => void seen.push(stop.frames()[0]?.variables.get("x")))
      const all = shown(lines("make x []", "append 1 to x", "append 2 to x", "show x"))
      assert.deepStrictEqual(yield* Effect.provideService(all, Debugger, { before }), ["[1,2]"])
      assert.deepStrictEqual(seen, [undefined, [], [1], [1, 2]])
    })
  )
})
