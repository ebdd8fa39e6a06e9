/** A report for programs: one JSON object on one line. */
import * as Printable from "../../Printable.ts"
import * as Report from "../Report.ts"

/** Builds the object. Times are whole milliseconds. */
export const toObject = (report: Report.Report): object => ({
  type: "report",
  plugin: report.plugin,
  conforms: Report.conforms(report),
  counts: Report.counts(report),
  millis: Math.round(report.millis),
  skipped: report.skipped,
  scenarios: report.played.map(({ about, millis, name }) => ({ name, about, millis: Math.round(millis) })),
  checks: report.rows.map(({ requirement: { id, severity, spec, text }, scenario, verdict }) => ({
    id,
    severity,
    scenario,
    verdict: verdict._tag.toLowerCase(),
    reason: Report.reasonOf(verdict) ?? null,
    text,
    spec
  }))
})

/** Prints the object. */
export const print = (report: Report.Report): string => Printable.escape(JSON.stringify(toObject(report)))
