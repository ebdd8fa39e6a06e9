import { assert, describe, it } from "@effect/vitest"
import * as Json from "../../../src/conformance/report/Json.ts"
import { mixed } from "../reports.ts"

describe("Json", () => {
  it("is one object with a member for each check", () => {
    const { checks, ...rest } = JSON.parse(Json.print(mixed))
    assert.deepStrictEqual(rest, {
      type: "report",
      plugin: { id: "sample", version: "1.0.0" },
      conforms: false,
      counts: { passed: 1, failed: 1, warned: 1, inapplicable: 1, unreached: 1 },
      millis: 2500,
      skipped: ["search"],
      scenarios: [{ name: "handshake", about: "initializes", millis: 1235 }]
    })
    assert.deepStrictEqual(
      checks.map(({ id, severity, verdict, reason }: Record<string, unknown>) => [id, severity, verdict, reason]),
      [
        ["FLASH-INIT-01", "must", "passed", null],
        ["FLASH-INIT-09", "must", "failed", 'a <b> & "c"\u001b[31m\u0000'],
        ["FLASH-CONF-01", "should", "failed", "replies"],
        ["FLASH-SHUT-01", "must", "unreached", "something broke before it could be judged"],
        ["FLASH-CAT-05", "must", "inapplicable", "it sent no catalog"]
      ]
    )
  })
})
