/** Replies as lines for people, and as objects for programs. */
import { Reply } from "../prompt/Reply.ts"
import * as Actions from "./Actions.ts"
import * as Outcomes from "./Outcomes.ts"
import * as Plugins from "./Plugins.ts"
import * as Printable from "./Printable.ts"
import * as Table from "./Table.ts"

/** Lines for people, each printable on one line of a terminal. */
export const lines: (reply: Reply) => ReadonlyArray<string> = Reply.$match({
  Answers: ({ evaluations }) =>
    some(
      evaluations.flatMap(({ plugin, answers }) =>
        answers.map(({ title, subtitle, effect }) => [plugin, title, subtitle ?? "", `${effect.type} ${effect.text}`])
      ),
      "no answers"
    ),
  Rows: ({ rows }) =>
    some(
      rows.map(({ plugin, row }) => [plugin, row.source, row.title, row.url ?? ""]),
      "no rows"
    ),
  Performed: ({ outcome }) => [Printable.line(Outcomes.text(outcome))],
  Acted: ({ action, outcome }) => [Printable.line(Actions.text(action, outcome))],
  Told: ({ event }) => [`told ${event}`],
  Segments: ({ segments }) =>
    some(
      segments.map(({ plugin, segment, markup }) => [plugin, segment, markup]),
      "no segments"
    ),
  Plugins: ({ plugins }) => Plugins.table(plugins),
  Reloaded: ({ plugin }) => Plugins.table([plugin]),
  Killed: ({ plugin }) => Plugins.table([plugin]),
  Help: ({ forms }) => Table.lines(forms.map(({ form, about }) => [form, about]))
})

const some = (rows: ReadonlyArray<ReadonlyArray<string>>, none: string): ReadonlyArray<string> =>
  rows.length === 0 ? [none] : Table.lines(rows)

/** Objects for programs, each with a `type`; optional members that are not there are null. */
export const objects: (reply: Reply) => ReadonlyArray<object> = Reply.$match({
  Answers: ({ evaluations }) =>
    evaluations.flatMap(({ plugin, answers }) =>
      answers.map(({ title, subtitle = null, effect }) => ({ type: "answer", plugin, title, subtitle, effect }))
    ),
  Rows: ({ rows }) =>
    rows.map(({ plugin, row: { source, title, url = null, metadata = null, effect = null } }) => ({
      type: "row",
      plugin,
      source,
      title,
      url,
      metadata,
      effect
    })),
  Performed: ({ outcome }) => [{ type: "outcome", ...Outcomes.fields(outcome) }],
  Acted: ({ action, outcome }) => [Actions.object(action, outcome)],
  Told: ({ event }) => [{ type: "event", event }],
  Segments: ({ segments }) => segments.map((segment) => ({ type: "segment", ...segment })),
  Plugins: ({ plugins }) => plugins.map(Plugins.object),
  Reloaded: ({ plugin }) => [Plugins.object(plugin)],
  Killed: ({ plugin }) => [Plugins.object(plugin)],
  Help: ({ forms }) => forms.map((form) => ({ type: "form", ...form }))
})
