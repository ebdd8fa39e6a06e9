import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Seatbelt from "../../src/sandbox/Seatbelt.ts"
import { policies, strict } from "../support/policies.ts"

const golden = (name: string) => readFileSync(new URL(`golden/${name}.sb`, import.meta.url), "utf8")

/** What stands in parentheses, and text in quotes as it is. */
const parsed = (text: string): unknown => {
  const tokens = text.match(/[()]|"(?:[^"\\]|\\[\s\S])*"|[^\s()"]+/g) ?? []
  const levels: Array<Array<unknown>> = [[]]
  for (const token of tokens) {
    if (token === "(") levels.push([])
    else if (token === ")") {
      const level = levels.pop()
      levels.at(-1)?.push(level)
    } else levels.at(-1)?.push(token)
  }
  return levels
}

describe("A profile", () => {
  it.each(Object.entries(policies))(
    "for %s is as written [FLASH-SAND-01, FLASH-SAND-02, FLASH-SAND-03, FLASH-SAND-04, FLASH-SAND-05, FLASH-SAND-07, FLASH-INST-02]",
    (name, policy) => {
      assert.strictEqual(Seatbelt.profile(policy), golden(name))
    }
  )

  it("leaves what is the plugin's own out of the one denial it lies in [FLASH-SAND-08]", () => {
    assert.deepStrictEqual(
      Seatbelt.profile(strict)
        .split("\n")
        .filter((line) => line.startsWith("(deny")),
      [
        "(deny default)",
        '(deny file-read* (subpath "/home/someone/.ssh") (subpath "/home/someone/.aws") (require-all (subpath "/home/someone/plugins") (require-not (subpath "/home/someone/plugins/own")) (require-not (subpath "/home/someone/plugins/@github/own"))))'
      ]
    )
  })

  it.each(['a"b', "a\\", 'a\\"b', 'x"))(allow default)("'])(
    "has one text for the name %j, and no rule of its own",
    (name) => {
      const [rules] = parsed(Seatbelt.profile({ ...strict, mach: [name] })) as [ReadonlyArray<unknown>]
      const without = parsed(Seatbelt.profile(strict)) as [ReadonlyArray<unknown>]
      assert.deepStrictEqual(rules.slice(without[0].length), [
        ["allow", "mach-lookup", ["global-name", `"${name.replaceAll(/["\\]/g, "\\$&")}"`]]
      ])
    }
  )
})

describe("A status of sandbox-exec", () => {
  it.each([
    [65, "the profile did not compile"],
    [71, "the program could not be run under the profile"],
    [64, undefined],
    [0, undefined],
    [72, undefined]
  ])("%i is told as %s [FLASH-SAND-10]", (code, refusal) => {
    assert.strictEqual(Seatbelt.refusal({ _tag: "Exited", code }), refusal)
  })

  it("is none when a signal ended the program", () => {
    assert.isUndefined(Seatbelt.refusal({ _tag: "Signaled", signal: "SIGKILL" }))
  })
})
