import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Status from "../src/Status.ts"
import * as Corpus from "./support/corpus.ts"
import * as Hostile from "./support/hostile.ts"
import { json, value, verdict } from "./support/json.ts"

const { Value } = Status
const declared = new Set(["cpu", "mem"])
const read = (params: unknown) => Result.getOrThrow(Status.decode(params, declared))

/** What becomes of one segment's value. */
const outcome = (text: string): Status.Value | string => {
  const { segments, refused } = read({ segments: { cpu: value(text) } })
  return segments.get("cpu") ?? refused.get("cpu")?.message ?? "ignored"
}

const carousel = (fields: Partial<{ prefix: string; lines: ReadonlyArray<string>; cycleSeconds: number }> = {}) =>
  Value.Carousel({ lines: ["a", "b"], cycleSeconds: 5, ...fields })

describe("Status.decode", () => {
  it.each([
    ['"12%"', Value.Markup({ text: "12%" })],
    ['" #[bold]12%\\n"', Value.Markup({ text: "#[bold]12%" })],
    ['""', Value.Cleared()],
    ['"  "', Value.Cleared()],
    ['"\\t\\n"', Value.Cleared()]
  ])("reads the markup %s, trimmed, blank as cleared [FLASH-STAT-04]", (text, expected) => {
    assert.deepStrictEqual(outcome(text), expected)
  })

  it.each([
    ['{"lines":["a","b"],"cycle_seconds":5}', carousel()],
    ['{"lines":["a","b"],"cycle_seconds":5,"prefix":" CPU "}', carousel({ prefix: " CPU " })],
    ['{"lines":["a","b"],"cycle_seconds":5,"prefix":""}', carousel({ prefix: "" })],
    ['{"lines":["a","b"],"cycle_seconds":5,"prefix":null}', carousel()],
    ['{"lines":["a","b"],"cycle_seconds":5,"color":"red","__proto__":1}', carousel()],
    ['{"lines":["a","b"],"cycle_seconds":1}', carousel({ cycleSeconds: 1 })],
    ['{"lines":["a","b"],"cycle_seconds":1.0}', carousel({ cycleSeconds: 1 })],
    ['{"lines":["a","b"],"cycle_seconds":1e308}', carousel({ cycleSeconds: 1e308 })],
    ['{"lines":["  a",""," \\t","b "],"cycle_seconds":5}', carousel()],
    ['{"lines":[],"cycle_seconds":1}', Value.Cleared()],
    ['{"lines":[" ",""],"cycle_seconds":5,"prefix":"CPU"}', Value.Cleared()]
  ])(
    "reads the carousel %s [FLASH-STAT-05, FLASH-STAT-06, FLASH-STAT-09, FLASH-STAT-10, FLASH-STAT-11]",
    (text, expected) => {
      assert.deepStrictEqual(outcome(text), expected)
    }
  )

  it.each([
    ["null", ": expected text or a carousel"],
    ["5", ": expected text or a carousel"],
    ["1.0", ": expected text or a carousel"],
    ["true", ": expected text or a carousel"],
    ['["a"]', ": expected text or a carousel"],
    ["{}", ".lines: expected a value"],
    ['{"cycle_seconds":5}', ".lines: expected a value"],
    ['{"lines":null,"cycle_seconds":5}', ".lines: expected a list"],
    ['{"lines":"a","cycle_seconds":0}', ".lines: expected a list"],
    ['{"lines":["a",null],"cycle_seconds":5}', ".lines[1]: expected text"],
    ['{"lines":["a",1.0],"cycle_seconds":5}', ".lines[1]: expected text"],
    ['{"lines":["a"]}', ".cycle_seconds: expected a value"],
    ['{"lines":["a"],"cycle_seconds":0.5}', ".cycle_seconds: expected a number of seconds, at least 1"],
    ['{"lines":["a"],"cycle_seconds":0.9999999999}', ".cycle_seconds: expected a number of seconds, at least 1"],
    ['{"lines":["a"],"cycle_seconds":-5}', ".cycle_seconds: expected a number of seconds, at least 1"],
    ['{"lines":[],"cycle_seconds":0}', ".cycle_seconds: expected a number of seconds, at least 1"],
    ['{"lines":[" "],"cycle_seconds":0.0}', ".cycle_seconds: expected a number of seconds, at least 1"],
    ['{"lines":["a"],"cycle_seconds":"5"}', ".cycle_seconds: expected a number"],
    ['{"lines":["a"],"cycle_seconds":true}', ".cycle_seconds: expected a number"],
    ['{"lines":["a"],"cycle_seconds":null}', ".cycle_seconds: expected a number"],
    ['{"lines":["a"],"cycle_seconds":5,"prefix":1}', ".prefix: expected text"],
    ['{"lines":[],"cycle_seconds":5,"prefix":[]}', ".prefix: expected text"]
  ])("refuses the value %s [FLASH-STAT-07, FLASH-STAT-08, FLASH-STAT-11, FLASH-STAT-13]", (text, message) => {
    assert.strictEqual(outcome(text), `segments.*${message}`)
  })

  it.each([Number.POSITIVE_INFINITY, Number.NaN])("refuses a cycle of %d seconds [FLASH-STAT-11]", (cycle_seconds) => {
    const { segments, refused } = read({ segments: { cpu: { lines: ["a"], cycle_seconds } } })
    assert.deepStrictEqual([[...segments.keys()], [...refused.keys()]], [[], ["cpu"]])
  })

  it("applies the siblings of a malformed value [FLASH-STAT-07]", () => {
    const { segments, refused } = read(json('{"segments":{"cpu":{"lines":["a"],"cycle_seconds":0.5},"mem":"1"}}'))
    assert.deepStrictEqual(segments, new Map([["mem", Value.Markup({ text: "1" })]]))
    assert.deepStrictEqual([...refused.keys()], ["cpu"])
  })

  it("ignores a segment the manifest does not declare, whatever its value [FLASH-STAT-02]", () => {
    const { segments, refused } = read(
      json('{"segments":{"disk":"1","CPU":5,"":"1","__proto__":null,"constructor":{},"toString":"x"}}')
    )
    assert.deepStrictEqual([segments.size, refused.size], [0, 0])
  })

  it("trims names [FLASH-STAT-02]", () => {
    assert.deepStrictEqual([...read({ segments: { " cpu\t": "1", "c pu": "2" } }).segments.keys()], ["cpu"])
  })

  it.each([
    ['{" cpu":1,"cpu":"ok"}', [["cpu", Value.Markup({ text: "ok" })]], []],
    ['{"cpu":"ok"," cpu":1}', [], ["cpu"]],
    [
      '{"cpu":"a","mem":"b"," cpu":"c"}',
      [
        ["cpu", Value.Markup({ text: "c" })],
        ["mem", Value.Markup({ text: "b" })]
      ],
      []
    ],
    ['{"cpu":1," cpu":2,"cpu ":3}', [], ["cpu"]]
  ] as const)(
    "lets the last of the keys in %s that trim to one name decide alone [FLASH-STAT-15]",
    (text, ...expected) => {
      const { segments, refused } = read({ segments: json(text) })
      assert.deepStrictEqual<unknown>([[...segments], [...refused.keys()]], expected)
    }
  )

  it("knows a segment by a name that objects have too [FLASH-STAT-02]", () => {
    const update = Status.decode(
      json('{"segments":{"__proto__":"1","constructor":"2"}}'),
      new Set(["__proto__", "constructor"])
    )
    assert.deepStrictEqual([...Result.getOrThrow(update).segments.keys()], ["__proto__", "constructor"])
  })

  it.each([
    ["{}", "segments: expected an object"],
    ['{"segments":null}', "segments: expected an object"],
    ['{"segments":["cpu"]}', "segments: expected an object"],
    ['{"segments":"cpu"}', "segments: expected an object"],
    ['{"segments":1.0}', "segments: expected an object"],
    ["[]", "expected an object"],
    ["1.0", "expected an object"],
    ["null", "expected an object"]
  ])("refuses %s whole [FLASH-STAT-01]", (text, message) => {
    assert.strictEqual(verdict(Status.decode(value(text), declared)), message)
  })

  it("takes an update of nothing, and other keys beside the segments [FLASH-STAT-01]", () => {
    assert.strictEqual(read({ segments: {}, more: 1 }).segments.size, 0)
  })

  it.prop(
    "takes anything without throwing, and says nothing of what it refuses [FLASH-STAT-13]",
    [Hostile.Choices],
    ([choices]) => {
      const hostile = Hostile.from(choices, ["cpu", "mem", "lines", "prefix", "cycle_seconds", Hostile.marker])
      assert.isFalse(Hostile.leaks(Status.decode(hostile, declared)))
      const { segments, refused } = read({ segments: { cpu: hostile, [Hostile.marker]: hostile } })
      assert.strictEqual(segments.size + refused.size, 1)
      for (const rejection of refused.values()) assert.isFalse(Hostile.leaks(Result.fail(rejection)))
    },
    { arbitrary: { runs: 300 } }
  )

  it("reads very many segments and lines, up to the last, and any depth [FLASH-STAT-07]", () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`n${index}`, Hostile.deep]))
    const lines = [...Array<unknown>(100_000).fill("x"), 1]
    const { refused } = read({ segments: { ...many, cpu: { lines, cycle_seconds: 1 }, mem: Hostile.deep } })
    assert.deepStrictEqual(
      [...refused.values()].map(({ path }) => path),
      ["segments.*.lines[100000]", "segments.*.lines"]
    )
  })
})

