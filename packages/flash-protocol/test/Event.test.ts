import { assert, describe, it } from "@effect/vitest"
import { hostEvents } from "../src/Constants.ts"
import * as Event from "../src/Event.ts"
import * as Listen from "../src/Listen.ts"

const app: Event.App = { bundle_id: "org.example.app", localized_name: "App", pid: 7 }
const ax = (payload: object) => Event.coalescingKey({ name: "core:ax.changed", payload })

describe("Event.encode", () => {
  it.each<[Event.Event, string]>([
    [{ payload: {}, name: "core:flash.started" }, '{"name":"core:flash.started","payload":{}}'],
    [
      Event.snapshot([app]),
      '{"name":"core:apps.changed","payload":{"reason":"initialize","running_applications":[{"bundle_id":"org.example.app","localized_name":"App","pid":7}]}}'
    ],
    [Event.snapshot([]), '{"name":"core:apps.changed","payload":{"reason":"initialize","running_applications":[]}}'],
    [
      { name: "core:apps.launched", payload: app },
      '{"name":"core:apps.launched","payload":{"bundle_id":"org.example.app","localized_name":"App","pid":7}}'
    ],
    [
      {
        name: "core:window.focus.changed",
        payload: { pid: 7, bundle_id: "", front_window_frame: { x: -1, y: 0, width: 10, height: 20 } }
      },
      '{"name":"core:window.focus.changed","payload":{"pid":7,"bundle_id":"","front_window_frame":{"x":-1,"y":0,"width":10,"height":20}}}'
    ],
    [
      { name: "core:ax.changed", payload: { pid: 7, notification: "AXValueChanged" } },
      '{"name":"core:ax.changed","payload":{"pid":7,"notification":"AXValueChanged"}}'
    ],
    [
      { name: "core:clipboard.changed", payload: { text: "x" } },
      '{"name":"core:clipboard.changed","payload":{"text":"x"}}'
    ],
    [{ name: "core:network.changed", payload: {} }, '{"name":"core:network.changed","payload":{}}'],
    [{ name: "core:volumes.changed", payload: {} }, '{"name":"core:volumes.changed","payload":{}}'],
    [
      { name: "core:status.observed", payload: { segments: ["a"] } },
      '{"name":"core:status.observed","payload":{"segments":["a"]}}'
    ],
    [Event.tick("sample"), '{"name":"core:poll:sample","payload":{}}']
  ])("writes %j to the byte [FLASH-EVT-02, FLASH-EVT-09, FLASH-EVT-10, FLASH-EVT-15]", (event, text) => {
    assert.strictEqual(JSON.stringify(Event.encode(event)), text)
  })
})

describe("the host's events", () => {
  it("are these fifteen, in this order [FLASH-EVT-01]", () => {
    assert.deepStrictEqual<ReadonlyArray<string>>(hostEvents.names, [
      "core:flash.started",
      "core:apps.changed",
      "core:apps.launched",
      "core:apps.terminated",
      "core:focus.changed",
      "core:window.focus.changed",
      "core:ax.changed",
      "core:clipboard.changed",
      "core:config.changed",
      "core:power.changed",
      "core:network.changed",
      "core:volumes.changed",
      "core:space.changed",
      "core:status.observed",
      "core:session.opened"
    ])
  })

  it("name nineteen Accessibility notifications [FLASH-EVT-19]", () => {
    assert.strictEqual(new Set(hostEvents.ax_notifications).size, 19)
    assert.strictEqual(hostEvents.ax_notifications.filter((name) => /^AX[A-Z][A-Za-z]+$/.test(name)).length, 19)
  })
})

