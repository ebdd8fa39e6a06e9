import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { poll } from "../src/Constants.ts"
import * as Poll from "../src/Poll.ts"
import * as Corpus from "./support/corpus.ts"
import * as Hostile from "./support/hostile.ts"
import { json, value, verdict } from "./support/json.ts"

const entry = (text: string) => Poll.decode({ registrations: { good: { every: 1, priority: "low" }, x: value(text) } })
const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, { every: 1, priority: "low" }]))

describe("Poll.decode", () => {
  it.each<[string, Poll.Registration]>([
    ['{"every":0.05,"priority":"high"}', { kind: "every", millis: 50, priority: "high" }],
    ['{"every":1,"priority":"normal"}', { kind: "every", millis: 1_000, priority: "normal" }],
    ['{"every":1.0,"priority":"normal"}', { kind: "every", millis: 1_000, priority: "normal" }],
    ['{"every":86400,"priority":"low"}', { kind: "every", millis: 86_400_000, priority: "low" }],
    ['{"after":0,"priority":"high"}', { kind: "after", millis: 0, priority: "high" }],
    ['{"after":0.0,"priority":"high"}', { kind: "after", millis: 0, priority: "high" }],
    ['{"after":86400.0,"priority":"low"}', { kind: "after", millis: 86_400_000, priority: "low" }],
    ['{"priority":"low","after":1.5}', { kind: "after", millis: 1_500, priority: "low" }]
  ])("reads the entry %s [FLASH-POLL-02, FLASH-POLL-03, FLASH-POLL-04, FLASH-POLL-07]", (text, registration) => {
    assert.deepStrictEqual(Result.getOrThrow(entry(text)).get("x"), registration)
  })

  it.each([
    [0.0505, 51],
    [0.0504, 50],
    [1.0004, 1_000],
    [0.1, 100],
    [0.3, 300]
  ])("rounds %d seconds to %d whole milliseconds [FLASH-POLL-08]", (every, millis) => {
    const set = Result.getOrThrow(Poll.decode({ registrations: { x: { every, priority: "low" } } }))
    assert.strictEqual(set.get("x")?.millis, millis)
  })

  it.each([
    ["every", "0.049"],
    ["every", "0.0495"],
    ["every", "0.04999999999999999"],
    ["every", "0"],
    ["every", "-1"],
    ["every", "86400.0001"],
    ["every", "1e308"]
  ])("refuses the whole set for %s of %s seconds [FLASH-POLL-03, FLASH-POLL-04, FLASH-POLL-09]", (kind, seconds) => {
    assert.strictEqual(
      verdict(entry(`{"${kind}":${seconds},"priority":"low"}`)),
      `registrations.*.${kind}: expected a number of seconds from 0.05 to 86400`
    )
  })

  it.each(["-0.0001", "-1", "86400.0001", "86401"])(
    "refuses the whole set for after of %s seconds [FLASH-POLL-04, FLASH-POLL-09]",
    (seconds) => {
      assert.strictEqual(
        verdict(entry(`{"after":${seconds},"priority":"low"}`)),
        "registrations.*.after: expected a number of seconds from 0 to 86400"
      )
    }
  )

  it.each(["true", '"1"', "null", "[]", "{}"])("refuses the seconds %s [FLASH-POLL-02, FLASH-POLL-09]", (seconds) => {
    for (const kind of ["every", "after"]) {
      assert.strictEqual(
        verdict(entry(`{"${kind}":${seconds},"priority":"low"}`)),
        `registrations.*.${kind}: expected a number`
      )
    }
  })

  it.each([
    ['{"every":1,"after":1,"priority":"low"}', "registrations.*: expected one of every and after"],
    ['{"every":1,"after":null,"priority":"low"}', "registrations.*: expected one of every and after"],
    ['{"every":null,"after":1,"priority":"low"}', "registrations.*: expected one of every and after"],
    ['{"priority":"low"}', "registrations.*: expected one of every and after"],
    ["{}", "registrations.*: expected one of every and after"],
    ['{"every":1,"priority":"low","more":1}', "registrations.*.*: expected no key but those of the contract"],
    ['{"every":1,"priority":"low","__proto__":1}', "registrations.*.*: expected no key but those of the contract"],
    ["null", "registrations.*: expected an object"],
    ["[]", "registrations.*: expected an object"],
    ["1.0", "registrations.*: expected an object"],
    ['{"every":1}', "registrations.*.priority: expected a value"],
    ['{"every":1,"priority":null}', "registrations.*.priority: expected a priority for plugins"],
    ['{"every":1,"priority":"system"}', "registrations.*.priority: expected a priority for plugins"],
    ['{"every":1,"priority":"Low"}', "registrations.*.priority: expected a priority for plugins"],
    ['{"every":1,"priority":"constructor"}', "registrations.*.priority: expected a priority for plugins"],
    ['{"every":1,"priority":25}', "registrations.*.priority: expected a priority for plugins"]
  ])("refuses the whole set for the entry %s [FLASH-POLL-02, FLASH-POLL-07, FLASH-POLL-09]", (text, message) => {
    assert.strictEqual(verdict(entry(text)), message)
  })

  it.each(["a", "0", "_", "-", "a_b-0", "x".repeat(64), "__proto__", "constructor"])(
    "takes the name %j [FLASH-POLL-05]",
    (name) => {
      const set = Result.getOrThrow(Poll.decode(json(`{"registrations":{"${name}":{"after":1,"priority":"low"}}}`)))
      assert.deepStrictEqual([...set.keys()], [name])
      assert.isTrue(Poll.isName(name))
    }
  )

  it.each(["", "A", "a.b", "a b", " a", "a\n", "é", "٣", "x".repeat(65)])(
    "refuses the whole set for the name %j [FLASH-POLL-05, FLASH-POLL-09]",
    (name) => {
      const set = { good: { every: 1, priority: "low" }, [name]: { every: 1, priority: "low" } }
      assert.strictEqual(
        verdict(Poll.decode({ registrations: set })),
        "registrations.*: expected a name of 1 to 64 characters a-z, 0-9, _ and -"
      )
      assert.isFalse(Poll.isName(name))
    }
  )

  it("takes 64 registrations and not one more [FLASH-POLL-06]", () => {
    assert.strictEqual(verdict(Poll.decode({ registrations: names(64) })), "accepted")
    const failure = Result.getOrThrow(Result.flip(Poll.decode({ registrations: names(65) })))
    assert.deepInclude({ ...failure }, { path: "registrations", rule: "at most 64 entries", limit: 64 })
  })

  it("takes an empty set [FLASH-POLL-01]", () => {
    assert.strictEqual(Result.getOrThrow(Poll.decode({ registrations: {} })).size, 0)
  })

  it.each([
    ["{}", "registrations: expected an object"],
    ['{"registrations":null}', "registrations: expected an object"],
    ['{"registrations":[]}', "registrations: expected an object"],
    ['{"registrations":1.0}', "registrations: expected an object"],
    ['{"registrations":{},"more":1}', "*: expected no key but those of the contract"],
    ['{"registrations":{},"__proto__":1}', "*: expected no key but those of the contract"],
    ['{"intervals":{}}', "*: expected no key but those of the contract"],
    ["[]", "expected an object"],
    ["null", "expected an object"],
    ["1.0", "expected an object"]
  ])("refuses the params %s [FLASH-POLL-01, FLASH-POLL-09]", (text, message) => {
    assert.strictEqual(verdict(Poll.decode(value(text))), message)
  })

  it.prop(
    "takes anything without throwing, and says nothing of what it refuses [FLASH-POLL-09]",
    [Hostile.Choices],
    ([choices]) => {
      const hostile = Hostile.from(choices, ["registrations", "every", "after", "priority", "low", Hostile.marker])
      const sets = [hostile, { registrations: hostile }, { registrations: { x: hostile, [Hostile.marker]: hostile } }]
      for (const set of sets) assert.isFalse(Hostile.leaks(Poll.decode(set)))
    },
    { arbitrary: { runs: 300 } }
  )

  it("refuses very many registrations, and any depth [FLASH-POLL-06]", () => {
    assert.strictEqual(
      verdict(Poll.decode({ registrations: names(50_000) })),
      "registrations: expected at most 64 entries"
    )
    assert.include(verdict(Poll.decode({ registrations: { x: Hostile.deep } })), "registrations.*")
  })
})

