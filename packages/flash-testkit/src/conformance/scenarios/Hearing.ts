/** Events: well formed, malformed, unknown and many. None is answered, and none ends a plugin. */
import { Constants, Event, type Manifest, Methods } from "@lanyard/flash-protocol"
import * as Check from "../Check.ts"
import type { Scenario } from "../Scenario.ts"
import { apps, barrier, opening, Step, subscription, tell } from "../Step.ts"
import * as Activity from "./Activity.ts"

const [app] = apps
const frame = { x: 0, y: 0, width: 800, height: 600 }

/** One event of each name, as a host sends it. */
const events: ReadonlyArray<Event.Event> = [
  { name: "core:flash.started", payload: {} },
  Event.snapshot([]),
  { name: "core:apps.launched", payload: app },
  { name: "core:apps.terminated", payload: app },
  { name: "core:focus.changed", payload: app },
  { name: "core:window.focus.changed", payload: { pid: app.pid, bundle_id: app.bundle_id, front_window_frame: frame } },
  { name: "core:ax.changed", payload: { pid: app.pid, notification: "AXTitleChanged" } },
  { name: "core:clipboard.changed", payload: { text: Activity.marker } },
  { name: "core:config.changed", payload: {} },
  { name: "core:power.changed", payload: {} },
  { name: "core:network.changed", payload: {} },
  { name: "core:volumes.changed", payload: {} },
  { name: "core:space.changed", payload: {} },
  { name: "core:status.observed", payload: { segments: [] } },
  { name: "core:session.opened", payload: {} }
]

const raw = (params: unknown) => Step.Tell({ method: Methods.event.method, params })

const heard = (manifest: Manifest.Manifest) =>
  events.filter(({ name }) => Event.reaches(name, subscription(manifest))).map(tell)

/** Twice the plugin's backlog, all of one kind that supersedes itself. */
const flood = Array.from({ length: 2 * Constants.transport.plugin_event_frames }, () =>
  tell({ name: "core:space.changed", payload: {} })
)

const observed = (segments: unknown) => raw({ name: "core:status.observed", payload: { segments } })

/** Tells of everything. */
export const hearing: Scenario = {
  name: "events",
  about: "tells of every event, of malformed ones, and of many at once",
  applies: Activity.has.listen,
  steps: (manifest) => [
    ...opening(manifest),
    ...heard(manifest),
    barrier("ping after every event"),
    raw({ name: "core:power.changed", payload: { later: { version: 2 } }, more: true }),
    raw({ name: "core:of.tomorrow", payload: {} }),
    barrier("ping after unknown names and fields"),
    raw({ payload: {} }),
    raw({ name: 5, payload: {} }),
    raw({ name: " ", payload: {} }),
    raw(null),
    barrier("ping after events without a name"),
    raw({ name: "core:power.changed" }),
    raw({ name: "core:focus.changed", payload: null }),
    barrier("ping after events without a payload"),
    raw({ name: "core:power.changed", payload: [] }),
    raw({ name: "core:focus.changed", payload: { pid: "4242", bundle_id: 7 } }),
    raw({ name: "core:apps.changed", payload: { running_applications: {} } }),
    barrier("ping after payloads of other types"),
    raw({ name: "core:ax.changed", payload: { pid: 0, notification: "AXTitleChanged" } }),
    raw({ name: "core:ax.changed", payload: { pid: app.pid, notification: "" } }),
    raw({ name: "core:ax.changed", payload: {} }),
    barrier("ping after malformed Accessibility events"),
    ...[undefined, null, "a", ["a", 1], [""], ["a", "a"]].map(observed),
    barrier("ping after malformed observations"),
    ...flood,
    barrier("ping after a flood of events")
  ],
  checks: [
    Check.survives("FLASH-EVT-02", "ping after every event"),
    Check.survives("FLASH-EVT-05", "ping after unknown names and fields"),
    Check.survives("FLASH-EVT-03", "ping after events without a name"),
    Check.survives("FLASH-EVT-04", "ping after events without a payload"),
    Check.survives("FLASH-EVT-06", "ping after payloads of other types"),
    Check.survives("FLASH-EVT-07", "ping after malformed Accessibility events"),
    Check.survives("FLASH-EVT-24", "ping after malformed observations"),
    Check.survives("FLASH-EVT-11", "ping after a flood of events")
  ]
}
