/** A report with a row of every kind. */
import type { Report } from "../../src/conformance/Report.ts"
import * as Requirement from "../../src/conformance/Requirement.ts"
import { failed, inapplicable, passed, unreached, type Verdict } from "../../src/conformance/Verdict.ts"
import { What } from "../../src/Transcript.ts"

const row = (id: Requirement.Id, scenario: string, verdict: Verdict) => ({
  requirement: Requirement.of(id),
  scenario,
  verdict
})

/** Broken, warned, unreached, inapplicable and sound. */
export const mixed: Report = {
  plugin: { id: "sample", version: "1.0.0" },
  rows: [
    row("FLASH-INIT-01", "handshake", passed),
    row("FLASH-INIT-09", "handshake", failed('a <b> & "c"\u001b[31m\u0000')),
    row("FLASH-CONF-01", "strictness", failed("replies")),
    row("FLASH-SHUT-01", "shutdown", unreached),
    row("FLASH-CAT-05", "every scenario", inapplicable("it sent no catalog"))
  ],
  played: [
    {
      name: "handshake",
      about: "initializes",
      millis: 1234.6,
      transcript: [{ at: 1.25, from: "plugin", what: What.Frame({ frame: { id: 1, result: { ok: true } } }) }]
    }
  ],
  skipped: ["search"],
  millis: 2500
}

/** Nothing but what holds. */
export const sound: Report = { ...mixed, rows: mixed.rows.slice(0, 1), skipped: [] }
