import { assert, describe, it } from "@effect/vitest"
import { SosDuration } from "@lanyard/sos-module"
import { Result } from "effect"
import { parse } from "../src/RunFlags.ts"

const words = (text: string) => text.split(" ").filter((word) => word !== "")
const seconds = (count: number) => new SosDuration(BigInt(count) * 1_000_000_000n)

describe("RunFlags.parse", () => {
  it.each([
    ["a.sos", { file: "a.sos", timeout: undefined, trace: undefined, args: [] }],
    ["--timeout 5s a.sos", { file: "a.sos", timeout: seconds(5), trace: undefined, args: [] }],
    ["a.sos --timeout=90", { file: "a.sos", timeout: seconds(90), trace: undefined, args: [] }],
    [
      "--trace t.jsonl a.sos --timeout 1m x --timeout 2s",
      { file: "a.sos", timeout: seconds(60), trace: "t.jsonl", args: ["x", "--timeout", "2s"] }
    ],
    ["a.sos -- --trace -x", { file: "a.sos", timeout: undefined, trace: undefined, args: ["--trace", "-x"] }],
    ["a.sos x -- y", { file: "a.sos", timeout: undefined, trace: undefined, args: ["x", "--", "y"] }],
    ["a.sos --trace=a=b", { file: "a.sos", timeout: undefined, trace: "a=b", args: [] }]
  ])("reads %s [SOS-CLI-20]", (text, flags) => {
    assert.deepStrictEqual(parse(words(text)), Result.succeed(flags))
  })

  it.each([
    ["", "no file; expected a program"],
    ["--timeout 5s", "no file; expected a program"],
    ["-- a.sos", "unknown flag --; expected --timeout or --trace"],
    ["--fast a.sos", "unknown flag --fast; expected --timeout or --trace"],
    ["a.sos --timeout", "--timeout has no value; expected a duration above zero such as 30s, or seconds"],
    ["a.sos --trace=", "--trace has no value; expected a file"],
    ["--timeout 0 a.sos", '--timeout "0"; expected a duration above zero such as 30s, or seconds'],
    ["--timeout -1s a.sos", '--timeout "-1s"; expected a duration above zero such as 30s, or seconds'],
    ["--timeout soon a.sos", '--timeout "soon"; expected a duration above zero such as 30s, or seconds'],
    ["--trace a --trace b c.sos", "--trace is given twice; expected it once"]
  ])("refuses %j and says why [SOS-CLI-20]", (text, reason) => {
    assert.deepStrictEqual(parse(words(text)), Result.fail(reason))
  })
})
