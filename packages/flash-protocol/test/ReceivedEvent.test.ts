import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { hostEvents } from "../src/Constants.ts"
import * as Event from "../src/Event.ts"
import * as ReceivedEvent from "../src/ReceivedEvent.ts"
import * as Corpus from "./support/corpus.ts"
import * as Hostile from "./support/hostile.ts"
import { json, value, verdict } from "./support/json.ts"

const read = (text: string) => Result.getOrThrow(ReceivedEvent.decode(json(text)))

describe("ReceivedEvent.decode", () => {
  it.each([
    ['{"name":"core:flash.started"}', {}],
    ['{"name":"core:flash.started","payload":null}', {}],
    ['{"name":"core:flash.started","payload":{}}', {}]
  ])("reads %s as one with an empty payload [FLASH-EVT-04]", (text, payload) => {
    assert.deepStrictEqual(read(text), { name: "core:flash.started", payload })
  })

  it.each([
    ['{"name":"core:power.changed","payload":{"more":1,"__proto__":2,"pids":true},"more":1}', {}],
    [
      '{"name":"core:apps.launched","payload":{"bundle_id":"b","localized_name":"n","pid":7}}',
      { bundle_id: "b", localized_name: "n", pid: 7 }
    ],
    ['{"name":"core:focus.changed","payload":{"pid":null,"bundle_id":null}}', { pid: null, bundle_id: null }],
    [
      '{"name":"core:focus.changed","payload":{"pid":2147483647,"localized_name":5,"reason":[]}}',
      { pid: 2147483647, localized_name: null, reason: null }
    ],
    ['{"name":"core:clipboard.changed","payload":{"text":""}}', { text: "" }],
    [
      '{"name":"core:window.focus.changed","payload":{"front_window_frame":{"x":1.0,"y":-2.5,"width":3,"height":0,"more":1}}}',
      { front_window_frame: { x: 1, y: -2.5, width: 3, height: 0 } }
    ],
    [
      '{"name":"core:ax.changed","payload":{"pid":7,"notification":"AXOfAnotherVersion"}}',
      { pid: 7, notification: "AXOfAnotherVersion" }
    ],
    ['{"name":"core:of.another.version","payload":{"segments":["","a","a"]}}', { segments: ["", "a", "a"] }]
  ])("reads %s and passes over what it does not know [FLASH-EVT-05, FLASH-EVT-08]", (text, payload) => {
    assert.deepStrictEqual<unknown>(read(text).payload, payload)
  })

  it("reads every running app, texts that are left out or null as empty [FLASH-EVT-08]", () => {
    const text =
      '{"name":"core:apps.changed","payload":{"reason":"initialize","running_applications":[{"pid":1},{"pid":2,"bundle_id":null,"localized_name":"n","more":1}]}}'
    assert.deepStrictEqual<unknown>(read(text).payload, {
      reason: "initialize",
      running_applications: [
        { pid: 1, bundle_id: "", localized_name: "" },
        { pid: 2, bundle_id: "", localized_name: "n" }
      ]
    })
  })

  it.each([
    ["{}", "name: expected text that is not blank"],
    ['{"name":null}', "name: expected text that is not blank"],
    ['{"name":5}', "name: expected text that is not blank"],
    ['{"name":""}', "name: expected text that is not blank"],
    ['{"name":" \\t\\n"}', "name: expected text that is not blank"],
    ['{"name":"x","payload":[]}', "payload: expected an object"],
    ['{"name":"x","payload":"x"}', "payload: expected an object"],
    ['{"name":"x","payload":false}', "payload: expected an object"],
    ['{"name":"x","payload":1.0}', "payload: expected an object"],
    ["[]", "expected an object"],
    ["null", "expected an object"],
    ["1.0", "expected an object"]
  ])("drops %s [FLASH-EVT-03]", (text, message) => {
    assert.strictEqual(verdict(ReceivedEvent.decode(value(text))), message)
  })

  it.each([
    ["pid", "0"],
    ["pid", "-1"],
    ["pid", "2147483648"],
    ["pid", "1.0"],
    ["pid", "true"],
    ["pid", '"7"'],
    ["bundle_id", "1"],
    ["text", "1"],
    ["text", "{}"],
    ["notification", "false"],
    ["front_window_frame", "{}"],
    ["front_window_frame", '{"x":1,"y":1,"width":1}'],
    ["front_window_frame", '{"x":1,"y":1,"width":1,"height":true}'],
    ["front_window_frame", '{"x":1,"y":1,"width":1,"height":null}'],
    ["front_window_frame", "[]"],
    ["front_window_frame", "1.0"],
    ["running_applications", "{}"],
    ["running_applications", "[{}]"],
    ["running_applications", '[{"pid":0}]'],
    ["running_applications", '[{"pid":1,"bundle_id":1}]'],
    ["running_applications", '[{"pid":1,"localized_name":1}]'],
    ["running_applications", "[null]"],
    ["running_applications", "[1.0]"],
    ["segments", "{}"],
    ["segments", "[1]"]
  ])("drops any event whose %s is %s [FLASH-EVT-06, FLASH-EVT-08]", (field, text) => {
    for (const name of ["core:power.changed", "core:of.another.version", "core:poll:x"]) {
      const event = { name, payload: { [field]: value(text) } }
      assert.include(verdict(ReceivedEvent.decode(event)), `payload.${field}`)
    }
  })

  it.each([
    ['{"notification":"AXValueChanged"}', "payload.pid: expected a value"],
    ['{"pid":null,"notification":"AXValueChanged"}', "payload.pid: expected a value"],
    ['{"pid":0,"notification":"AXValueChanged"}', "payload.pid: expected an integer from 1 to 2147483647"],
    ['{"pid":7}', "payload.notification: expected text that is not empty"],
    ['{"pid":7,"notification":null}', "payload.notification: expected text that is not empty"],
    ['{"pid":7,"notification":""}', "payload.notification: expected text that is not empty"]
  ])("drops a core:ax.changed with %s [FLASH-EVT-07]", (payload, message) => {
    assert.strictEqual(verdict(ReceivedEvent.decode({ name: "core:ax.changed", payload: value(payload) })), message)
  })

  it.each([
    ["{}", "payload.segments: expected a list"],
    ['{"segments":null}', "payload.segments: expected a list"],
    ['{"segments":["a",""]}', "payload.segments[1]: expected text that is not empty"],
    ['{"segments":["a","a"]}', "payload.segments: expected each name once"]
  ])("drops a core:status.observed with %s [FLASH-EVT-24]", (payload, message) => {
    assert.strictEqual(
      verdict(ReceivedEvent.decode({ name: "core:status.observed", payload: value(payload) })),
      message
    )
  })

  it("delivers a core:status.observed that observes nothing [FLASH-EVT-20]", () => {
    assert.strictEqual(
      verdict(ReceivedEvent.decode({ name: "core:status.observed", payload: { segments: [] } })),
      "accepted"
    )
  })

  it.each([
    ["pid", '"x"'],
    ["pid", "1.0"],
    ["pid", "7"],
    ["bundle_id", "1"],
    ["text", "{}"],
    ["notification", "false"],
    ["front_window_frame", "{}"],
    ["running_applications", "[null]"],
    ["localized_name", '"n"'],
    ["reason", "5"]
  ])("delivers a core:status.observed without its %s, be it %s [FLASH-EVT-23]", (field, text) => {
    const payload = { segments: ["a"], [field]: value(text) }
    assert.deepStrictEqual(Result.getOrThrow(ReceivedEvent.decode({ name: "core:status.observed", payload })), {
      name: "core:status.observed",
      payload: { segments: ["a"] }
    })
  })

  it.each<[Event.Event]>([
    [Event.snapshot([{ bundle_id: "", localized_name: "", pid: 1 }])],
    [Event.tick("x")],
    [{ name: "core:ax.changed", payload: { pid: 7, notification: "AXCreated", bundle_id: "b" } }],
    [{ name: "core:status.observed", payload: { segments: ["a", "b"] } }],
    [{ name: "core:session.opened", payload: {} }]
  ])("reads what the host writes: %j [FLASH-EVT-02]", (event) => {
    assert.deepStrictEqual<unknown>(Result.getOrThrow(ReceivedEvent.decode(Event.encode(event))), event)
  })

  it.prop(
    "takes anything without throwing, and says nothing of what it refuses [FLASH-EVT-27]",
    [Hostile.Choices],
    ([choices]) => {
      const names = [...Object.keys(ReceivedEvent.Payload.fields), "x", "width", Hostile.marker]
      const payload = Hostile.from(choices, names)
      for (const name of [...hostEvents.names, `${Hostile.marker}-name`, payload]) {
        assert.isFalse(Hostile.leaks(ReceivedEvent.decode({ name, payload })))
      }
      assert.isFalse(Hostile.leaks(ReceivedEvent.decode(payload)))
    },
    { arbitrary: { runs: 300 } }
  )

  it("reads very many apps, up to the last, and a payload of any depth [FLASH-EVT-08]", () => {
    const running_applications = Array.from({ length: 50_000 }, () => ({ pid: 1 }))
    const apps = (last: object) =>
      ReceivedEvent.decode({
        name: "core:apps.changed",
        payload: { running_applications: [...running_applications, last], deep: Hostile.deep }
      })
    assert.strictEqual(verdict(apps({ pid: 2 })), "accepted")
    assert.include(verdict(apps({ pid: 0 })), "payload.running_applications[50000].pid")
  })
})

