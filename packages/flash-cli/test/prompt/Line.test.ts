import { assert, describe, it } from "@effect/vitest"
import type { Told } from "@lanyard/flash-host"
import { Constants } from "@lanyard/flash-protocol"
import { Option, Result, Schema } from "effect"
import * as Line from "../../src/prompt/Line.ts"
import { print, Request } from "../../src/prompt/Request.ts"

const { Evaluate, Search, Catalog, Perform, Action, Event, Status, Plugins, Reload, Kill, Help, Quit } = Request

const asked = (line: string) => Result.getOrThrow(Line.parse(line))
const refusal = (line: string) => Result.getOrThrow(Result.flip(Line.parse(line))).message

const app = { bundle_id: "org.example", localized_name: "Example", pid: 7 }
const frame = { x: 0, y: -1.5, width: 10, height: 20 }

describe("Line.parse", () => {
  it.each<readonly [string, Request]>([
    ["evaluate 6*7", Evaluate({ query: "6*7" })],
    ["  evaluate \t two  words ", Evaluate({ query: "two  words" })],
    ["evaluate 6*7\r", Evaluate({ query: "6*7" })],
    ["evaluate # no comment", Evaluate({ query: "# no comment" })],
    ["search @files.live read me", Search({ source: "files.live", query: "read me" })],
    ["search @files.live", Search({ source: "files.live", query: "" })],
    ["search @@", Search({ source: "@", query: "" })],
    ["catalog", Catalog({})],
    ["catalog bookmarks.items", Catalog({ source: "bookmarks.items" })],
    [
      "perform bookmarks add A  title https://a",
      Perform({ command: "bookmarks", subcommand: "add", raw: "A  title https://a" })
    ],
    ["perform bookmarks add", Perform({ command: "bookmarks", subcommand: "add", raw: "" })],
    ["perform bookmarks", Perform({ command: "bookmarks", subcommand: "", raw: "" })],
    ["action tab_next", Action({ action: "tab_next" })],
    ["event core:flash.started {}", Event({ event: { name: "core:flash.started", payload: {} } })],
    ["event core:session.opened", Event({ event: { name: "core:session.opened", payload: {} } })],
    ["status", Status()],
    ["plugins", Plugins()],
    ["reload my.notes", Reload({ plugin: "my.notes" })],
    ["kill my.notes", Kill({ plugin: "my.notes" })],
    ["help", Help()],
    ["quit", Quit()]
  ])("reads %j", (line, request) => {
    assert.deepStrictEqual(asked(line), Option.some(request))
  })

  it.each(["", "   ", "\t\r", "# evaluate 1", "  #"])("finds nothing in %j", (line) => {
    assert.deepStrictEqual(asked(line), Option.none())
  })

  it.each([
    ["evaluate", "expected evaluate TEXT"],
    ["search", "expected search @SOURCE TEXT"],
    ["search files", "expected search @SOURCE TEXT"],
    ["search @", "expected search @SOURCE TEXT"],
    ["search @ files", "expected search @SOURCE TEXT"],
    ["catalog a b", "expected catalog [SOURCE]"],
    ["perform", "expected perform COMMAND SUBCOMMAND ARGS"],
    ["action", `expected action NAME: NAME is one of ${Constants.actions.join(", ")}`],
    ["action tab_fly", `expected action NAME: NAME is one of ${Constants.actions.join(", ")}`],
    ["action tab_next now", `expected action NAME: NAME is one of ${Constants.actions.join(", ")}`],
    ["status now", "expected status"],
    ["plugins all", "expected plugins"],
    ["reload", "expected reload ID"],
    ["reload a b", "expected reload ID"],
    ["kill", "expected kill ID"],
    ["kill a b", "expected kill ID"],
    ["help me", "expected help"],
    ["quit now", "expected quit"],
    ["fly", "expected one of the requests that help lists"],
    ["Evaluate 1", "expected one of the requests that help lists"],
    ["constructor", "expected one of the requests that help lists"],
    ["__proto__ x", "expected one of the requests that help lists"]
  ])("refuses %j", (line, message) => {
    assert.strictEqual(refusal(line), message)
  })

  it("repeats nothing of what was typed in a refusal", () => {
    for (const line of [
      "\u001b[2J",
      "action \u001b[2J",
      "event \u001b[2J {}",
      'event core:apps.launched {"\u001b[2J":1'
    ]) {
      assert.notInclude(refusal(line), "\u001b")
    }
  })
})

