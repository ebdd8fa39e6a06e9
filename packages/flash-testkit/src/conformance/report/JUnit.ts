/** A report as JUnit XML, which build servers show: a suite for each scenario and a case for each rule. */
import * as Report from "../Report.ts"

/** Prints the document. */
export const print = (report: Report.Report): string => {
  const suites = Map.groupBy(report.rows, ({ scenario }) => scenario)
  const seconds = new Map(report.played.map(({ millis, name }) => [name, millis / 1000]))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: report.plugin.id, time: (report.millis / 1000).toFixed(3), ...tally(report.rows) })}>`,
    ...[...suites].flatMap(([name, rows]) => suite(name, rows, seconds.get(name) ?? 0)),
    "</testsuites>",
    ""
  ].join("\n")
}

const suite = (name: string, rows: ReadonlyArray<Report.Row>, seconds: number): ReadonlyArray<string> => [
  `  <testsuite${attributes({ name, time: seconds.toFixed(3), ...tally(rows) })}>`,
  ...rows.flatMap((row) => testcase(name, row)),
  "  </testsuite>"
]

const testcase = (suite: string, row: Report.Row): ReadonlyArray<string> => {
  const { requirement, verdict } = row
  const open = `    <testcase${attributes({ classname: suite, name: `${requirement.id} ${requirement.text}` })}`
  const message = attributes({ message: Report.reasonOf(verdict) ?? "" })
  if (verdict._tag === "Passed") return [`${open}/>`]
  const inner = Report.isBreach(row)
    ? `<failure${message}/>`
    : verdict._tag === "Failed"
      ? `<system-out>${escape(`warning: ${verdict.reason}`)}</system-out>`
      : `<skipped${message}/>`
  return [`${open}>`, `      ${inner}`, "    </testcase>"]
}

const tally = (rows: ReadonlyArray<Report.Row>) => ({
  tests: rows.length,
  failures: rows.filter(Report.isBreach).length,
  skipped: rows.filter(
    (row) => !Report.isBreach(row) && (row.verdict._tag === "Inapplicable" || row.verdict._tag === "Unreached")
  ).length
})

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join("")

/** Writes text as XML 1.0 can hold it: what may not stand in a document is replaced, and white space in an attribute is kept. */
export const escape = (text: string): string =>
  text
    .replace(forbidden, "\ufffd")
    .replace(/[&<>"'\t\n\r]/g, (character) => entities.get(character) ?? `&#${character.charCodeAt(0)};`)

const entities = new Map(Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" }))

// The complement of what XML 1.0 allows; half a surrogate pair is outside it as well.
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