describe("Status.encode", () => {
  it.each<[Status.Value, string]>([
    [Value.Cleared(), '""'],
    [Value.Markup({ text: "12%" }), '"12%"'],
    [carousel(), '{"lines":["a","b"],"cycle_seconds":5}'],
    [carousel({ prefix: "CPU " }), '{"prefix":"CPU ","lines":["a","b"],"cycle_seconds":5}']
  ])("writes %j to the byte, and the host reads it back [FLASH-STAT-14]", (segment, text) => {
    const params = Status.encode(new Map([["cpu", segment]]))
    assert.strictEqual(JSON.stringify(params), `{"segments":{"cpu":${text}}}`)
    assert.deepStrictEqual(read(params).segments, new Map([["cpu", segment]]))
  })

  it("writes a segment by any name as an ordinary member [FLASH-STAT-14]", () => {
    const params = Status.encode(new Map([["__proto__", Value.Cleared()]]))
    assert.strictEqual(JSON.stringify(params), '{"segments":{"__proto__":""}}')
  })
})

describe("Status.merge", () => {
  const shown = new Map<string, Status.Value>([
    ["cpu", Value.Markup({ text: "1" })],
    ["mem", Value.Markup({ text: "2" })]
  ])

  it("changes only the segments that an update names [FLASH-STAT-03]", () => {
    const merged = Status.merge(shown, new Map([["cpu", carousel()]]))
    assert.deepStrictEqual(
      merged,
      new Map<string, Status.Value>([
        ["cpu", carousel()],
        ["mem", Value.Markup({ text: "2" })]
      ])
    )
    assert.deepStrictEqual(Status.merge(shown, new Map()), shown)
  })

  it("takes a cleared segment out [FLASH-STAT-03, FLASH-STAT-04]", () => {
    assert.deepStrictEqual([...Status.merge(shown, new Map([["cpu", Value.Cleared()]])).keys()], ["mem"])
    assert.deepStrictEqual([...Status.merge(shown, new Map([["other", Value.Cleared()]])).keys()], ["cpu", "mem"])
  })
})