describe("Line.parse, of an event", () => {
  it.each<Told>([
    { name: "core:apps.launched", payload: app },
    { name: "core:apps.terminated", payload: app },
    { name: "core:focus.changed", payload: app },
    { name: "core:apps.changed", payload: { reason: "launched", running_applications: [app] } },
    { name: "core:apps.changed", payload: { reason: "terminated", running_applications: [] } },
    { name: "core:window.focus.changed", payload: { pid: 7, bundle_id: "org.example", front_window_frame: frame } },
    { name: "core:ax.changed", payload: { pid: 7, notification: "AXValueChanged" } },
    { name: "core:ax.changed", payload: { pid: 7, notification: "AXValueChanged", bundle_id: "org.example" } },
    { name: "core:clipboard.changed", payload: { text: "" } }
  ])("reads %j", (event) => {
    const line = `event ${event.name} ${JSON.stringify(event.payload)}`
    assert.deepStrictEqual(asked(line), Option.some(Event({ event })))
  })

  it.each<readonly [string, object]>([
    ["core:apps.launched", app],
    ["core:apps.changed", { reason: "r", running_applications: [] }],
    ["core:window.focus.changed", { pid: 7, bundle_id: "org.example", front_window_frame: frame }],
    ["core:ax.changed", { pid: 7, notification: "AXValueChanged" }],
    ["core:clipboard.changed", { text: "" }]
  ])("refuses %s without any one field of %j, or with null for it", (name, payload) => {
    for (const field of Object.keys(payload)) {
      for (const instead of [undefined, null]) {
        assert.match(
          refusal(`event ${name} ${JSON.stringify({ ...payload, [field]: instead })}`),
          /^expected event NAME/
        )
      }
    }
  })

  it("takes an event's own fields and no others", () => {
    const line = `event core:apps.launched ${JSON.stringify({ ...app, text: "x", extra: 1 })}`
    assert.deepStrictEqual(asked(line), Option.some(Event({ event: { name: "core:apps.launched", payload: app } })))
  })

  const form = "expected event NAME JSON"

  it.each([
    ["core:apps.launched", "JSON has bundle_id, localized_name, pid"],
    ['core:apps.launched {"pid":7,"bundle_id":"a"}', "JSON has bundle_id, localized_name, pid"],
    ['core:apps.launched {"pid":"7"}', "payload.pid: expected an integer from 1 to 2147483647"],
    ["core:apps.changed {}", "JSON has reason, running_applications"],
    ['core:window.focus.changed {"pid":7,"bundle_id":"a"}', "JSON has pid, bundle_id, front_window_frame"],
    ["core:clipboard.changed {}", "JSON has text"],
    ['core:flash.started {"text":"x"}', "JSON is {}"],
    ["core:flash.started []", "JSON is an object"],
    ["core:flash.started null", "JSON is an object"],
    ["core:flash.started {", "JSON is an object"]
  ])("refuses %s", (rest, detail) => {
    assert.strictEqual(refusal(`event ${rest}`), `${form}: ${detail}`)
  })

  it.each(["", "core:status.observed {}", "plugin:poll.a {}", "core:none"])("knows no event %j", (rest) => {
    assert.match(refusal(`event ${rest}`), /^expected event NAME JSON: NAME is one of core:flash\.started, /)
  })

  it("names the notifications that an app can post", () => {
    assert.match(
      refusal('event core:ax.changed {"pid":7,"notification":"AXNothing"}'),
      /JSON has pid, a notification out of .*AXValueChanged/
    )
  })
})

describe("Line.forms", () => {
  it("begin with the verb that is read, and no verb has two", () => {
    const verbs = Line.forms.map(({ form }) => form.split(" ")[0])
    assert.strictEqual(new Set(verbs).size, Line.forms.length)
    for (const verb of verbs) {
      const parsed = Line.parse(`${verb}`)
      if (Result.isFailure(parsed)) assert.include(parsed.failure.message, `expected ${verb}`)
    }
  })
})

describe("A line of any pieces", () => {
  const verbs = Line.forms.map(({ form }) => form.split(" ")[0] ?? "")
  const odd = [" ", "\t", "\n", "\r\n", "\u2028", "\u00a0", "#", "@", "@a", "{}", '{"pid":1}', "\u001b", "\ud800", "é"]
  const events = ["core:ax.changed", "core:flash.started", "core:clipboard.changed", '{"text":"a  b"}']
  const Pieces = Schema.Array(Schema.Literals([...verbs, ...odd, ...events, ...Constants.actions.slice(0, 2), "word"]))
  const Verb = Schema.Literals([...verbs, ...verbs.map((verb) => `${verb} `), ""])

  it.prop("is read or refused, and prints back as what it was read as", [Verb, Pieces], ([verb, pieces]) => {
    const parsed = Line.parse(verb + pieces.join(""))
    if (Result.isFailure(parsed)) return assert.match(parsed.failure.message, /^expected ./)
    if (Option.isNone(parsed.success)) return assert.match(verb + pieces.join(""), /^\s*(?:#|$)/)
    assert.deepStrictEqual(asked(print(parsed.success.value)), parsed.success)
  })
})
