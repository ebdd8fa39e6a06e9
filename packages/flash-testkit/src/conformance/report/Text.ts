/** A report for people: what broke, in the words of the rule; then what was judged. */
import * as Printable from "../../Printable.ts"
import * as Transcript from "../../Transcript.ts"
import * as Report from "../Report.ts"

/** How much is printed. */
export interface Options {
  /** What crossed the wire in the scenarios where something broke. */
  readonly transcripts?: boolean
  /** Also the rules that hold. */
  readonly everything?: boolean
}

/** Prints a report. */
export const print = (report: Report.Report, { everything = false, transcripts = false }: Options = {}): string => {
  const broken = report.rows.filter(({ verdict }) => verdict._tag === "Failed" || verdict._tag === "Unreached")
  return [
    ...(everything ? report.rows : broken).flatMap(row),
    ...(transcripts ? conversations(report, new Set(broken.map(({ scenario }) => scenario))) : []),
    ...summary(report)
  ].join("\n")
}

const row = (row: Report.Row): ReadonlyArray<string> => {
  const { requirement, scenario, verdict } = row
  const reason = Report.reasonOf(verdict)
  return [
    `${mark(row)} ${requirement.id}  ${requirement.text}`,
    ...(reason === undefined ? [] : [`       ${scenario}: ${Printable.escape(reason)}`])
  ]
}

const mark = (row: Report.Row): string => {
  switch (row.verdict._tag) {
    case "Passed":
      return "ok  "
    case "Inapplicable":
      return "-   "
    case "Unreached":
      return "?   "
    case "Failed":
      return Report.isBreach(row) ? "FAIL" : "warn"
  }
}

const conversations = ({ played }: Report.Report, names: ReadonlySet<string>): ReadonlyArray<string> =>
  played
    .filter(({ name }) => names.has(name))
    .flatMap(({ about, name, transcript }) => ["", `${name}: ${about}`, Transcript.print(transcript)])

const summary = (report: Report.Report): ReadonlyArray<string> => {
  const { plugin, played, skipped, millis } = report
  const { failed, inapplicable, passed, unreached, warned } = Report.counts(report)
  const parts = [
    `${passed} rules hold`,
    ...(failed === 0 ? [] : [`${failed} broken`]),
    ...(unreached === 0 ? [] : [`${unreached} not reached`]),
    ...(warned === 0 ? [] : [`${warned === 1 ? "1 warning" : `${warned} warnings`}`]),
    ...(inapplicable === 0 ? [] : [`${inapplicable} do not apply`])
  ]
  return [
    ...(skipped.length === 0 ? [] : [`not declared: ${skipped.join(", ")}`]),
    `${plugin.id} ${plugin.version} ${Report.conforms(report) ? "conforms" : "does not conform"}: ${parts.join(", ")}; ` +
      `${played.length} scenarios in ${(millis / 1000).toFixed(1)} s`
  ]
}