describe("Event.coalescingKey", () => {
  it("is the name for ten of the eleven replacement kinds, and nothing for the rest [FLASH-EVT-11]", () => {
    const keyed = hostEvents.names.filter((name) => Event.coalescingKey({ name, payload: {} }) === name)
    assert.deepStrictEqual<ReadonlyArray<string>>(keyed, [
      "core:apps.changed",
      "core:focus.changed",
      "core:window.focus.changed",
      "core:clipboard.changed",
      "core:config.changed",
      "core:power.changed",
      "core:network.changed",
      "core:volumes.changed",
      "core:space.changed",
      "core:status.observed"
    ])
  })

  it.each(["core:flash.started", "core:apps.launched", "core:apps.terminated", "core:session.opened"])(
    "is nothing for %s [FLASH-EVT-11]",
    (name) => assert.isUndefined(Event.coalescingKey({ name, payload: { pid: 7 } }))
  )

  it.each(["core:poll:sample", "core:poll:core:apps.changed", "other", "constructor", "__proto__", ""])(
    "is nothing for %j, which is not in the list [FLASH-EVT-11]",
    (name) => assert.isUndefined(Event.coalescingKey({ name, payload: {} }))
  )

  it("adds pid and notification to core:ax.changed, joined with NUL [FLASH-EVT-12]", () => {
    assert.strictEqual(ax({ pid: 7, notification: "AXValueChanged" }), "core:ax.changed\0" + "7\0AXValueChanged")
  })

  it("does not depend on the order of the payload or on its other fields [FLASH-EVT-12]", () => {
    const key = ax({ pid: 7, notification: "AXValueChanged" })
    assert.strictEqual(ax({ notification: "AXValueChanged", pid: 7 }), key)
    assert.strictEqual(ax({ bundle_id: "b", notification: "AXValueChanged", pid: 7 }), key)
  })

  it("tells apps and notifications apart [FLASH-EVT-12]", () => {
    const keys = [
      ax({ pid: 7, notification: "AXValueChanged" }),
      ax({ pid: 7, notification: "AXTitleChanged" }),
      ax({ pid: 8, notification: "AXValueChanged" }),
      ax({ pid: 7, notification: "7\0AXValueChanged" }),
      ax({ pid: 77, notification: "AXValueChanged" })
    ]
    assert.strictEqual(new Set(keys).size, keys.length)
  })

  it("is the same for two payloads of any other replacement kind [FLASH-EVT-12]", () => {
    const observed = (...segments: ReadonlyArray<string>) =>
      Event.coalescingKey({ name: "core:status.observed", payload: { segments } })
    assert.strictEqual(observed("a"), observed())
  })

  it("throws for no payload [FLASH-EVT-12]", () => {
    assert.strictEqual(ax({ pid: { toString: null }, notification: [] }), "core:ax.changed\0\0")
  })
})

describe("Event.reaches", () => {
  const subscription = (listen: ReadonlyArray<string>, ...capabilities: ReadonlyArray<string>) => ({
    listen: Listen.make(listen),
    capabilities: new Set(capabilities)
  })

  it.each<[Event.HostName, ReadonlyArray<string>, boolean]>([
    ["core:apps.changed", ["core:apps.*"], true],
    ["core:apps.changed", ["core:focus.changed"], false],
    ["core:apps.changed", [], false],
    ["core:status.observed", ["core:status.observed"], true],
    ["core:status.observed", ["core:apps.*"], false]
  ])("sends %s to a plugin that listens to %j: %j [FLASH-EVT-13, FLASH-EVT-26]", (name, listen, expected) => {
    assert.strictEqual(Event.reaches(name, subscription(listen)), expected)
  })

  it("sends core:clipboard.changed only to a plugin with the clipboard capability [FLASH-EVT-14]", () => {
    assert.isTrue(Event.reaches("core:clipboard.changed", subscription(["*"], "clipboard")))
    assert.isFalse(Event.reaches("core:clipboard.changed", subscription(["*"], "network")))
    assert.isFalse(Event.reaches("core:clipboard.changed", subscription(["core:apps.*"], "clipboard")))
  })

  it("asks no capability for any other event [FLASH-EVT-14, FLASH-EVT-26]", () => {
    const refused = hostEvents.names.filter((name) => !Event.reaches(name, subscription(["*"])))
    assert.deepStrictEqual<ReadonlyArray<string>>(refused, ["core:clipboard.changed"])
  })

  it("sends a tick to a plugin that listens to nothing [FLASH-EVT-15]", () => {
    assert.isTrue(Event.reaches("core:poll:sample", subscription([])))
    assert.isTrue(Event.reaches("core:poll:sample", subscription(["core:apps.*"])))
  })
})
