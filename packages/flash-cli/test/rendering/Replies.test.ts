import { assert, describe, it } from "@effect/vitest"
import { ActionOutcome } from "@lanyard/flash-host"
import { type ActionBindings, Binding, Perform } from "@lanyard/flash-protocol"
import { Option } from "effect"
import type { Plugin } from "../../src/Listing.ts"
import { Reply } from "../../src/prompt/Reply.ts"
import * as Plugins from "../../src/rendering/Plugins.ts"
import * as Replies from "../../src/rendering/Replies.ts"
import { notes } from "../support/scriptedRun.ts"

const { Performed, Unhandled, Failed } = Perform.Outcome

const plugin: Plugin = {
  key: "/plugins/notes",
  plugin: "notes",
  origin: "official",
  isLoaded: true,
  failure: undefined,
  standing: Option.none(),
  memory: Option.none()
}

const copy = (text: string) => ({ type: "copy_text" as const, text })

const winner = { plugin: notes, specificity: 0, isExact: true, binding: Binding.Binding.Nothing() }
const chords = [{ modifiers: ["command" as const, "shift" as const], key: "t" }]

const resolved = (outcome: ActionBindings.Outcome) =>
  Reply.Acted({
    action: "tab_next",
    outcome: ActionOutcome.Resolved({ resolution: { performers: [], triesCloseButton: false, outcome } })
  })

const table: ReadonlyArray<readonly [Reply, ReadonlyArray<string>, ReadonlyArray<object>]> = [
  [Reply.Answers({ evaluations: [] }), ["no answers"], []],
  [
    Reply.Answers({
      evaluations: [
        {
          plugin: "a",
          answers: [
            { title: "1", subtitle: "s", effect: copy("x") },
            { title: "2", effect: copy("y\n") }
          ]
        },
        { plugin: "b", answers: [{ title: "3", subtitle: null, effect: { type: "insert_text", text: "z" } }] }
      ]
    }),
    ["a   1   s   copy_text x", "a   2       copy_text y", "b   3       insert_text z"],
    [
      { type: "answer", plugin: "a", title: "1", subtitle: "s", effect: copy("x") },
      { type: "answer", plugin: "a", title: "2", subtitle: null, effect: copy("y\n") },
      { type: "answer", plugin: "b", title: "3", subtitle: null, effect: { type: "insert_text", text: "z" } }
    ]
  ],
  [Reply.Rows({ rows: [] }), ["no rows"], []],
  [
    Reply.Rows({
      rows: [
        {
          plugin: "p",
          row: { source: "s", title: "t\u001b[2J", url: "https://a", metadata: { k: "v" }, effect: copy("x") }
        },
        { plugin: "p", row: { source: "s", title: "u" } }
      ]
    }),
    ["p   s   t [2J   https://a", "p   s   u"],
    [
      {
        type: "row",
        plugin: "p",
        source: "s",
        title: "t\u001b[2J",
        url: "https://a",
        metadata: { k: "v" },
        effect: copy("x")
      },
      { type: "row", plugin: "p", source: "s", title: "u", url: null, metadata: null, effect: null }
    ]
  ],
  [
    Reply.Performed({ outcome: Performed({}) }),
    ["performed"],
    [{ type: "outcome", outcome: "performed", message: null, navigation_url: null, target_pid: null }]
  ],
  [
    Reply.Performed({ outcome: Performed({ message: "m", navigationUrl: "a:b", targetPid: 7 }) }),
    ["performed: m, at a:b, in process 7"],
    [{ type: "outcome", outcome: "performed", message: "m", navigation_url: "a:b", target_pid: 7 }]
  ],
  [Reply.Performed({ outcome: Unhandled() }), ["unhandled"], [{ type: "outcome", outcome: "unhandled" }]],
  [
    Reply.Performed({ outcome: Failed({ cause: "reported", error: "e\r\nf" }) }),
    ["failed: e f"],
    [{ type: "outcome", outcome: "failed", cause: "reported", error: "e\r\nf" }]
  ],
  [
    Reply.Performed({ outcome: Perform.noReply }),
    ["failed, for want of a lawful reply: no reply"],
    [{ type: "outcome", outcome: "failed", cause: "no_reply", error: "no reply" }]
  ],
  [
    Reply.Acted({ action: "tab_new", outcome: ActionOutcome.Claimed({ plugin: "notes", outcome: Performed({}) }) }),
    ["notes performed"],
    [
      {
        type: "action",
        action: "tab_new",
        plugin: "notes",
        outcome: "performed",
        message: null,
        navigation_url: null,
        target_pid: null
      }
    ]
  ],
  ...(
    [
      [
        { _tag: "Send", winner, chords },
        "the host would send cmd+shift+t, as notes says",
        { what: "send", chords: ["cmd+shift+t"] }
      ],
      [
        { _tag: "Press", winner, path: ["Tab", "Next"] },
        "the host would press Tab > Next, as notes says",
        { what: "press", menu: ["Tab", "Next"] }
      ],
      [{ _tag: "NoAction", winner }, "the app has no such action, as notes says", { what: "no_action" }],
      [{ _tag: "NoChord", winner }, "its chord needs an index, as notes says", { what: "no_chord" }],
      [
        { _tag: "Refused", winner, chords },
        "the terminal would type cmd+shift+t as text, as notes says",
        { what: "refused", chords: ["cmd+shift+t"] }
      ],
      [{ _tag: "Scroll" }, "the host would scroll", { what: "scroll", bound_by: null }],
      [{ _tag: "Unbound" }, "nothing is bound to it", { what: "unbound", bound_by: null }]
    ] as const
  ).map(
    ([outcome, text, does]) =>
      [
        resolved(outcome),
        [`no plugin performs tab_next; ${text}`],
        [{ type: "action", action: "tab_next", plugin: null, does: { bound_by: "notes", ...does } }]
      ] as const
  ),
  [
    Reply.Told({ event: "core:session.opened" }),
    ["told core:session.opened"],
    [{ type: "event", event: "core:session.opened" }]
  ],
  [Reply.Segments({ segments: [] }), ["no segments"], []],
  [
    Reply.Segments({ segments: [{ plugin: "p", segment: "s", markup: "#[fg=red]\u009b1" }] }),
    ["p   s   #[fg=red] 1"],
    [{ type: "segment", plugin: "p", segment: "s", markup: "#[fg=red]\u009b1" }]
  ],
  [Reply.Plugins({ plugins: [plugin, plugin] }), Plugins.table([plugin, plugin]), [plugin, plugin].map(Plugins.object)],
  [Reply.Reloaded({ plugin }), Plugins.table([plugin]), [Plugins.object(plugin)]],
  [Reply.Killed({ plugin }), Plugins.table([plugin]), [Plugins.object(plugin)]],
  [
    Reply.Help({ forms: [{ form: "fly ID", about: "away" }] }),
    ["fly ID   away"],
    [{ type: "form", form: "fly ID", about: "away" }]
  ]
]

describe("Replies", () => {
  it.each(table)("shows %j in lines that drive no terminal", (reply, lines) => {
    assert.deepStrictEqual(Replies.lines(reply), lines)
    for (const line of Replies.lines(reply)) assert.notMatch(line, /\p{Cc}/u)
  })

  it.each(table)("gives %j to programs as it is", (reply, _, objects) => {
    assert.deepStrictEqual(Replies.objects(reply), objects)
  })
})