describe("ReceivedEvent.is", () => {
  it("tells an event by its name, and so what it must hold [FLASH-EVT-07]", () => {
    const event = read('{"name":"core:ax.changed","payload":{"pid":7,"notification":"n"}}')
    const seen = ReceivedEvent.is(event, "core:ax.changed") ? event.payload.pid + event.payload.notification.length : 0
    assert.strictEqual(seen, 8)
    assert.isFalse(ReceivedEvent.is(event, "core:apps.changed"))
  })
})

describe("ReceivedEvent.registrationOf", () => {
  it.each([
    ["core:poll:sample", "sample"],
    ["core:poll:a_b-0", "a_b-0"],
    ["core:poll:", undefined],
    ["core:poll:A", undefined],
    [`core:poll:${"a".repeat(65)}`, undefined],
    ["core:apps.changed", undefined],
    ["xcore:poll:sample", undefined]
  ])("reads the tick %j as that of %j [FLASH-EVT-15]", (name, registration) => {
    assert.strictEqual(ReceivedEvent.registrationOf(name), registration)
  })
})

describe("the corpus of events", () => {
  it.each(Corpus.read("event").map((file) => [file.name, file] as const))(
    "holds for %s [FLASH-EVT-02, FLASH-EVT-06]",
    (_, file) => {
      const result = ReceivedEvent.decode(Corpus.payload(file))
      if (file.isValid) {
        const event = Result.getOrThrow(result)
        assert.deepStrictEqual<unknown>({ ...event, coalescing_key: Event.coalescingKey(event) ?? null }, file.expect)
      } else {
        assert.strictEqual(Result.getOrThrow(Result.flip(result)).path, file.path)
      }
    }
  )
})