describe("Status.markup", () => {
  it.each<[Status.Value, number, string]>([
    [Value.Cleared(), 0, ""],
    [Value.Markup({ text: "12%" }), 3, "12%"],
    [carousel(), 0, "#[cyc]a#[nocyc]"],
    [carousel({ prefix: "CPU " }), 1, "CPU #[cyc]b#[nocyc]"],
    [carousel({ prefix: "CPU " }), 2, "CPU #[cyc]a#[nocyc]"],
    [carousel({ lines: [] }), 0, "#[cyc]#[nocyc]"]
  ])("draws %j at turn %d as %j [FLASH-STAT-12]", (segment, turn, expected) => {
    assert.strictEqual(Status.markup(segment, turn), expected)
  })

  it("begins with the first line [FLASH-STAT-12]", () => {
    assert.strictEqual(Status.markup(carousel()), "#[cyc]a#[nocyc]")
  })
})

describe("the corpus of status updates", () => {
  it.each(Corpus.read("status").map((file) => [file.name, file] as const))(
    "holds for %s [FLASH-STAT-01, FLASH-STAT-07]",
    (_, file) => {
      const result = Status.decode(Corpus.payload(file), new Set(file.given.status as ReadonlyArray<string>))
      if (file.isValid) {
        const { segments, refused } = Result.getOrThrow(result)
        const paths = Array.from(refused, ([name, { path }]) => [name, path])
        assert.deepStrictEqual<unknown>({ ...Status.encode(segments), refused: Object.fromEntries(paths) }, file.expect)
      } else {
        assert.strictEqual(Result.getOrThrow(Result.flip(result)).path, file.path)
      }
    }
  )
})