describe("Poll.slack", () => {
  it("is 25, 100 and 1000 ms, and the host's own 5 is no plugin's [FLASH-POLL-10]", () => {
    assert.deepStrictEqual([Poll.slack("high"), Poll.slack("normal"), Poll.slack("low")], [25, 100, 1_000])
    assert.deepStrictEqual<[ReadonlyArray<string>, object]>(
      [Object.keys(poll.priorities), poll.host_priorities],
      [["high", "normal", "low"], { system: 5 }]
    )
  })
})

describe("Poll.encode", () => {
  const encode = (name: string, registration: object) =>
    Poll.encode(new Map([[name, { kind: "every", millis: 1_000, priority: "low", ...registration } as const]]))

  it("writes seconds, and what it writes is read back as the same set [FLASH-POLL-14]", () => {
    const set: Poll.Registrations = new Map([
      ["sample", { kind: "every", millis: 50, priority: "high" }],
      ["__proto__", { kind: "after", millis: 0, priority: "normal" }],
      ["later", { kind: "after", millis: 86_399_999, priority: "low" }]
    ])
    const params = Result.getOrThrow(Poll.encode(set))
    assert.strictEqual(
      JSON.stringify(params),
      '{"registrations":{"sample":{"every":0.05,"priority":"high"},"__proto__":{"after":0,"priority":"normal"},"later":{"after":86399.999,"priority":"low"}}}'
    )
    assert.deepStrictEqual(Result.getOrThrow(Poll.decode(params)), set)
  })

  it("writes an empty set [FLASH-POLL-01, FLASH-POLL-14]", () => {
    assert.deepStrictEqual<unknown>(Result.getOrThrow(Poll.encode(new Map())), { registrations: {} })
  })

  it.each([
    ["x", { millis: 49.9 }, "registrations.*.every"],
    ["x", { millis: Number.NaN }, "registrations.*.every"],
    ["x", { millis: Number.POSITIVE_INFINITY }, "registrations.*.every"],
    ["x", { millis: 86_400_001 }, "registrations.*.every"],
    ["x", { kind: "after", millis: -1 }, "registrations.*.after"],
    ["x", { priority: "system" }, "registrations.*.priority"],
    ["X", {}, "registrations.*"]
  ])("writes no set that the host would refuse: %j, %j [FLASH-POLL-14]", (name, registration, path) => {
    assert.strictEqual(Result.getOrThrow(Result.flip(encode(name, registration))).path, path)
  })

  it("writes no set of 65 [FLASH-POLL-14]", () => {
    const set = new Map(
      Object.keys(names(65)).map((name) => [name, { kind: "every", millis: 50, priority: "low" } as const])
    )
    assert.strictEqual(verdict(Poll.encode(set)), "registrations: expected at most 64 entries")
  })
})

describe("the corpus of poll sets", () => {
  it.each(Corpus.read("poll").map((file) => [file.name, file] as const))(
    "holds for %s [FLASH-POLL-02, FLASH-POLL-09]",
    (_, file) => {
      const result = Poll.decode(Corpus.payload(file))
      if (file.isValid) {
        assert.deepStrictEqual<unknown>(result, Result.succeed(new Map(Object.entries(file.expect as object))))
      } else {
        const { path, limit } = Result.getOrThrow(Result.flip(result))
        assert.deepStrictEqual([path, limit], [file.path, file.limit])
      }
    }
  )
})
